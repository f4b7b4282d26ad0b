"""A partition in motion: groups whose sums follow every move, and a journal to take moves back.

The loss of a partition is SST − Σ‖S_g‖² / n_g, with S_g the sum of a group's records and n_g their
number, so that a move between two groups costs as much as there are variables. Records must be
centred, or these sums lose their digits.

Kernels take the arrays that they need, one by one, under the names of `Groups` and `Journal`: to
take them out of a tuple costs time in each call.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner

NOTED, CLOCK = 0, 1
"""Places in the counters of a search: noted groups and iterations."""

GROUP, SIZE, FIRST = 0, 1, 2
"""Columns of what is noted: which group, its size, and where its records begin."""


class Groups(NamedTuple):
    """A partition in motion, with room for ``n_groups`` groups of up to ``limit`` records."""

    X: NDArray[np.float64]  # the records, centred
    labels: NDArray[np.intp]  # the group of each record
    places: NDArray[np.intp]  # its place in it
    members: NDArray[np.int32]  # of each group, a row of ``limit``
    sizes: NDArray[np.intp]  # how many members count; 0 for a number that is free
    sums: NDArray[np.float64]  # of each group's records, a row of p


class Journal(NamedTuple):
    """Groups as they were before an iteration touched them."""

    noted: NDArray[np.intp]  # number, size and records of each; the counter ``NOTED`` says how many
    noted_sums: NDArray[np.float64]
    stamps: NDArray[np.intp]  # at which ``CLOCK`` each group was noted


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


def make_journal(groups: Groups, capacity: int) -> Journal:
    """Return an empty journal with room for so many groups."""
    n_groups, limit = groups.members.shape
    return Journal(
        noted=np.zeros((capacity, limit + FIRST), dtype=np.intp),
        noted_sums=np.zeros((capacity, groups.X.shape[1])),
        stamps=np.full(n_groups, -1, dtype=np.intp),
    )


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


@inner
def note(members, sizes, sums, noted, noted_sums, stamps, counters, group):
    """Write a group into the journal, once an iteration; say whether there was room."""
    if stamps[group] == counters[CLOCK]:
        return True
    entry = counters[NOTED]
    if entry == noted.shape[0]:
        return False
    stamps[group] = counters[CLOCK]
    noted[entry, GROUP] = group
    noted[entry, SIZE] = sizes[group]
    for place in range(sizes[group]):
        noted[entry, FIRST + place] = members[group, place]
    for j in range(sums.shape[1]):
        noted_sums[entry, j] = sums[group, j]
    counters[NOTED] = entry + 1
    return True


@inner
def take_back(labels, places, members, sizes, sums, noted, noted_sums, counters):
    """Restore every noted group."""
    for entry in range(counters[NOTED]):
        group = noted[entry, GROUP]
        sizes[group] = noted[entry, SIZE]
        for j in range(sums.shape[1]):
            sums[group, j] = noted_sums[entry, j]
        for place in range(sizes[group]):
            i = noted[entry, FIRST + place]
            members[group, place] = i
            places[i] = place
            labels[i] = group
