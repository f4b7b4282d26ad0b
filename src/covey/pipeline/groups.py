"""Forming groups by a plan: method, refinement, bound and masking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from covey.aggregating import fit, with_indicators
from covey.aggregating.mean import group_means
from covey.core.arrays import Labels, Matrix, Vector
from covey.core.bound import LossBound
from covey.core.checks import check_k, check_matrix
from covey.core.divisions import group_within, labels_of
from covey.core.encoding import Treatment
from covey.core.engine import ALONE, Resources
from covey.core.errors import RequestError
from covey.core.method import Algorithm, Method
from covey.core.partition import ColumnPartitions, Facts, Grouping, Partition
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.progress import Progress, Stage, Stages, part
from covey.core.registry import Registry
from covey.core.spelling import Setting
from covey.core.store import Store
from covey.core.table import Table
from covey.engines import resources_for
from covey.measuring import attributes_of
from covey.partitioning import ALGORITHMS, COLUMNWISE
from covey.partitioning.respondents import regroup
from covey.planning import (
    AUTO,
    NO_REFINEMENT,
    choose,
    noting_codes,
    noting_constants,
    noting_limits,
    units_of,
    with_patterns,
    with_strata,
)
from covey.refining import BOUNDS, REFINERS

RUNNABLE: Registry[Algorithm[Any]] = Registry(
    "method", [*ALGORITHMS.values(), *COLUMNWISE.values()]
)

METHODS: Registry[Method] = Registry("method", [AUTO, *RUNNABLE.values()])


DIVISIONS: tuple[Callable[[Plan, Profile, Store], Plan], ...] = (with_strata, with_patterns)
"""What no group may cross, besides blocks: each gives the plan its division, if there is one."""


def encoded(plan: Plan, profile: Profile) -> Plan:
    """Return the plan with encoders fitted to the whole table, and what a reader should know."""
    plan = noting_codes(noting_constants(plan, profile), profile)
    plan = noting_limits(plan, profile)
    plan = without_bound(plan, profile)
    watched = [name for name in plan.roles.confidential if name in profile.columns]
    return replace(
        plan,
        encoding=fit(profile, plan.roles.quasi, plan.treatments, plan.roles.unit),
        watched=fit(profile, watched, dict.fromkeys(watched, Treatment(scaling=plan.scaling))),
    )


def without_bound(plan: Plan, profile: Profile) -> Plan:
    """Return the plan without a bound where gaps are filled: it counts them as lying at the mean.

    Groups of records that lack the same lose nothing in what they lack, and the bound holds.
    """
    has_gaps = any(profile[name].missing.count for name in plan.roles.quasi)
    if plan.missing != "fill" or plan.bound == "none" or not has_gaps:
        return plan
    note = "How low the loss can be at best is not known where missing values are filled."
    return replace(plan, bound="none", notes=(*plan.notes, note))


def divided(plan: Plan, profile: Profile, store: Store) -> Plan:
    """Return the plan with what no group may cross, fitted to the whole table.

    Where patterns of missing values were joined, a gap is so far from a value as the cells are
    worth that a group of both loses.
    """
    for fitted in DIVISIONS:
        plan = fitted(plan, profile, store)
    if not plan.mixed_gaps:
        return plan
    encoding = with_indicators(plan.encoded, frozenset(plan.mixed_gaps), float(plan.k))
    return replace(plan, encoding=encoding)


def group(
    X: Matrix, table: Table, plan: Plan, stages: Stages, resources: Resources = ALONE
) -> Grouping:
    """Run the plan's method and what refines its partition, on each separate set of variables."""
    if not plan.separate:
        return group_jointly(X, table, plan, stages, resources)
    progress = stages(Stage.GROUPING)
    found: dict[str, Partition] = {}
    for number, names in enumerate(plan.separate):
        share = part(progress, number / len(plan.separate), (number + 1) / len(plan.separate))
        own = X[:, plan.coordinates.columns_of(names)]
        groups = group_jointly(own, table, plan, in_halves(share), resources)
        found |= dict.fromkeys(names, groups.for_variable(0))
    stopped = [one.facts for one in found.values() if is_stopped(one.facts, plan)]
    return ColumnPartitions.of(
        [found[name] for name in plan.encoded.names], facts=stopped[0] if stopped else None
    )


def is_stopped(facts: Facts, plan: Plan) -> bool:
    """Whether a refinement tells that it was stopped before its end."""
    return bool(facts.get(plan.refine, {}).get("is_stopped"))


def in_halves(progress: Progress) -> Stages:
    """Report grouping as the first half of some work, and refining as the second."""
    halves: dict[str, Progress] = {
        Stage.GROUPING: part(progress, 0.0, 0.5),
        Stage.REFINING: part(progress, 0.5, 1),
    }
    return halves.__getitem__


def group_jointly(
    X: Matrix, table: Table, plan: Plan, stages: Stages, resources: Resources
) -> Grouping:
    """Run the plan's method and what refines its partition, in each division by itself."""
    divisions = labels_of(plan.divisions, table)
    if divisions is None:
        return group_division(X, table, plan, stages, resources)

    def within(X: Matrix, rows: Labels, *, progress: Progress) -> Labels:
        groups = group_division(X, table.take(rows.tolist()), plan, in_halves(progress), resources)
        if groups.joint is None:
            raise RequestError(
                f"'{plan.method}' groups each variable by itself: it has no groups of whole "
                "records that could keep within strata, or among records that lack the same. "
                "Choose another method, or, for missing values, ",
                Setting("missing", "fill"),
                ".",
            )
        return groups.joint.labels

    progress = stages(Stage.GROUPING)
    labels, _ = group_within(divisions, within, [X, np.arange(len(X))], progress=progress)
    return Partition(labels, plan.k, divisions=divisions)


def group_division(
    X: Matrix, table: Table, plan: Plan, stages: Stages, resources: Resources = ALONE
) -> Grouping:
    """Run the plan's method and what refines its partition."""
    units = units_of(table, plan)
    if units is not None and plan.unit_mode == "together":
        return group_whole_units(X, units, table, plan, stages, resources)
    groups = split(X, table, plan, stages, resources, units)
    if groups.joint is None:
        return groups
    return refine(X, groups.joint, table, plan, stages, resources, units)


def group_whole_units(
    X: Matrix, units: Labels, table: Table, plan: Plan, stages: Stages, resources: Resources
) -> Partition:
    """Group units by the means of their records, and give all records of a unit its group."""
    sizes = np.bincount(units)
    means = np.column_stack([np.bincount(units, column) for column in X.T]) / sizes[:, None]
    first = np.unique(units, return_index=True)[1]
    of_units = table.take(first.tolist())
    groups = split(means, of_units, plan, stages, resources)
    joint = groups.for_variable(0)
    joint = refine(means, joint, of_units, plan, stages, resources)
    return Partition(joint.labels[units], plan.k, facts=joint.facts, units=units)


def split(
    X: Matrix,
    table: Table,
    plan: Plan,
    stages: Stages,
    resources: Resources = ALONE,
    units: Labels | None = None,
) -> Grouping:
    """Run the plan's method; with units, until every group has k of them."""
    method = RUNNABLE[plan.method]
    settings = dict(
        plan.options,
        seed=plan.seed,
        units=units,
        progress=stages(Stage.GROUPING),
        resources=resources,
    )
    if method.needs_confidential and plan.watched is not None:
        settings["confidential"] = plan.watched.encode(table)
    groups: Grouping = method(X, k=plan.k, **settings)
    if units is None or method.knows_units or groups.joint is None:
        return groups
    labels = regroup(X, groups.joint.labels, units, plan.k)
    return Partition(labels, plan.k, facts=groups.facts, units=units)


def refine(
    X: Matrix,
    partition: Partition,
    table: Table,
    plan: Plan,
    stages: Stages,
    resources: Resources = ALONE,
    units: Labels | None = None,
) -> Partition:
    """Lower the loss of a partition, where the plan asks for it."""
    if plan.refine == NO_REFINEMENT:
        return partition
    attributes = attributes_of(table, plan.roles.confidential, plan.watched_kinds)
    return REFINERS[plan.refine](
        X,
        partition,
        effort=plan.effort,
        seed=plan.seed,
        progress=stages(Stage.REFINING),
        confidential=[(attribute.values, attribute.is_numeric) for attribute in attributes],
        resources=resources,
        units=units,
        **plan.refine_options,
    )


def group_matrix(X: Any, k: Any, *, effort: float = 1.0, seed: int = 0) -> Partition:
    """Group the rows of a matrix as ``auto`` would, without scaling."""
    X = check_matrix(X)
    choice = choose(len(X), X.shape[1], check_k(k, n=len(X)), effort)
    resources = resources_for()
    groups = ALGORITHMS[choice.method](X, k=k, resources=resources)
    refiner = REFINERS[choice.refine]
    return refiner(X, groups, effort=choice.effort, seed=seed, resources=resources)


def mask(table: Table, groups: Grouping, plan: Plan, weights: Vector | None = None) -> Table:
    """Return the table with group values in place of quasi-identifiers.

    Means are weighted where there are weights. Of these the group's plain mean takes the place,
    where the plan says so: times the weighted mean of a variable it gives the group's total.
    """
    masked = plan.encoded.decode(table, groups, weights)
    if weights is None or groups.joint is None or plan.weight_release != "mean":
        return masked
    [name] = plan.roles.weight
    means = group_means(weights, groups.joint)
    return masked.with_values({name: means[groups.joint.labels]})


def bound_loss(table: Table, groups: Grouping, plan: Plan, stages: Stages) -> LossBound | None:
    """Tell how low IL can be at best, where the plan asks for it.

    IL is measured on z-scores of all quasi-identifiers, whatever records were grouped on, and so is
    this.
    """
    if plan.bound == "none" or groups.joint is None:
        return None
    X = plan.encoded.standard(table)
    return BOUNDS[plan.bound](X, groups.joint, progress=stages(Stage.BOUNDING))
