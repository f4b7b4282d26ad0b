"""Running a kernel over a pool in slices, and dealing with what is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix
from covey.core.progress import Tick, quiet
from covey.kernels import pool as kernel

SLICE = kernel.SLICE

Rounds = Callable[[int, int], tuple[int, int]]
"""Takes how many records remain and how many groups exist, returns both after some rounds."""


@dataclass(slots=True)
class Pool:
    """The unassigned records of one partition in the making.

    Parameters
    ----------
    X : Matrix
        The records.
    tick : callable
        Told the share of records that have a group.
    """

    X: Matrix
    tick: Tick = quiet
    rows: NDArray[np.int64] = field(init=False)
    labels: Labels = field(init=False)
    n_left: int = field(init=False)
    n_groups: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.n_left = len(self.X)
        self.rows = np.arange(self.n_left, dtype=np.int64)
        self.labels = np.full(self.n_left, kernel.UNASSIGNED, dtype=np.intp)

    def run(self, rounds: Rounds, *, down_to: int) -> None:
        """Repeat slices of rounds until fewer than ``down_to`` records are left."""
        while self.n_left >= down_to:
            self.n_left, self.n_groups = rounds(self.n_left, self.n_groups)
            self.report()

    def report(self) -> None:
        """Tell how many records have a group; in between, an interrupt is answered."""
        self.tick(1.0 - self.n_left / len(self.X))

    def close_group(self) -> None:
        """Take the records that were just labelled out of the pool."""
        self.n_left = kernel.remove_assigned(self.rows, self.n_left, self.labels)
        self.n_groups += 1
        self.report()

    def take_around(self, seed: int, k: int) -> None:
        """Form a group of a record and its k − 1 nearest."""
        self.n_left = kernel.take_around(
            self.X, self.rows, self.n_left, seed, k, self.labels, self.n_groups
        )
        self.n_groups += 1

    def take_around_farthest(self, k: int) -> None:
        """Form a group around the record farthest from the centroid of what is left."""
        centre = kernel.centroid(self.X, self.rows, self.n_left)
        self.take_around(kernel.farthest(self.X, self.rows, self.n_left, centre), k)

    def take_rest(self) -> None:
        """Form a group of all that is left."""
        kernel.take_all(self.rows, self.n_left, self.labels, self.n_groups)
        self.n_left, self.n_groups = 0, self.n_groups + 1

    def rest_joins_last(self) -> None:
        """Give what is left to the group that was formed last."""
        kernel.take_all(self.rows, self.n_left, self.labels, self.n_groups - 1)
        self.n_left = 0

    def rest_joins_nearest(self) -> None:
        """Give what is left to the groups with the nearest centroids."""
        kernel.join_nearest(self.X, self.rows, self.n_left, self.labels, self.n_groups)
        self.n_left = 0
