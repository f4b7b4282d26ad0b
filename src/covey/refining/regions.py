"""The search on a large table: region by region, several at once, with borders that move.

A region is a set of whole groups that lie together, and what happens in it depends on nothing
outside. Regions are cut anew in each round, along other directions, so that the groups at the
borders of one round are inside in the next.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, in_order, squares_within
from covey.core.divisions import group_within, rows_of
from covey.core.interrupts import Stoppable
from covey.core.method import Grouped
from covey.core.progress import Progress, part
from covey.core.refiner import Terms
from covey.kernels.cutting import cut, turned
from covey.kernels.pool import group_centroids
from covey.refining.chain import FRESH, Chain, Falling, Problem, least_gain

WHOLE = 50_000
"""Records up to which a table is searched as a whole."""

REGION = 25_000
"""Records of a region, about."""

ROUNDS = 3
"""How often regions are cut."""

ENOUGH = 0.0005
"""Local search in a region ends when a pass takes less than this share of its loss."""


def search_regions(
    problem: Problem, labels: Labels, iterations: float, terms: Terms, *, size: int = REGION
) -> tuple[Labels, bool]:
    """Return a partition with a lower loss, and whether the search was stopped.

    Iterations of ruin-and-recreate are for each record, in the last round; regions have about
    ``size`` records.
    """
    numbers = np.arange(len(labels))
    units = [] if problem.units is None else [problem.units]
    settled = np.zeros(len(labels), dtype=np.bool_)
    with Stoppable() as run:
        for turn in range(ROUNDS):
            regions = cut_regions(problem.X, labels, turn, size)
            # Local search mends the borders first: it takes off more for its time.
            wanted = iterations if turn == ROUNDS - 1 else 0.0
            labels, facts = group_within(
                regions,
                RegionSearch(problem.k, problem.limit, wanted, (terms.seed, turn)),
                [problem.X, labels, problem.neighbours, numbers, settled, *units],
                engine=terms.resources.engine,
                progress=part(terms.progress, turn / ROUNDS, (turn + 1) / ROUNDS),
            )
            for rows, told in zip(rows_of(regions), facts, strict=True):
                settled[rows] = told["is_settled"]
            loss = squares_within(problem.X, labels)
            terms.progress((turn + 1) / ROUNDS, problem.falling.to(loss))
    return in_order(labels), run.is_stopped


def cut_regions(X: Matrix, labels: Labels, turn: int, size: int = REGION) -> Labels:
    """Return the region of each record, cut between groups along directions of this turn."""
    n_groups = int(labels.max()) + 1
    means = group_centroids(X, labels, n_groups)
    region = np.empty(n_groups, dtype=np.intp)
    largest = max(2, size * n_groups // len(X))
    for number, groups in enumerate(cut(turned(means, turn), largest)):
        region[groups] = number
    return region[labels]


@dataclass(frozen=True, slots=True)
class RegionSearch:
    """The search of one region, a pure function of it."""

    k: int
    limit: int  # largest group size
    iterations: float  # of ruin-and-recreate, for each record
    entropy: tuple[int, ...]  # where random numbers start, together with the first record

    def __call__(
        self,
        X: Matrix,
        labels: Labels,
        neighbours: NDArray[np.int32],
        rows: Labels,
        settled: NDArray[np.bool_],
        units: NDArray[np.int64] | None = None,
        *,
        progress: Progress,
    ) -> Grouped:
        """Return groups numbered from 0, and whether records would find nothing elsewhere either.

        ``rows`` are the numbers of the region's records in the whole table, ascending, to which
        ``neighbours`` refer; ``settled`` says which found nothing in the region before this one.
        """
        start = np.unique(labels, return_inverse=True)[1]
        centred = X - X.mean(axis=0)
        near, is_outside = _within(neighbours, rows)
        least = least_gain(centred, start)
        problem = Problem(centred, near, self.k, self.limit, least, None, units, Falling(centred))
        chain = Chain(problem, start, (*self.entropy, int(rows[0])))

        def quietly(share: float, _note: str = "", /) -> None:
            progress(share)  # the loss of one region is not that of the table

        n_iterations = round(self.iterations * len(X))
        share = part(quietly, 0.0, 0.1 if n_iterations else 1.0)
        settled = chain.descend(share, enough=ENOUGH, settled=settled)
        if n_iterations:
            chain.anneal(n_iterations, FRESH, np.arange(len(X)), part(quietly, 0.1, 1.0))
            settled = np.zeros(len(X), dtype=np.bool_)
        return Grouped(chain.found, {"is_settled": settled & ~is_outside.any(axis=1)})


def _within(
    neighbours: NDArray[np.int32], rows: Labels
) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Return neighbours by their places in a region, and which of them are outside.

    For one outside stands the record's own place.
    """
    last = int(rows[-1])
    places = np.full(last + 2, -1, dtype=np.int32)
    places[rows] = np.arange(len(rows))
    found = places[np.minimum(neighbours, last + 1)]
    is_outside = found < 0
    own = np.arange(len(rows), dtype=np.int32)[:, np.newaxis]
    return np.where(is_outside, own, found), is_outside
