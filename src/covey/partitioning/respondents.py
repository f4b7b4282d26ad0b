"""Groups with records of k respondents, made of groups that were formed without regard to them."""

from __future__ import annotations

import numpy as np
from scipy.spatial import cKDTree

from covey.core.arrays import Labels, Matrix, in_order
from covey.core.partition import units_by_group
from covey.core.progress import Progress, quiet
from covey.kernels.dissolve import split_groups
from covey.kernels.pool import group_centroids


def regroup(X: Matrix, labels: Labels, units: Labels, k: int, progress: Progress = quiet) -> Labels:
    """Return groups with records of k units each: poor ones are merged, and split if too large."""
    merged = merge(X, labels, units, k)
    n_before = units_by_group(merged, labels)  # groups that each one is made of
    rows = np.flatnonzero((n_before > 1)[merged])
    if len(rows) == 0:
        return labels
    parts = in_order(merged[rows])
    for share in split_groups(X[rows], parts, k, units=units[rows]):
        progress(share)
    merged[rows] = len(n_before) + parts
    return in_order(merged)


def merge(X: Matrix, labels: Labels, units: Labels, k: int) -> Labels:
    """Return groups in which those with records of fewer than k units joined the nearest ones.

    In each turn, each failing group joins the group of the nearest centroid, unless that one took
    part in another union of the same turn.
    """
    labels = labels.copy()
    while True:
        failing = np.flatnonzero(units_by_group(labels, units) < k)
        if len(failing) == 0 or labels.max() == 0:
            return labels
        centroids = group_centroids(X, labels, int(labels.max()) + 1)
        nearest = np.asarray(cKDTree(centroids).query(centroids[failing], k=2)[1])
        target = np.arange(len(centroids))
        is_used = np.zeros(len(centroids), dtype=bool)
        for group, pair in zip(failing.tolist(), nearest.tolist(), strict=True):
            other = pair[1] if pair[0] == group else pair[0]
            if not (is_used[group] or is_used[other]):
                target[max(group, other)] = min(group, other)
                is_used[[group, other]] = True
        labels = in_order(target[labels])


def disperse(X: Matrix, labels: Labels, units: Labels, k: int) -> Labels:
    """Return groups in which records of groups with fewer than k units joined the nearest others.

    Each joins the group of the centroid nearest to it; where no group has k units, nothing changes.
    """
    is_poor = units_by_group(labels, units) < k
    if not is_poor.any() or is_poor.all():
        return labels
    left = np.flatnonzero(is_poor[labels])
    rich = np.flatnonzero(~is_poor)
    centroids = group_centroids(X, labels, len(is_poor))[rich]
    labels = labels.copy()
    labels[left] = rich[cKDTree(centroids).query(X[left])[1]]
    return in_order(labels)
