"""A partition in motion: groups whose sums follow every move.

The loss of a partition is SST − Σ‖S_g‖² / n_g, with S_g the sum of a group's records and n_g their
number, so that a move between two groups costs as much as there are variables. Records must be
centred, or these sums lose their digits.

Kernels take the arrays that they need, one by one, under the names of `Groups`: handing on the
whole tuple costs no time when they run, but a lot when they are compiled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner


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
    sizes = np.bincount(labels, minlength=n_groups)
    order = np.argsort(labels, kind="stable")
    places = np.empty(len(X), dtype=np.intp)
    places[order] = np.arange(len(X)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    members = np.zeros((n_groups, limit), dtype=np.int32)
    members[labels, places] = np.arange(len(X))
    sums = np.empty((n_groups, X.shape[1]))
    for j in range(X.shape[1]):
        sums[:, j] = np.bincount(labels, X[:, j], n_groups)
    return Groups(X, labels.astype(np.intp), places, members, sizes, sums)


@inner
def append(X, labels, places, members, sizes, sums, group, i):
    """Put a record at the end of a group."""
    place = sizes[group]
    members[group, place] = i
    places[i] = place
    labels[i] = group
    sizes[group] = place + 1
    for j in range(X.shape[1]):
        sums[group, j] += X[i, j]


@inner
def remove(X, labels, places, members, sizes, sums, i):
    """Take a record out of its group; the last one takes its place."""
    group = labels[i]
    last = sizes[group] - 1
    moved = members[group, last]
    members[group, places[i]] = moved
    places[moved] = places[i]
    sizes[group] = last
    for j in range(X.shape[1]):
        sums[group, j] -= X[i, j]


@inner
def exchange(X, labels, places, members, sums, i, other):
    """Let two records of different groups change places."""
    a = labels[i]
    b = labels[other]
    place = places[i]
    members[a, place] = other
    members[b, places[other]] = i
    labels[i] = b
    labels[other] = a
    places[i] = places[other]
    places[other] = place
    for j in range(X.shape[1]):
        difference = X[other, j] - X[i, j]
        sums[a, j] += difference
        sums[b, j] -= difference


@inner
def explained(sizes, sums, group):
    """Return ‖S‖² / n of a group: what it takes off the loss."""
    total = 0.0
    for j in range(sums.shape[1]):
        total += sums[group, j] * sums[group, j]
    return total / sizes[group]
