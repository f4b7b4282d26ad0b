"""The second phase of DBA-2: dissolve groups where the loss falls, then split those too large.

The state of a partition in motion is a matrix of centroids and an array of sizes, a size of zero
standing for a group that was dissolved. Centroids are computed and moved by offsets, from a member
or from the centroid itself: a group of duplicates then has its centroid exactly on them and a loss
of exactly zero, whatever the size.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from covey.kernels.cells import N_GROUPS, in_slices, make_cells
from covey.kernels.compiling import njit
from covey.kernels.mdav import rounds_of_nearest
from covey.kernels.pool import (
    SLICE,
    UNASSIGNED,
    centroid,
    farthest,
    group_centroids,
    join_nearest,
    squared_distance,
    take_around,
)
from covey.kernels.units import IN_POOL, make_units

FALL = 1.0 - 1e-9
"""The loss has fallen if it is below this share of what it was: less is rounding."""


def second_phase(
    X: NDArray[np.float64],
    labels: NDArray[np.intp],
    k: int,
    budget: int = SLICE,
    units: NDArray[np.intp] | None = None,
) -> Iterator[float]:
    """Dissolve and split the groups of a partition in place; yield the share that is done.

    A plain generator around the compiled slices, so that whoever runs it hears of progress and can
    be interrupted. Groups are numbered in their order of creation on entry; on exit they are
    numbered without gaps, in the same order, the parts of a split group in place of it. Groups that
    have records of k units keep that: a dissolved group adds to others, and `split_groups` takes
    care.
    """
    sizes = np.bincount(labels)
    large = sizes[sizes >= 2 * k].astype(np.float64)
    dissolving, splitting = float(len(X) * len(sizes)), float((large**2).sum() / k)
    portion = dissolving / (dissolving + splitting)
    for share in dissolve_groups(X, labels, budget):
        yield portion * share
    for share in split_groups(X, labels, k, budget, units):
        yield portion + (1.0 - portion) * share


def dissolve_groups(X, labels, budget):
    """Dissolve groups from the last to the first where that pays; yield the share that is done."""
    n_groups = int(labels.max()) + 1
    centroids, sizes = group_means(X, labels, n_groups)
    step = max(1, budget // centroids.size)
    for group in range(n_groups - 1, -1, -1):
        members = np.flatnonzero(labels == group)
        loss = loss_about(X, members, centroids[group])
        if loss == 0.0:
            continue
        targets = np.full(len(members), group)
        # A group may be as large as the table: its members look for others in slices as well.
        for start in range(0, len(members), step):
            part = slice(start, start + step)
            seek_others(X, members[part], centroids, sizes, group, targets[part])
            yield 1.0 - (group + 1 - min(1.0, (start + step) / len(members))) / n_groups
        dissolve_if_it_pays(X, labels, members, targets, centroids, sizes, loss)
    yield 1.0


def split_groups(
    X: NDArray[np.float64],
    labels: NDArray[np.intp],
    k: int,
    budget: int = SLICE,
    units: NDArray[np.intp] | None = None,
) -> Iterator[float]:
    """Split groups of 2k or more by MDAV-1 and close the gaps; yield the share that is done.

    With units, all parts have records of k of them, and a group without room for two such parts
    stays as it is.
    """
    order = np.argsort(labels, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1)
    n_groups = n_done = 0
    for members in groups:
        parts = np.zeros(len(members), dtype=labels.dtype)
        if len(members) >= 2 * k:
            parts[:] = UNASSIGNED
            within = None if units is None else units[members]
            for share in divide(X[members], parts, k, budget, within):
                yield (n_done + share * len(members)) / len(X)
        labels[members] = n_groups + parts
        n_groups += int(parts.max()) + 1
        n_done += len(members)
    yield 1.0


def divide(
    X: NDArray[np.float64],
    labels: NDArray[np.intp],
    k: int,
    budget: int = SLICE,
    units: NDArray[np.intp] | None = None,
) -> Iterator[float]:
    """Partition unassigned records by MDAV-1 in place; yield the share that is done."""
    respondents = make_units(units)
    cells = make_cells(X, labels, units=respondents)
    for left in in_slices(
        cells,
        lambda pool: rounds_of_nearest(pool, k, 2, 2 * k, budget),
        size=k,
        at_once=2,
        limit=2 * k,
    ):
        yield 1.0 - left / len(X)
    n_groups = int(cells.state[N_GROUPS])
    rows = np.flatnonzero(labels == UNASSIGNED)
    n = len(rows)
    if n >= k and (respondents is None or respondents.counts[IN_POOL] >= k):
        seed = farthest(X, rows, n, centroid(X, rows, n))
        n = take_around(X, rows, n, seed, k, labels, n_groups, respondents)
        n_groups += 1
    if n:
        join_nearest(X, rows[:n], labels, group_centroids(X, labels, n_groups))


@njit
def group_means(X, labels, n_groups):
    """Return the centroid and the size of each group."""
    first = np.full(n_groups, -1)
    sizes = np.zeros(n_groups, dtype=np.int64)
    means = np.zeros((n_groups, X.shape[1]))
    for i in range(X.shape[0]):
        group = labels[i]
        if first[group] < 0:
            first[group] = i
        sizes[group] += 1
        for j in range(X.shape[1]):
            means[group, j] += X[i, j] - X[first[group], j]
    for group in range(n_groups):
        for j in range(X.shape[1]):
            means[group, j] = X[first[group], j] + means[group, j] / sizes[group]
    return means, sizes


@njit
def loss_about(X, members, point):
    """Return the sum of the members' squared distances to a point."""
    loss = 0.0
    for member in members:
        loss += squared_distance(X, member, point)
    return loss


@njit
def seek_others(X, members, centroids, sizes, group, targets):
    """Write, for some members of a group, the other group with the nearest centroid to ``targets``.

    All of them look at the groups as they are before any member moves. Ties go to the group that
    was created first. Where there is no other group, the target stays what it was.
    """
    for position in range(len(members)):
        best = np.inf
        for other in range(len(sizes)):
            if other != group and sizes[other] > 0:
                distance = squared_distance(X, members[position], centroids[other])
                if distance < best:
                    best = distance
                    targets[position] = other


@njit
def dissolve_if_it_pays(X, labels, members, targets, centroids, sizes, loss):
    """Give the members of a group to their targets if that costs less than the group's own loss.

    A group of m records with centroid c that takes in a records x gains a loss of Σ‖x − c‖² less
    ‖Σ(x − c)‖² / (m + a), and its centroid moves by Σ(x − c) / (m + a). Labels, centroids and sizes
    are brought up to date. Returns whether the group is gone.
    """
    group = labels[members[0]]
    if targets[0] == group:
        return False
    receivers = np.unique(targets)
    cost = 0.0
    offsets = np.zeros((len(receivers), X.shape[1]))
    joining = np.zeros(len(receivers), dtype=np.int64)
    for position in range(len(members)):
        receiver = np.searchsorted(receivers, targets[position])
        joining[receiver] += 1
        for j in range(X.shape[1]):
            offset = X[members[position], j] - centroids[targets[position], j]
            offsets[receiver, j] += offset
            cost += offset * offset
    for receiver in range(len(receivers)):
        grown = sizes[receivers[receiver]] + joining[receiver]
        for j in range(X.shape[1]):
            cost -= offsets[receiver, j] * offsets[receiver, j] / grown
    if cost >= loss * FALL:
        return False
    labels[members] = targets
    sizes[group] = 0
    for receiver in range(len(receivers)):
        target = receivers[receiver]
        sizes[target] += joining[receiver]
        for j in range(X.shape[1]):
            centroids[target, j] += offsets[receiver, j] / sizes[target]
    return True
