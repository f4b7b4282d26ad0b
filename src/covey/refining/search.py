"""Local search and ruin-and-recreate, on any partition."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated

import numpy as np
from pydantic import Field

from covey.core.arrays import Labels, Matrix, in_common_groups, in_order, squares_within
from covey.core.errors import RequestError
from covey.core.interrupts import Stoppable
from covey.core.legible import shown
from covey.core.method import Grouped
from covey.core.parallel import run_all
from covey.core.progress import part
from covey.core.refiner import Terms, refiner
from covey.core.spelling import Setting
from covey.core.wording import about
from covey.kernels.cutting import cut
from covey.kernels.dissolve import split_groups
from covey.kernels.diversity import DiversityDemand, make_demand, meets_demand
from covey.kernels.pool import SLICE
from covey.refining.chain import FRESH, Chain, Falling, Problem, least_gain
from covey.refining.neighbours import near_records
from covey.refining.regions import WHOLE, search_regions

ITERATIONS = 150
"""At effort 1, for each group that the table has room for and each of the chains.

With larger groups an iteration takes longer, and fewer of them are needed.
"""

FEWEST_ITERATIONS = 2_000
"""A small table is quickly searched thoroughly; parts of a table share them by their sizes."""

LEAST_WITH_UNITS = 0.25
"""Share of the iterations that is made at least where units have many records. Groups are larger
then: an iteration takes longer, and fewer of them are needed."""

LARGE_K, LARGEST_K = 50, 1_000
"""From the first on, what an iteration takes grows with the square of k, so that fewer are made;
above the second local search does all: no iteration could be stopped halfway."""

DESCENT, ITERATION = 5_000, 1_000
"""Differences of two coordinates, for each record and variable: of local search, and of one
iteration for each possible group; measured, to tell people how long to wait."""

RESUMED = (0.1, 0.01)
"""Temperatures of a search that begins with what two others have in common."""

LARGE, TOGETHER = 10_000, 64
"""Records above which the table is put in the order of a tree, and those of a leaf of it."""

_MOST_ROOM = 8 << 30
"""Bytes that groups larger than usual may take."""

CHAINS = 2
"""Searches from the same start with other random numbers; how many run at once changes nothing."""

Neighbours = Annotated[
    int, Field(ge=1, le=100, description="Near records that each record's moves look at.")
]
Largest = Annotated[
    int | None,
    Field(ge=2, description="Largest group size; by default 2k - 1, or that of the start."),
]
Distinct = Annotated[
    int | None,
    Field(ge=1, description="Distinct confidential values that every group keeps at least."),
]
Closeness = Annotated[
    float | None,
    Field(ge=0.0, le=1.0, description="t-closeness of confidential values, kept in all groups."),
]


@refiner(
    "search",
    summary="Local search, then ruin-and-recreate with annealing: the lowest loss for its time.",
    reference=(
        "Covey; ruin and recreate after G. Schrimpf, J. Schneider, H. Stamm-Wilbrandt and G. Dueck "
        "(2000), Record breaking optimization results using the ruin and recreate principle, "
        "Journal of Computational Physics 159(2), 139-171"
    ),
    amount=lambda effort, n, k: describe_amount(effort, n, k),
    work=lambda n, p, k, effort: (
        DESCENT * n * p
        + n_chains(n) * iterations_for(n, k, effort) * ITERATION * max(1.0, k / LARGE_K) * k * p
    ),
)
def search(
    X: Matrix,
    labels: Labels,
    terms: Terms,
    *,
    neighbours: Neighbours = 10,
    largest: Largest = None,
    distinct: Distinct = None,
    closeness: Closeness = None,
) -> Grouped:
    """Lower the loss of a partition; with ``effort`` 0 by local search alone."""
    demands = (distinct, closeness)
    order = _order(X, is_free=demands == (None, None))
    X, labels = X[order], labels[order]
    if terms.units is not None:
        terms = replace(terms, units=terms.units[order])
    posed = replace(terms, progress=part(terms.progress, 0.0, 0.1))
    problem = pose(X, labels, posed, neighbours, demands, largest)
    rest = replace(terms, progress=part(terms.progress, 0.1, 1.0))
    if len(X) > WHOLE and problem.demand is None:
        iterations = asked_iterations(len(X), terms) / len(X)
        found, is_stopped = search_regions(problem, labels, iterations, rest)
    else:
        found, _, is_stopped = run_chains(problem, labels, rest)
    result = np.empty_like(found)
    result[order] = found
    return Grouped(in_order(result), {"effort": terms.effort, "is_stopped": is_stopped})


def _order(X: Matrix, *, is_free: bool) -> Labels:
    """Return the records in the order in which they are searched.

    In a large table, records that are near to each other lie together in memory then, which makes
    all that follows faster.
    """
    if len(X) <= LARGE or not is_free:
        return np.arange(len(X))
    return np.concatenate(list(cut(X, TOGETHER)))


def n_chains(n: int) -> int:
    """Return how many chains search a table; regions have one each."""
    return CHAINS if n <= WHOLE else 1


def asked_iterations(n: int, terms: Terms) -> int:
    """Return how many iterations a chain makes of n records: fewer where they are of few units."""
    count = iterations_for(n, terms.k, terms.effort, terms.share)
    if terms.units is None:
        return count
    return round(count * max(LEAST_WITH_UNITS, len(np.unique(terms.units)) / n))


def iterations_for(n: int, k: int, effort: float, share: float = 1.0) -> int:
    """Return how many iterations a chain makes, or those of all regions together.

    ``share`` is that of the table which the n records are.

    Examples
    --------
    >>> iterations_for(1_000, 3, 1.0), iterations_for(1_000, 3, 0.0), iterations_for(9, 3, 1.0)
    (50000, 0, 2000)
    """
    if effort == 0.0 or k > LARGEST_K:
        return 0
    fewer = min(1.0, LARGE_K / k)
    count = ITERATIONS * effort * n / k * fewer
    return round(max(count, FEWEST_ITERATIONS * share * fewer * fewer) if n <= WHOLE else count)


def describe_amount(effort: float, n: int, k: int) -> str:
    """Tell how much the search will do.

    Examples
    --------
    >>> describe_amount(1.0, 1_000, 3)
    'about 50 attempts for each record to find better groups'
    >>> describe_amount(0.01, 1_000_000, 5)
    'about 0.3 attempts for each record to find better groups'
    """
    count = iterations_for(n, k, effort) / n
    if count == 0.0:
        return "local search alone"
    return f"{about(count, 'attempt')} for each record to find better groups"


def run_chains(problem: Problem, labels: Labels, terms: Terms) -> tuple[Labels, list[Chain], bool]:
    """Return the best partition that chains find, the chains, and whether they were stopped."""
    chains = [Chain(problem, labels, (terms.seed,))]
    with Stoppable() as run:
        n_iterations = asked_iterations(len(labels), terms)
        chains[0].descend(part(terms.progress, 0.0, 0.05 if n_iterations else 1.0))
        if n_iterations:
            rest = replace(terms, progress=part(terms.progress, 0.05, 1.0))
            _search_from(problem, chains, n_iterations, rest)
    best = min(chains, key=lambda chain: squares_within(problem.X, chain.found))
    return best.found, chains, run.is_stopped


def _search_from(problem: Problem, chains: list[Chain], n_iterations: int, terms: Terms) -> None:
    """Run chains from what local search found, then one from what the best two have in common."""
    start, seed, progress = chains[0].found, terms.seed, terms.progress
    n = len(start)
    fresh = [Chain(problem, start, (seed, number)) for number in range(CHAINS)]
    chains += fresh
    every_record = np.arange(n)
    jobs = [partial(chain.anneal, n_iterations, FRESH, every_record) for chain in fresh]
    run_all(jobs, workers=terms.resources.workers, progress=part(progress, 0.0, 0.7))
    best, other = sorted(fresh, key=lambda chain: -chain.gain)[:2]
    unsettled = np.flatnonzero(~in_common_groups(best.found, other.found))
    if len(unsettled):
        last = Chain(problem, best.found, (seed, CHAINS))
        chains.append(last)
        share = len(unsettled) / n
        last.anneal(
            max(1, round(n_iterations * share)), RESUMED, unsettled, part(progress, 0.7, 1.0)
        )


def pose(
    X: Matrix,
    labels: Labels,
    terms: Terms,
    neighbours: int,
    demands: tuple[int | None, float | None],
    largest: int | None = None,
) -> Problem:
    """Return the problem; groups of the start that can be split are split, in place."""
    centred = X - X.mean(axis=0)
    demand = _demand(labels, terms, demands, largest)
    if demand is None:
        for share in split_groups(centred, labels, terms.k, SLICE, terms.units):
            terms.progress(0.3 * share)
    limit = _limit(labels, terms.k, largest)
    workers, rest = terms.resources.workers, part(terms.progress, 0.3, 1.0)
    near = near_records(centred, neighbours, progress=rest, workers=workers)
    least = least_gain(centred, labels)
    units = None if terms.units is None else terms.units.astype(np.int64)
    return Problem(centred, near, terms.k, limit, least, demand, units, Falling(centred))


def _limit(labels: Labels, k: int, largest: int | None) -> int:
    """Return how many records a group may have, or say why it cannot be that few."""
    start = int(np.bincount(labels).max())
    if largest is None:
        return max(2 * k - 1, start)
    if largest < start:
        raise RequestError(
            f"'largest' must be at least {start:,}, the largest group of the start. "
            f"Got {largest:,}. From 2k - 1 on every start will do."
        )
    usual, limit = max(2 * k - 1, start), min(largest, len(labels))
    if limit > usual and _room(len(labels), k, limit) > _MOST_ROOM:
        raise RequestError(
            f"'largest' must be lower: room for groups of {limit:,} records takes more memory than "
            f"{_MOST_ROOM >> 30} GiB. Got {shown(largest)}. From {2 * k - 1:,} on groups can "
            "be split instead."
        )
    return limit


def _room(n: int, k: int, limit: int) -> int:
    """Return the bytes that groups take, and the journal, which grows by the size of a group."""
    return 4 * (n // k) * limit + 11 * limit * limit


def _demand(
    labels: Labels,
    terms: Terms,
    demands: tuple[int | None, float | None],
    largest: int | None,
) -> DiversityDemand | None:
    """Return what groups must keep, or say why it cannot be asked for."""
    distinct, closeness = demands
    if distinct is None and closeness is None:
        return None
    if not terms.confidential:
        raise RequestError(
            "'distinct' and 'closeness' are demands on confidential values, and there are none. "
            "Name them with ",
            Setting("roles", {"confidential": ["A"]}),
            ".",
        )
    sizes = np.bincount(labels)
    demand = make_demand(
        [values for values, _ in terms.confidential],
        [is_ordered for _, is_ordered in terms.confidential],
        least_distinct=distinct or 0,
        most_distance=np.inf if closeness is None else closeness,
        limit=_limit(labels, terms.k, largest),  # not the start's: groups grow
    )
    order = np.argsort(labels, kind="stable")
    groups = np.split(order, np.cumsum(sizes)[:-1])
    n_failing = sum(not meets_demand(demand, group, len(group), -1, -1) for group in groups)
    if n_failing:
        raise RequestError(
            f"The search keeps what the start has, and {n_failing:,} of {len(groups):,} groups of "
            "the start do not meet the demand on confidential values. Start from hm-pfsom, which "
            "mixes them, or ask for less."
        )
    return demand
