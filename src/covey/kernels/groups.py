"""A partition in motion: groups whose sums follow every move.

The loss of a partition is SST − Σ‖S_g‖² / n_g, with S_g the sum of a group's records and n_g their
number, so that a move between two groups costs as much as there are variables. Records must be
centred, or these sums lose their digits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit


class Groups(NamedTuple):
    """A partition in motion.

    Parameters
    ----------
    X : array, shape (n, p)
        The records, centred.
    labels, places : array of int, shape (n,)
        The group of each record and its place in it.
    members : array of int, shape (n_groups, limit)
        The records of each group.
    sizes : array of int, shape (n_groups,)
        How many of them count; 0 for a number that is free.
    sums : array, shape (n_groups, p)
        The sum of each group's records.
    """

    X: NDArray[np.float64]
    labels: NDArray[np.intp]
    places: NDArray[np.intp]
    members: NDArray[np.int32]
    sizes: NDArray[np.intp]
    sums: NDArray[np.float64]


def make_groups(
    X: NDArray[np.float64], labels: NDArray[np.intp], *, n_groups: int, limit: int
) -> Groups:
    """Return a partition in motion that starts at these labels, with room for so many groups."""
    groups = Groups(
        X=X,
        labels=labels.astype(np.intp),
        places=np.zeros(len(X), dtype=np.intp),
        members=np.zeros((n_groups, limit), dtype=np.int32),
        sizes=np.zeros(n_groups, dtype=np.intp),
        sums=np.zeros((n_groups, X.shape[1])),
    )
    fill_groups(groups)
    return groups


@njit
def fill_groups(groups):
    """Write members, places, sizes and sums from the labels."""
    for group in range(len(groups.sizes)):
        clear(groups, group)
    for i in range(len(groups.labels)):
        append(groups, groups.labels[i], i)


@inner
def clear(groups, group):
    """Empty a group."""
    groups.sizes[group] = 0
    for j in range(groups.X.shape[1]):
        groups.sums[group, j] = 0.0


@inner
def append(groups, group, i):
    """Put a record at the end of a group."""
    place = groups.sizes[group]
    groups.members[group, place] = i
    groups.places[i] = place
    groups.labels[i] = group
    groups.sizes[group] = place + 1
    for j in range(groups.X.shape[1]):
        groups.sums[group, j] += groups.X[i, j]


@inner
def remove(groups, i):
    """Take a record out of its group; the last one takes its place."""
    group = groups.labels[i]
    last = groups.sizes[group] - 1
    moved = groups.members[group, last]
    groups.members[group, groups.places[i]] = moved
    groups.places[moved] = groups.places[i]
    groups.sizes[group] = last
    for j in range(groups.X.shape[1]):
        groups.sums[group, j] -= groups.X[i, j]


@inner
def exchange(groups, i, other):
    """Let two records of different groups change places."""
    a, b = groups.labels[i], groups.labels[other]
    groups.members[a, groups.places[i]] = other
    groups.members[b, groups.places[other]] = i
    groups.labels[i], groups.labels[other] = b, a
    groups.places[i], groups.places[other] = groups.places[other], groups.places[i]
    for j in range(groups.X.shape[1]):
        difference = groups.X[other, j] - groups.X[i, j]
        groups.sums[a, j] += difference
        groups.sums[b, j] -= difference


@inner
def offset(groups, i, group):
    """Return the squared distance of a record to the mean of a group."""
    total = 0.0
    size = groups.sizes[group]
    for j in range(groups.X.shape[1]):
        difference = groups.X[i, j] - groups.sums[group, j] / size
        total += difference * difference
    return total


@inner
def explained(groups, group):
    """Return ‖S‖² / n of a group: what it takes off the loss."""
    total = 0.0
    for j in range(groups.X.shape[1]):
        total += groups.sums[group, j] * groups.sums[group, j]
    return total / groups.sizes[group]
