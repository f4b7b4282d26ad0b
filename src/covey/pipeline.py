"""The steps, in order, nothing else."""

from __future__ import annotations

import warnings
from typing import Any

from covey.aggregating import aggregate
from covey.core.arrays import Matrix
from covey.core.columnwise import ColumnPartitions, ColumnwiseAlgorithm
from covey.core.errors import LongRunWarning
from covey.core.partition import Partition
from covey.core.plan import Plan
from covey.core.progress import Watch, unwatched
from covey.core.registry import Algorithm, Registry
from covey.core.release import Release
from covey.core.request import MeasureRequest, Request
from covey.core.scores import Scores
from covey.core.table import Table
from covey.measuring import (
    MEASURES,
    Evidence,
    align,
    attributes_of,
    common_keys,
    evaluate,
    select,
)
from covey.partitioning import ALGORITHMS, COLUMNWISE
from covey.planning import (
    AUTO,
    NO_REFINEMENT,
    describe_wait,
    make_plan,
    numeric_confidential,
    scale,
)
from covey.reading import read
from covey.refining import REFINERS
from covey.releasing import PUBLISHER, check_k_anonymous

RUNNABLE: dict[str, Algorithm | ColumnwiseAlgorithm] = {**ALGORITHMS, **COLUMNWISE}
METHODS = Registry([AUTO, *RUNNABLE.values()])


def protect(source: Any, request: Request, watch: Watch = unwatched) -> Release:
    """Turn a file or frame into a release: every record with at least k − 1 twins."""
    return protect_table(read(source, request.reading), request, watch)


def protect_table(table: Table, request: Request, watch: Watch = unwatched) -> Release:
    """Turn a table that was read into a release."""
    plan = make_plan(table, request, RUNNABLE, REFINERS)
    measures = select(MEASURES, request.measures, _at_hand(plan.roles.confidential, request.model))
    original = table.matrix(plan.roles.quasi)
    X = scale(original, plan.scaling)
    groups = split(X, table, plan, watch)
    if isinstance(groups, Partition):
        groups = refine(X, groups, plan, watch)
    masked = aggregate(table, groups, plan)
    if plan.is_k_anonymous:
        check_k_anonymous(masked, plan.roles.quasi, plan.k)
    evidence = Evidence(
        original,
        masked.matrix(plan.roles.quasi),
        plan.roles.quasi,
        attributes=attributes_of(masked, plan.roles.confidential),
        tables=(table, masked),
        model=request.model,
        seed=plan.seed,
        tick=watch("Measuring loss and risk"),
    )
    return Release(table, masked, groups, plan, evaluate(evidence, measures), PUBLISHER)


def measure(
    original: Any, masked: Any, request: MeasureRequest, watch: Watch = unwatched
) -> Scores:
    """Measure what any tool made of a table."""
    before, after = align(
        read(original, request.reading), read(masked, request.reading), request.id
    )
    aside = (*request.confidential, *filter(None, [request.id]))
    keys = common_keys(before, after, request.keys, aside)
    measures = select(MEASURES, request.measures, _at_hand(request.confidential, request.model))
    evidence = Evidence(
        before.matrix(keys),
        after.matrix(keys),
        keys,
        attributes=attributes_of(after, request.confidential),
        tables=(before, after),
        model=request.model,
        weight=request.weight,
        seed=request.seed,
        tick=watch("Measuring loss and risk"),
    )
    return evaluate(evidence, measures)


def _at_hand(confidential: tuple[str, ...], model: str | None) -> frozenset[str]:
    """Name what the user gave that some measures cannot do without."""
    given = {"confidential": bool(confidential), "model": model is not None}
    return frozenset(name for name, is_given in given.items() if is_given)


def split(X: Matrix, table: Table, plan: Plan, watch: Watch) -> Partition | ColumnPartitions:
    """Run the plan's method; say so first if that will take long."""
    method = RUNNABLE[plan.method]
    if wait := describe_wait(method, len(X), X.shape[1], plan.k):
        warnings.warn(wait, LongRunWarning, stacklevel=3)
    settings = dict(plan.options, seed=plan.seed, tick=watch("Grouping records"))
    if method.needs_confidential:
        names = numeric_confidential(table, plan.roles)
        settings["confidential"] = scale(table.matrix(names), plan.scaling)
    return method(X, k=plan.k, **settings)


def refine(X: Matrix, partition: Partition, plan: Plan, watch: Watch) -> Partition:
    """Lower the loss of a partition, where the plan asks for it."""
    if plan.refine == NO_REFINEMENT:
        return partition
    refiner = REFINERS[plan.refine]
    tick = watch("Lowering the loss")
    return refiner(X, partition, effort=plan.effort, seed=plan.seed, tick=tick)
