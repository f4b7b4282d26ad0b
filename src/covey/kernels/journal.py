"""A journal of groups, from which an iteration can be taken back.

Kernels take the arrays of `Groups` and `Journal` that they need, one by one and by those names.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner
from covey.kernels.groups import Groups

NOTED, CLOCK = 0, 1
"""Places in the counters of a search: noted groups and iterations."""

GROUP, SIZE, FIRST = 0, 1, 2
"""Columns of what is noted: which group, its size, and where its records begin."""


class Journal(NamedTuple):
    """Groups as they were before an iteration touched them.

    Parameters
    ----------
    noted : array of int, shape (capacity, limit + 2)
        Number, size and records of each group; the counter ``NOTED`` tells how many groups.
    noted_sums : array, shape (capacity, p)
        The sums of their records.
    stamps : array of int, shape (n_groups,)
        In which iteration a group was noted; the counter ``CLOCK`` tells the present one.
    """

    noted: NDArray[np.intp]
    noted_sums: NDArray[np.float64]
    stamps: NDArray[np.intp]


def make_journal(groups: Groups, capacity: int) -> Journal:
    """Return an empty journal with room for so many groups."""
    n_groups, limit = groups.members.shape
    return Journal(
        noted=np.zeros((capacity, limit + FIRST), dtype=np.intp),
        noted_sums=np.zeros((capacity, groups.X.shape[1])),
        stamps=np.full(n_groups, -1, dtype=np.intp),
    )


@inner
def begin(counters):
    """Begin an iteration with an empty journal."""
    counters[CLOCK] += 1
    counters[NOTED] = 0


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
