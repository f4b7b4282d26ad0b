"""Groups with records of at least k respondents."""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.spatial import cKDTree
from scipy.spatial.distance import cdist

from covey.core.arrays import Labels, Matrix, in_order
from covey.core.divisions import group_within
from covey.core.engine import ALONE, Resources
from covey.core.partition import units_by_group
from covey.core.progress import Progress, part, quiet
from covey.kernels.cutting import cut
from covey.kernels.pool import SLICE, UNASSIGNED
from covey.kernels.units import grow_over_units

SIZE = 16_000
"""Records of a block within which groups grow: the time of a round grows with them."""

_AT_ONCE = 256
"""Records whose distances to all groups are in memory."""


def grow(
    X: Matrix, units: Labels, k: int, progress: Progress = quiet, resources: Resources = ALONE
) -> Labels:
    """Return groups that grow over records of units that they do not hold yet.

    A large table is cut into blocks first. What is left when fewer than k units have records
    without a group joins the nearest groups.
    """
    block = np.zeros(len(X), dtype=np.intp)
    for number, rows in enumerate(cut(X, max(SIZE, 8 * k))):
        block[rows] = number
    labels, _ = group_within(
        block,
        partial(_grow_block, k=k),
        [X, units],
        engine=resources.engine,
        progress=part(progress, 0.0, 0.9),
    )
    return merge(X, labels, units, k)


def _grow_block(X: Matrix, units: Labels, *, k: int, progress: Progress) -> Labels:
    """Return the groups of one block; a block with fewer than k units is one group."""
    codes = np.unique(units, return_inverse=True)[1]
    labels = np.full(len(X), UNASSIGNED, dtype=np.intp)
    state = np.array([0, len(X), 1], dtype=np.int64)
    while state[2]:
        grow_over_units(X, codes, k, labels, state, SLICE)
        progress(1.0 - state[1] / len(X))
    if state[0] == 0:
        return np.zeros(len(X), dtype=np.intp)
    left = np.flatnonzero(labels == UNASSIGNED)
    if len(left):
        labels[left] = _nearest_groups(X, labels, left)
    return labels


def _nearest_groups(X: Matrix, labels: Labels, left: Labels) -> Labels:
    """Return the group whose centroid, as formed, is nearest to each of some records."""
    formed = labels != UNASSIGNED
    centroids = _centroids(X[formed], labels[formed])
    found = [cdist(part, centroids, "sqeuclidean").argmin(axis=1) for part in _parts(X[left])]
    return np.concatenate(found)


def _parts(X: Matrix) -> list[Matrix]:
    return np.array_split(X, len(X) // _AT_ONCE + 1)


def _centroids(X: Matrix, labels: Labels) -> Matrix:
    sizes = np.bincount(labels)
    sums = np.column_stack([np.bincount(labels, column) for column in X.T])
    centroids: Matrix = sums / sizes[:, np.newaxis]
    return centroids


def merge(X: Matrix, labels: Labels, units: Labels, k: int) -> Labels:
    """Return groups in which those with records of fewer than k units joined the nearest ones.

    In each turn, each failing group joins the group of the nearest centroid, unless that one took
    part in another union of the same turn.
    """
    labels = in_order(labels)
    while True:
        failing = np.flatnonzero(units_by_group(labels, units) < k)
        if len(failing) == 0 or labels.max() == 0:
            return labels
        centroids = _centroids(X, labels)
        nearest = np.asarray(cKDTree(centroids).query(centroids[failing], k=2)[1])
        target = np.arange(len(centroids))
        is_used = np.zeros(len(centroids), dtype=bool)
        for group, pair in zip(failing.tolist(), nearest.tolist(), strict=True):
            other = pair[1] if pair[0] == group else pair[0]
            if not (is_used[group] or is_used[other]):
                target[max(group, other)] = min(group, other)
                is_used[[group, other]] = True
        labels = in_order(target[labels])
