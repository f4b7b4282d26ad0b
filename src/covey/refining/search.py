"""Local search and ruin-and-recreate, on any partition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.errors import RequestError
from covey.core.loss import squares_within
from covey.core.parallel import run_all
from covey.core.progress import Tick, part, quiet
from covey.core.refiner import refiner
from covey.core.registry import Outcome
from covey.kernels.dissolve import split_groups
from covey.kernels.diversity import Demand, make_demand, meets_demand, no_demand
from covey.kernels.met import make_met
from covey.kernels.moves import FEW_MEMBERS, MOST_RUINED, descend, make_state
from covey.kernels.pool import SLICE
from covey.kernels.randomness import seeded
from covey.kernels.search import anneal
from covey.refining.neighbours import near_records

ITERATIONS = 150
"""At effort 1, for each group that the table has room for and each of the chains.

With larger groups an iteration takes longer, and fewer of them are needed.
"""

FEWEST_ITERATIONS = 2_000
"""A small table is quickly searched thoroughly."""

CHAINS = 2
"""Searches from the same start with other random numbers; how many run at once changes nothing."""

HOT, WARM, COLD = 0.3, 0.1, 0.01
"""Temperatures, in mean losses of the groups that are ruined: of a fresh search, of one that begins
with what two searches have in common, and of the end of both."""

ROUNDING = 1e-10
"""A gain below this share of the loss of a record is none."""


Neighbours = Annotated[
    int, Field(ge=1, le=100, description="Near records that each record's moves look at.")
]
Distinct = Annotated[
    int | None,
    Field(ge=1, description="Distinct confidential values that every group keeps at least."),
]
Closeness = Annotated[
    float | None,
    Field(ge=0.0, le=1.0, description="t-closeness of confidential values, kept in all groups."),
]


@dataclass(frozen=True, slots=True)
class Problem:
    """What all chains share: centred records, their neighbours, and what groups must keep."""

    X: Matrix
    neighbours: NDArray[np.int32]
    k: int
    limit: int
    least: float
    demand: Demand
    capacity: int = 0
    """Groups that each chain collects while it cools, at most."""


class Chain:
    """One search, which remembers the best partition that it came by.

    Parameters
    ----------
    problem : Problem
        What to search.
    labels : Labels
        Where to start.
    entropy : tuple of int
        Where its random numbers start.
    """

    def __init__(self, problem: Problem, labels: Labels, entropy: tuple[int, ...]) -> None:
        self._problem = problem
        self._state = make_state(
            problem.X,
            labels,
            problem.neighbours,
            k=problem.k,
            limit=problem.limit,
            chance=seeded(*entropy),
            # Chains run at once: each needs room of its own to sort a group in.
            demand=problem.demand._replace(scratch=problem.demand.scratch.copy()),
        )
        self._gains = np.zeros(2)
        self._best = self._state.groups.labels.copy()
        self.met = make_met(problem.capacity, problem.limit)

    @property
    def found(self) -> Labels:
        """The best partition so far, its groups numbered in the order of their first records."""
        return in_order(self._best)

    @property
    def gain(self) -> float:
        """By how much the loss of the best partition is below that of the start."""
        return float(self._gains[1])

    def descend(self, tick: Tick) -> None:
        """Make moves that pay until none does."""
        problem, n = self._problem, len(self._best)
        per_record = problem.X.shape[1] * problem.neighbours.shape[1] * problem.k
        step = max(1, SLICE // (4 * per_record))
        gain, first, done = np.inf, 0.0, 0.0
        while gain > problem.least:
            gain = 0.0
            for start in range(0, n, step):
                gain += descend(self._state, start, min(n, start + step), problem.k, problem.least)
                self._best[:] = self._state.groups.labels
                tick(done)
            self._gains += gain
            first = max(first, gain)
            # Each pass finds less than the one before; how many it takes nobody knows.
            done = max(done, 1.0 - gain / first) if first > 0.0 else 1.0

    def anneal(self, n_iterations: int, hot: float, active: Labels, tick: Tick) -> None:
        """Ruin and recreate, from one of the active records each time."""
        problem = self._problem
        schedule = (float(n_iterations), hot, COLD)
        step = self._iterations_a_slice()
        for start in range(0, n_iterations, step):
            anneal(
                self._state,
                self.met,
                active,
                self._gains,
                self._best,
                schedule,
                start,
                min(n_iterations, start + step),
                problem.k,
                problem.least,
            )
            tick(min(1.0, (start + step) / n_iterations))

    def _iterations_a_slice(self) -> int:
        """Return how many iterations take some tens of milliseconds."""
        n_records = MOST_RUINED * self._problem.limit
        looks = n_records + self._problem.neighbours.shape[1] * min(
            self._problem.limit, FEW_MEMBERS
        )
        work = n_records * looks * self._problem.X.shape[1]
        return int(max(1, SLICE // (2 * work)))


@refiner(
    "search",
    summary="Local search, then ruin-and-recreate with annealing: the lowest loss for its time.",
    reference=(
        "Covey; ruin and recreate after G. Schrimpf, J. Schneider, H. Stamm-Wilbrandt and G. Dueck "
        "(2000), Record breaking optimization results using the ruin and recreate principle, "
        "Journal of Computational Physics 159(2), 139-171"
    ),
)
def search(
    X: Matrix,
    labels: Labels,
    *,
    k: int,
    effort: float = 1.0,
    seed: int = 0,
    tick: Tick = quiet,
    confidential: Sequence[tuple[Vector, bool]] = (),
    neighbours: Neighbours = 10,
    distinct: Distinct = None,
    closeness: Closeness = None,
) -> Outcome:
    """Lower the loss of a partition; with ``effort`` 0 by local search alone."""
    demands = (distinct, closeness)
    problem = pose(X, labels, k, neighbours, confidential, demands, part(tick, 0.0, 0.05))
    found, _, is_stopped = run_chains(problem, labels, effort, seed, part(tick, 0.05, 1.0))
    return Outcome(found, {"search": {"effort": effort, "is_stopped": is_stopped}})


def run_chains(
    problem: Problem, labels: Labels, effort: float, seed: int, tick: Tick
) -> tuple[Labels, list[Chain], bool]:
    """Return the best partition that chains find, the chains, and whether they were stopped."""
    chains = [Chain(problem, labels, (seed,))]
    is_stopped = False
    try:
        chains[0].descend(part(tick, 0.0, 0.05 if effort else 1.0))
        if effort:
            _search_from(problem, chains, effort, seed, part(tick, 0.05, 1.0))
    except KeyboardInterrupt as stop:
        # Who stops a search wants what it has found; who ends the process does not.
        if type(stop) is not KeyboardInterrupt:
            raise
        is_stopped = True
    best = min(chains, key=lambda chain: squares_within(problem.X, chain.found))
    return best.found, chains, is_stopped


def _search_from(
    problem: Problem, chains: list[Chain], effort: float, seed: int, tick: Tick
) -> None:
    """Run chains from what local search found, then one from what the best two have in common."""
    start = chains[0].found
    n = len(start)
    n_iterations = max(FEWEST_ITERATIONS, round(ITERATIONS * effort * n / problem.k))
    fresh = [Chain(problem, start, (seed, number)) for number in range(CHAINS)]
    chains += fresh
    everyone = np.arange(n)
    jobs = [partial(chain.anneal, n_iterations, HOT, everyone) for chain in fresh]
    run_all(jobs, tick=part(tick, 0.0, 0.7))
    best, other = sorted(fresh, key=lambda chain: -chain.gain)[:2]
    unsettled = np.flatnonzero(~in_common_groups(best.found, other.found))
    if len(unsettled):
        last = Chain(problem, best.found, (seed, CHAINS))
        chains.append(last)
        share = len(unsettled) / n
        last.anneal(max(1, round(n_iterations * share)), WARM, unsettled, part(tick, 0.7, 1.0))


def pose(
    X: Matrix,
    labels: Labels,
    k: int,
    neighbours: int,
    confidential: Sequence[tuple[Vector, bool]],
    demands: tuple[int | None, float | None],
    tick: Tick,
) -> Problem:
    """Return the problem; groups of the start that can be split are split, in place."""
    centred = X - X.mean(axis=0)
    demand = _demand(labels, confidential, demands)
    if demand.codes.shape[0] == 0:
        for share in split_groups(centred, labels, k, SLICE):
            tick(0.5 * share)
    limit = max(2 * k - 1, int(np.bincount(labels).max()))
    near = near_records(centred, neighbours, tick=part(tick, 0.5, 1.0))
    least = ROUNDING * squares_within(centred, labels) / len(X)
    return Problem(centred, near, k, limit, least, demand)


def _demand(
    labels: Labels,
    confidential: Sequence[tuple[Vector, bool]],
    demands: tuple[int | None, float | None],
) -> Demand:
    """Return what groups must keep, or say why it cannot be asked for."""
    distinct, closeness = demands
    if distinct is None and closeness is None:
        return no_demand()
    if not confidential:
        raise RequestError(
            "'distinct' and 'closeness' are demands on confidential values, and there are none. "
            "Name them with --confidential."
        )
    sizes = np.bincount(labels)
    demand = make_demand(
        [values for values, _ in confidential],
        [is_ordered for _, is_ordered in confidential],
        least_distinct=distinct or 0,
        most_distance=np.inf if closeness is None else closeness,
        limit=int(sizes.max()),
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


def in_order(labels: Labels) -> Labels:
    """Return labels that number the groups in the order of their first records.

    Examples
    --------
    >>> in_order(np.array([7, 2, 7, 0])).tolist()
    [0, 1, 0, 2]
    """
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    ordered: Labels = np.argsort(np.argsort(first))[inverse]
    return ordered


def in_common_groups(one: Labels, other: Labels) -> NDArray[np.bool_]:
    """Say of each record whether its group is the same in two partitions.

    Examples
    --------
    >>> in_common_groups(np.array([0, 0, 1, 1, 2, 2]), np.array([1, 1, 0, 2, 2, 0])).tolist()
    [True, True, False, False, False, False]
    """
    pairs = one.astype(np.int64) * (int(other.max()) + 1) + other
    _, inverse, counts = np.unique(pairs, return_inverse=True, return_counts=True)
    together = counts[inverse]
    same: NDArray[np.bool_] = (together == np.bincount(one)[one]) & (
        together == np.bincount(other)[other]
    )
    return same
