"""A journal of groups, from which an iteration can be taken back."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner
from covey.kernels.groups import Groups

NOTED, CLOCK = 0, 1
"""What the journal counts: noted groups and iterations."""


class Journal(NamedTuple):
    """Groups as they were before an iteration touched them.

    Parameters
    ----------
    noted : array of int, shape (capacity,)
        Which groups; the counter ``NOTED`` tells how many.
    noted_sizes, noted_members, noted_sums : arrays
        What they were.
    stamps : array of int, shape (n_groups,)
        In which iteration a group was noted; the counter ``CLOCK`` tells the present one.
    counters : array of int, shape (2,)
        See ``NOTED`` and ``CLOCK``.
    """

    noted: NDArray[np.intp]
    noted_sizes: NDArray[np.intp]
    noted_members: NDArray[np.int32]
    noted_sums: NDArray[np.float64]
    stamps: NDArray[np.intp]
    counters: NDArray[np.intp]


def make_journal(groups: Groups, capacity: int) -> Journal:
    """Return an empty journal with room for so many groups."""
    n_groups, limit = groups.members.shape
    return Journal(
        noted=np.zeros(capacity, dtype=np.intp),
        noted_sizes=np.zeros(capacity, dtype=np.intp),
        noted_members=np.zeros((capacity, limit), dtype=np.int32),
        noted_sums=np.zeros((capacity, groups.X.shape[1])),
        stamps=np.full(n_groups, -1, dtype=np.intp),
        counters=np.zeros(2, dtype=np.intp),
    )


@inner
def note(groups, journal, group):
    """Write a group into the journal, once an iteration; say whether there was room."""
    if journal.stamps[group] == journal.counters[CLOCK]:
        return True
    entry = journal.counters[NOTED]
    if entry == len(journal.noted):
        return False
    journal.stamps[group] = journal.counters[CLOCK]
    journal.noted[entry] = group
    journal.noted_sizes[entry] = groups.sizes[group]
    for place in range(groups.sizes[group]):
        journal.noted_members[entry, place] = groups.members[group, place]
    for j in range(groups.X.shape[1]):
        journal.noted_sums[entry, j] = groups.sums[group, j]
    journal.counters[NOTED] = entry + 1
    return True


@inner
def take_back(groups, journal):
    """Restore every noted group."""
    for entry in range(journal.counters[NOTED]):
        group = journal.noted[entry]
        groups.sizes[group] = journal.noted_sizes[entry]
        for j in range(groups.X.shape[1]):
            groups.sums[group, j] = journal.noted_sums[entry, j]
        for place in range(groups.sizes[group]):
            i = journal.noted_members[entry, place]
            groups.members[group, place] = i
            groups.places[i] = place
            groups.labels[i] = group


@inner
def begin(journal):
    """Begin an iteration with an empty journal."""
    journal.counters[CLOCK] += 1
    journal.counters[NOTED] = 0
