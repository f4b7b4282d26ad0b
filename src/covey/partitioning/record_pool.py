"""The unassigned records of a partition in the making, and what becomes of the last of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Self

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.progress import Progress, quiet
from covey.kernels import pool as kernel
from covey.kernels.units import IN_POOL, Units, make_units
from covey.partitioning.rounds import Backend, Rounds, form_in_cells


@dataclass(slots=True)
class RecordPool:
    """The unassigned records of one partition in the making.

    What gives the last of them a group returns the labels. With units, every group that is formed
    has records of k of them.
    """

    X: Matrix
    progress: Progress = quiet  # told the share of records that have a group
    units: Units | None = None
    rows: NDArray[np.int64] = field(init=False)
    labels: Labels = field(init=False)
    n_left: int = field(init=False)
    n_groups: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.n_left = len(self.X)
        self.rows = np.arange(self.n_left, dtype=np.int64)
        self.labels = np.full(self.n_left, kernel.UNASSIGNED, dtype=np.intp)

    @classmethod
    def after(
        cls, rounds: Rounds, X: Matrix, progress: Progress = quiet, backend: Backend = form_in_cells
    ) -> Self:
        """Return the records that are left when a backend has carried out some rounds."""
        pool = cls(X, progress)
        for n_left in backend(X, pool.labels, rounds):
            pool.n_left = n_left
            progress(1.0 - n_left / len(X))
        pool.n_groups = int(pool.labels.max()) + 1
        pool.rows = np.flatnonzero(pool.labels == kernel.UNASSIGNED)
        if rounds.units is not None:
            pool.units = make_units(rounds.units, pool.rows)
        return pool

    def can_form(self, k: int) -> bool:
        """Whether what is left has k records, of k units."""
        return self.n_left >= k and (self.units is None or bool(self.units.counts[IN_POOL] >= k))

    def take_around(self, seed: int, k: int) -> None:
        """Form a group of a record and its k − 1 nearest."""
        self.n_left = kernel.take_around(
            self.X, self.rows, self.n_left, seed, k, self.labels, self.n_groups, self.units
        )
        self.n_groups += 1

    def take_around_farthest(self, k: int) -> None:
        """Form a group around the record farthest from the centroid of what is left."""
        values = self.X[self.rows[: self.n_left]]
        centre = [fsum(column) / self.n_left for column in values.T]
        seed = int(np.argmax(_squared_distances(values, centre)))
        if self.units is not None:
            self.take_around(int(self.rows[seed]), k)
            return
        order = np.argsort(_squared_distances(values, values[seed]), kind="stable")
        members = [seed, *order[order != seed][: k - 1]]
        self.labels[self.rows[members]] = self.n_groups
        self.rows = np.delete(self.rows[: self.n_left], members)
        self.n_left, self.n_groups = self.n_left - k, self.n_groups + 1

    def take_rest(self) -> Labels:
        """Form a group of all that is left."""
        self.n_groups += 1
        return self.rest_joins_last()

    def halve_rest(self, k: int) -> Labels:
        """Form a group of all that is left, or two groups if there are enough records."""
        if self.n_left >= 2 * k and self.can_form(k):
            self.take_around_farthest(k)
        return self.take_rest() if self.can_form(k) else self.rest_joins_nearest()

    def rest_joins_last(self) -> Labels:
        """Give what is left to the group that was formed last."""
        self.labels[self.rows[: self.n_left]] = self.n_groups - 1
        self.n_left = 0
        return self.labels

    def few_join_last(self, k: int) -> Labels:
        """Give what is left, fewer than k, to the group that was formed last.

        Of too few units more may be left, which join the nearest groups.
        """
        return self.rest_joins_last() if self.n_left < k else self.rest_joins_nearest()

    def rest_joins_nearest(self) -> Labels:
        """Give what is left to the groups with the nearest centroids."""
        rows = self.rows[: self.n_left]
        if len(rows):
            centroids = kernel.group_centroids(self.X, self.labels, self.n_groups)
            step = max(1, kernel.SLICE // centroids.size)
            for start in range(0, len(rows), step):
                part = rows[start : start + step]
                kernel.join_nearest(self.X, part, self.labels, centroids)
                self.progress(1.0 - (len(rows) - start - len(part)) / len(self.X))
        self.n_left = 0
        return self.labels


def _squared_distances(values: Matrix, point: Sequence[float] | Vector) -> Vector:
    """Return the squared distances of a few records to a point, bit for bit those of the kernels.

    They add up the variables in their order. A few records are not worth compiling a kernel for.
    """
    total = np.zeros(len(values))
    for column, at in zip(values.T, point, strict=True):
        total += (column - at) ** 2
    return total
