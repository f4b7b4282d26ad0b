"""The steps, in order, nothing else."""

from __future__ import annotations

from typing import Any

from covey.aggregating import aggregate
from covey.core.arrays import Matrix
from covey.core.partition import Partition
from covey.core.plan import Plan
from covey.core.progress import Watch, unwatched
from covey.core.registry import Registry
from covey.core.release import Release
from covey.core.request import Request
from covey.core.scores import Scores
from covey.core.table import Table
from covey.measuring import MEASURES, Evidence, evaluate
from covey.partitioning import ALGORITHMS
from covey.planning import AUTO, make_plan, scale
from covey.reading import read
from covey.releasing import PUBLISHER, check_k_anonymous

METHODS = Registry([AUTO, *ALGORITHMS.values()])


def protect(source: Any, request: Request, watch: Watch = unwatched) -> Release:
    """Turn a file or frame into a release: every record with at least k − 1 twins."""
    table = read(source, request.reading)
    plan = make_plan(table, request, ALGORITHMS)
    X = scale(table.matrix(plan.roles.quasi), plan.scaling)
    partition = split(X, plan, watch)
    masked = aggregate(table, partition, plan)
    check_k_anonymous(masked, plan.roles.quasi, plan.k)
    scores = measure(table, masked, plan, watch)
    return Release(table, masked, partition, plan, scores, PUBLISHER)


def split(X: Matrix, plan: Plan, watch: Watch) -> Partition:
    """Run the plan's method."""
    method = ALGORITHMS[plan.method]
    return method(X, k=plan.k, seed=plan.seed, tick=watch("Grouping records"), **plan.options)


def measure(table: Table, masked: Table, plan: Plan, watch: Watch) -> Scores:
    """Measure loss and risk on the quasi-identifiers."""
    names = plan.roles.quasi
    tick = watch("Measuring loss and risk")
    evidence = Evidence(table.matrix(names), masked.matrix(names), seed=plan.seed, tick=tick)
    return evaluate(evidence, MEASURES.values())
