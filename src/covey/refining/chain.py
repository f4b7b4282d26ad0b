"""One search on one partition: local search, then ruin-and-recreate, in slices."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, in_order, squares_within
from covey.core.progress import Progress
from covey.core.wording import fixed
from covey.kernels.collected import make_collected
from covey.kernels.diversity import DiversityDemand
from covey.kernels.groups import Groups
from covey.kernels.moves import FEW_MEMBERS, MOST_RUINED, NEVER, descend, find_settled, make_state
from covey.kernels.pool import SLICE
from covey.kernels.randomness import seeded
from covey.kernels.search import anneal

Temperatures = tuple[float, float]
"""Of the first and the last iteration, in mean losses of the groups that are ruined."""

FRESH: Temperatures = (0.3, 0.01)
"""Of a search that begins with any partition: the lowest loss of those tried."""

ROUNDING, NOISE = 1e-10, 1e-14
"""A gain below these shares of the loss and of the variation of a record is none."""


def least_gain(X: Matrix, labels: Labels) -> float:
    """Return what a move must gain at least: less may be rounding, and moves would never end."""
    loss, variation = squares_within(X, labels), float(np.square(X).sum())
    return max(ROUNDING * loss, NOISE * variation) / len(X)


class Falling:
    """Says in words how far the loss of centred records fell, whichever chain took it there."""

    def __init__(self, X: Matrix) -> None:
        self._total = float(np.square(X).sum())
        self._lowest = np.inf

    def to(self, loss: float) -> str:
        """Note a loss, and tell the lowest so far as a share of the whole variation."""
        self._lowest = min(self._lowest, loss)
        return f"loss {fixed(100.0 * self._lowest / self._total, 3)} %" if self._total > 0.0 else ""


@dataclass(frozen=True, slots=True)
class Problem:
    """What all chains share: centred records, their neighbours, and what groups must keep."""

    X: Matrix
    neighbours: NDArray[np.int32]
    k: int
    limit: int
    least: float
    demand: DiversityDemand | None  # on confidential values
    units: NDArray[np.int64] | None  # of the records; every group keeps k of them
    falling: Falling = field(compare=False)  # tells how far all of them got
    capacity: int = 0  # groups that each chain collects while it cools, at most


class Chain:
    """One search, which remembers the best partition that it came by.

    It starts at some labels, and its random numbers where the entropy says.
    """

    def __init__(self, problem: Problem, labels: Labels, entropy: tuple[int, ...]) -> None:
        self._problem = problem
        demand = problem.demand
        self._state = make_state(
            problem.X,
            labels,
            problem.neighbours,
            k=problem.k,
            limit=problem.limit,
            chance=seeded(*entropy),
            # Chains run at once: each needs room of its own to sort a group in.
            demand=demand and demand._replace(scratch=demand.scratch.copy()),
            units=problem.units,
        )
        self._start = _loss(self._state.groups)
        self._gains = np.zeros(2)
        self._best = self._state.groups.labels.copy()
        self.collected = (
            make_collected(problem.capacity, problem.limit) if problem.capacity else None
        )

    @property
    def found(self) -> Labels:
        """The best partition so far, its groups numbered in the order of their first records."""
        return in_order(self._best)

    @property
    def gain(self) -> float:
        """By how much the loss of the best partition is below that of the start."""
        return float(self._gains[1])

    @property
    def loss(self) -> float:
        """The loss of the best partition, but for the rounding of many small gains."""
        return self._start - self.gain

    def descend(
        self, progress: Progress, *, enough: float = 0.0, settled: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_]:
        """Make moves that pay until none does, or a pass takes less than this share of the loss.

        Takes and returns for each record whether it would find nothing if it looked (once more).
        """
        problem, n = self._problem, len(self._best)
        partners = min(problem.limit, FEW_MEMBERS)
        per_record = problem.X.shape[1] * problem.neighbours.shape[1] * partners
        step = max(1, SLICE // (4 * per_record))
        self._state.looked[:] = NEVER if settled is None else np.where(settled, 0, NEVER)
        self._state.changed[:] = 0
        gain, first, done = np.inf, 0.0, 0.0
        while gain > max(problem.least, enough * self.loss):
            gain = 0.0
            for start in range(0, n, step):
                stop = min(n, start + step)
                least = problem.least
                found = descend(self._state, start, stop, problem.k, least)
                self._best[:] = self._state.groups.labels
                self._gains += found
                gain += found
                progress(done, problem.falling.to(self.loss))
            first = max(first, gain)
            # Each pass finds less than the one before; their number is not known before.
            done = max(done, 1.0 - gain / first) if first > 0.0 else 1.0
        rests: NDArray[np.bool_] = find_settled(self._state)
        return rests

    def anneal(
        self, n_iterations: int, temperatures: Temperatures, active: Labels, progress: Progress
    ) -> None:
        """Ruin and recreate, from one of the active records each time."""
        problem = self._problem
        schedule = (float(n_iterations), *temperatures)
        step = self._iterations_a_slice()
        for start in range(0, n_iterations, step):
            anneal(
                self._state,
                self.collected,
                active,
                self._gains,
                self._best,
                schedule,
                start,
                min(n_iterations, start + step),
                problem.k,
                problem.least,
            )
            progress(min(1.0, (start + step) / n_iterations), problem.falling.to(self.loss))

    def _iterations_a_slice(self) -> int:
        """Return how many iterations take some tens of milliseconds."""
        n_records = MOST_RUINED * self._problem.limit
        looks = n_records + self._problem.neighbours.shape[1] * min(
            self._problem.limit, FEW_MEMBERS
        )
        work = n_records * looks * self._problem.X.shape[1]
        return int(max(1, SLICE // (2 * work)))


def _loss(groups: Groups) -> float:
    """Return the loss of groups of centred records, from their sums."""
    used = groups.sizes > 0
    explained = np.square(groups.sums[used]).sum(axis=1) / groups.sizes[used]
    return float(np.square(groups.X).sum() - explained.sum())
