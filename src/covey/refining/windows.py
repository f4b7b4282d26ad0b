"""Windows on a partition: groups around a record, few enough to be chosen anew all at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix
from covey.kernels.pool import group_centroids

Flags = NDArray[np.bool_]


class Windows:
    """Windows that go over a partition from outside in, until each record was well inside one.

    A window begins with the record farthest from the mean among those that are not done, and holds
    the groups around it. Groups in its inner half are done with it; those at its rim will be inside
    another one. Records are centred, and a window has about ``size`` of them.
    """

    def __init__(self, X: Matrix, size: int) -> None:
        self._X = X
        self._size = size
        self._far = np.square(X).sum(axis=1)
        self._is_done = np.zeros(len(X), dtype=bool)

    @property
    def share(self) -> float:
        """How much is done."""
        return float(self._is_done.mean())

    def next_batch(self, labels: Labels) -> list[Flags]:
        """Return the records of windows that have no group in common; none if all is done.

        They can be worked on at once. How many there are depends on the partition alone.
        """
        batch = list[Flags]()
        sizes = np.bincount(labels)
        means = group_centroids(self._X, labels, len(sizes))
        is_taken = np.zeros(len(sizes), dtype=bool)
        while not self._is_done.all():
            first = labels[int(np.argmax(np.where(self._is_done, -1.0, self._far)))]
            distances = np.square(means - means[first]).sum(axis=1)
            # Its own group is in, even if others have the same mean.
            distances[first] = -1.0
            order = np.argsort(distances, kind="stable")
            reach = np.cumsum(sizes[order])
            window = order[: np.searchsorted(reach, self._size) + 1]
            if is_taken[window].any():
                break
            is_taken[window] = True
            # A window that holds all groups has no rim.
            has_rim = len(window) < len(order)
            inner = order[: np.searchsorted(reach, self._size // 2) + 1] if has_rim else order
            self._is_done |= np.isin(labels, inner)
            batch.append(np.isin(labels, window))
        return batch
