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
from covey.core.request import Request
from covey.core.scores import Scores
from covey.core.table import Table
from covey.measuring import MEASURES, Evidence, evaluate
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
    table = read(source, request.reading)
    plan = make_plan(table, request, RUNNABLE, REFINERS)
    X = scale(table.matrix(plan.roles.quasi), plan.scaling)
    groups = split(X, table, plan, watch)
    if isinstance(groups, Partition):
        groups = refine(X, groups, plan, watch)
    masked = aggregate(table, groups, plan)
    if plan.is_k_anonymous:
        check_k_anonymous(masked, plan.roles.quasi, plan.k)
    scores = measure(table, masked, plan, watch)
    return Release(table, masked, groups, plan, scores, PUBLISHER)


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


def measure(table: Table, masked: Table, plan: Plan, watch: Watch) -> Scores:
    """Measure loss and risk on the quasi-identifiers."""
    names = plan.roles.quasi
    tick = watch("Measuring loss and risk")
    evidence = Evidence(table.matrix(names), masked.matrix(names), names, seed=plan.seed, tick=tick)
    return evaluate(evidence, [measure for measure in MEASURES.values() if measure.is_default])
