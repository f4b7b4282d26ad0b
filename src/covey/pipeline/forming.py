"""Forming groups by a plan: its method, then its refinement, in each division by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from covey.core.arrays import Labels, Matrix, joined
from covey.core.divisions import labels_of, rows_of
from covey.core.engine import ALONE, Resources
from covey.core.errors import RequestError
from covey.core.facts import joined_facts
from covey.core.interrupts import Stoppable
from covey.core.partition import ColumnPartitions, Facts, Grouping, Partition
from covey.core.plan import Plan
from covey.core.progress import Progress, Stage, Stages, part, quiet
from covey.core.spelling import Setting
from covey.core.table import Table
from covey.partitioning.respondents import regroup
from covey.pipeline.groups import RUNNABLE
from covey.pipeline.records import Records
from covey.planning import NO_REFINEMENT
from covey.refining import REFINERS


def group(
    X: Matrix, table: Table, plan: Plan, stages: Stages, resources: Resources = ALONE
) -> Grouping:
    """Run the plan's method and what refines its partition, on each separate set of variables."""
    records = Records.of(X, table, plan)
    divisions = labels_of(plan.divisions, table)
    if not plan.separate:
        return group_jointly(records, divisions, plan, stages, resources)
    progress = stages(Stage.GROUPING)
    found: dict[str, Partition] = {}
    for number, names in enumerate(plan.separate):
        share = part(progress, number / len(plan.separate), (number + 1) / len(plan.separate))
        own = replace(records, X=X[:, plan.coordinates.columns_of(names)])
        groups = group_jointly(own, divisions, plan, in_halves(share), resources)
        found |= dict.fromkeys(names, groups.for_variable(0))
    stopped = [one.facts for one in found.values() if is_stopped(one.facts, plan)]
    return ColumnPartitions.of(
        [found[name] for name in plan.encoded.names], facts=stopped[0] if stopped else None
    )


def in_halves(progress: Progress) -> Stages:
    """Report grouping as the first half of some work, and refining as the second."""
    halves: dict[str, Progress] = {
        Stage.GROUPING: part(progress, 0.0, 0.5),
        Stage.REFINING: part(progress, 0.5, 1),
    }
    return halves.__getitem__


def is_stopped(facts: Facts, plan: Plan) -> bool:
    """Whether a refinement tells that it was stopped before its end."""
    return bool(facts.get(plan.refine, {}).get("is_stopped"))


def group_jointly(
    records: Records, divisions: Labels | None, plan: Plan, stages: Stages, resources: Resources
) -> Grouping:
    """Run the plan's method and what refines its partition, in each division by itself."""
    work = _Work(records, plan, None if divisions is None else rows_of(divisions), resources)
    found = work.split(stages(Stage.GROUPING))
    if divisions is None and found[0].joint is None:
        return found[0]
    partitions = [_joint(groups, plan) for groups in found]
    facts: Facts = joined_facts([groups.facts for groups in partitions])
    if plan.refine != NO_REFINEMENT:
        partitions, facts = work.refine(partitions, stages(Stage.REFINING))
    return Partition(
        work.labels(partitions), plan.k, facts=facts, divisions=divisions, units=records.units
    )


def split(
    records: Records, plan: Plan, progress: Progress = quiet, resources: Resources = ALONE
) -> Grouping:
    """Run the plan's method; with units, until every group has k of them."""
    method, units = RUNNABLE[plan.method], records.units
    settings = dict(
        plan.options, seed=plan.seed, units=units, progress=progress, resources=resources
    )
    if method.needs_confidential:
        settings["confidential"] = records.watched
    groups: Grouping = method(records.X, k=plan.k, **settings)
    if units is None or method.knows_units or groups.joint is None:
        return groups
    labels = regroup(records.X, groups.joint.labels, units, plan.k)
    return Partition(labels, plan.k, facts=groups.facts, units=units)


def refine(
    records: Records,
    partition: Partition,
    plan: Plan,
    progress: Progress = quiet,
    resources: Resources = ALONE,
) -> Partition:
    """Lower the loss of a partition by what the plan asks for."""
    return REFINERS[plan.refine](
        records.X,
        partition,
        effort=plan.effort,
        share=records.share,
        seed=plan.seed,
        progress=progress,
        confidential=records.confidential,
        resources=resources,
        units=records.units,
        **plan.refine_options,
    )


def _joint(groups: Grouping, plan: Plan) -> Partition:
    """Return groups of whole records, or say that a method has none."""
    if groups.joint is None:
        raise RequestError(
            f"'{plan.method}' groups each variable by itself: it has no groups of whole "
            "records that could keep within strata, or among records that lack the same. "
            "Choose another method, or, for missing values, ",
            Setting("missing", "fill"),
            ".",
        )
    return groups.joint


@dataclass(frozen=True, slots=True)
class _Work:
    """The divisions of a table, one after the other or at once."""

    records: Records
    plan: Plan
    rows: Sequence[Labels] | None  # of each division; None where there is none
    resources: Resources

    def split(self, progress: Progress) -> list[Grouping]:
        """Return the groups that the plan's method forms in each division."""

        def job(number: int, progress: Progress, resources: Resources) -> Grouping:
            return split(self._part(number)[0], self.plan, progress, resources)

        return self._map(job, progress)

    def refine(
        self, partitions: list[Partition], progress: Progress
    ) -> tuple[list[Partition], Facts]:
        """Return partitions of lower loss; those that an interrupt comes before stay as they are.

        Of a table in one piece the refinement itself knows what to keep.
        """
        found = list(partitions)
        run = Stoppable()

        def job(number: int, progress: Progress, resources: Resources) -> None:
            if not run.is_stopped:
                records, _ = self._part(number)
                found[number] = refine(records, found[number], self.plan, progress, resources)
                run.is_stopped = run.is_stopped or is_stopped(found[number].facts, self.plan)

        if self.rows is None:
            self._map(job, progress)
            return found, found[0].facts
        stopped = Stoppable()
        with stopped:
            self._map(job, progress)
        facts = joined_facts([groups.facts for groups in found])
        if stopped.is_stopped:
            told = {**facts.get(self.plan.refine, {}), "is_stopped": True}
            facts = {**facts, self.plan.refine: told}
        return found, facts

    def labels(self, partitions: Sequence[Partition]) -> Labels:
        """Return the group of each record of the table."""
        found = []
        for number, partition in enumerate(partitions):
            _, whose = self._part(number) if self._is_whole else (None, None)
            found.append(partition.labels if whose is None else partition.labels[whose])
        return found[0] if self.rows is None else joined(self.rows, found, len(self.records.X))

    @property
    def _is_whole(self) -> bool:
        """Whether units are grouped instead of their records."""
        return self.records.units is not None and self.plan.unit_mode == "together"

    def _part(self, number: int) -> tuple[Records, Labels | None]:
        """Return what is grouped in a division, and which of it is whose if units are grouped."""
        records = self.records if self.rows is None else self.records.taken(self.rows[number])
        return records.of_units() if self._is_whole else (records, None)

    def _map(self, job: Callable[[int, Progress, Resources], Any], progress: Progress) -> list[Any]:
        """Do a job for each division: large ones in turn with all resources, small ones at once."""
        if self.rows is None:
            return [job(0, progress, self.resources)]
        sizes = np.array([len(rows) for rows in self.rows], dtype=np.float64)
        is_large = sizes * 2 * self.resources.workers > sizes.sum()
        large, small = np.flatnonzero(is_large).tolist(), np.flatnonzero(~is_large).tolist()
        share = sizes[large].sum() / sizes.sum()

        def quietly(part: Progress) -> Progress:
            return lambda share, _note="", /: part(share)  # its loss is not that of the table

        results: dict[int, Any] = {}
        done = 0.0
        for number in large:
            end = done + sizes[number] / sizes.sum()
            results[number] = job(number, quietly(part(progress, done, end)), self.resources)
            done = end
        jobs = [
            partial(lambda number, progress: job(number, quietly(progress), ALONE), number)
            for number in small
        ]
        if jobs:
            weights = sizes[small].tolist()
            found = self.resources.engine.run(jobs, weights, part(progress, share, 1.0))
            results.update(zip(small, found, strict=True))
        progress(1.0)
        return [results[number] for number in range(len(sizes))]
