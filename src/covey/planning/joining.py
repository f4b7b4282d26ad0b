"""Joining classes that have too few units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix
from covey.core.census import Count
from covey.core.markers import GAP


class Joining:
    """Classes, of which the smallest joins another one until all have k units."""

    def __init__(self, counts: Sequence[Count], k: int) -> None:
        self.k = k
        self.counts = list(counts)
        self.labels: Labels = np.arange(len(counts))  # the class that each one is part of now
        self.is_there = np.ones(len(counts), dtype=bool)
        self.n_records = np.array([count.n_records for count in counts], dtype=np.float64)
        self.n_units = np.array([count.n_units for count in counts])

    def run(
        self,
        costs: Callable[[int, NDArray[np.intp]], NDArray[np.float64]],
        joined: Callable[[int, int], None],
    ) -> Labels:
        """Join each class that is too small with the one of the lowest cost; return the labels.

        The fewest units go first; ties go to the class of the lowest number.
        """
        while True:
            small = np.flatnonzero(self.is_there & (self.n_units < self.k))
            if len(small) == 0 or np.count_nonzero(self.is_there) == 1:
                return np.unique(self.labels, return_inverse=True)[1]
            one = int(small[np.argmin(self.n_units[small])])
            self.is_there[one] = False
            others = np.flatnonzero(self.is_there)
            other = int(others[np.argmin(costs(one, others))])
            joined(one, other)
            self._join(one, other)

    def _join(self, one: int, other: int) -> None:
        kept, gone = min(one, other), max(one, other)
        self.counts[kept] = self.counts[kept].plus(self.counts[gone])
        self.n_records[kept] += self.n_records[gone]
        self.n_units[kept] = self.counts[kept].n_units
        self.labels[self.labels == gone] = kept
        self.is_there[gone], self.is_there[kept] = False, True


@dataclass(frozen=True, slots=True)
class JoinedPatterns:
    """Which patterns of missing values are one now, and what it costs."""

    labels: Labels
    n_cells: (
        int  # that are blanked, if a small pattern takes no more records of another than it needs
    )
    is_mixed: NDArray[np.bool_]  # variables in which joined patterns differ


def join_patterns(patterns: NDArray[np.int64], counts: Sequence[Count], k: int) -> JoinedPatterns:
    """Join each pattern of fewer than k units with the one where the fewest cells must change.

    The patterns, one row each, are in ascending order. A cell in which joined patterns differ
    becomes a gap; what is one already does not change.
    """
    rows, joining = patterns.copy(), Joining(counts, k)
    spent, is_mixed = np.zeros(len(rows)), np.zeros(rows.shape[1], dtype=bool)

    def costs(one: int, others: NDArray[np.intp]) -> NDArray[np.float64]:
        differs = rows[others] != rows[one]
        own = (differs & (rows[one] != GAP)).sum(axis=1)
        theirs = (differs & (rows[others] != GAP)).sum(axis=1)
        taken = np.minimum(joining.n_records[others], k - joining.n_units[one])
        cost: NDArray[np.float64] = joining.n_records[one] * own + taken * theirs
        return cost

    def joined(one: int, other: int) -> None:
        spent[min(one, other)] = spent[one] + spent[other] + costs(one, np.array([other]))[0]
        is_mixed[rows[one] != rows[other]] = True
        rows[min(one, other)] = np.where(rows[one] == rows[other], rows[one], GAP)

    labels = joining.run(costs, joined)
    # A class with room for one group loses all that its members do not share.
    lost = ((patterns != rows[joining.labels]) @ np.ones(rows.shape[1])) * [
        count.n_records for count in counts
    ]
    of_one_group = np.bincount(joining.labels, lost, minlength=len(rows))
    is_one_group = joining.n_records < 2 * k
    cells = np.where(is_one_group, of_one_group, spent)[joining.is_there]
    return JoinedPatterns(labels, int(cells.sum()), is_mixed)


def join_nearest(centroids: Matrix, counts: Sequence[Count], k: int) -> Labels:
    """Join each class of fewer than k units with the one of the nearest centroid."""
    centres, joining = centroids.copy(), Joining(counts, k)

    def costs(one: int, others: NDArray[np.intp]) -> NDArray[np.float64]:
        distances: NDArray[np.float64] = np.square(centres[others] - centres[one]).sum(axis=1)
        return distances

    def joined(one: int, other: int) -> None:
        pair = [one, other]
        centres[min(pair)] = np.average(centres[pair], axis=0, weights=joining.n_records[pair])

    return joining.run(costs, joined)
