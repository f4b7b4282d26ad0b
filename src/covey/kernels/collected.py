"""Groups that a search came across, each kept once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit

_PRIME = 16_777_619
_BITS = 0x7FFFFFFF


class Collected(NamedTuple):
    """A set of groups; when there is no room, no more are kept."""

    members: NDArray[np.int32]  # the records of each group in ascending order
    sizes: NDArray[np.int32]  # how many of them count
    n_kept: NDArray[np.intp]  # one number
    table: NDArray[np.int32]  # the position of a group plus one, by its hash; 0 for nothing
    scratch: NDArray[np.int32]  # room to sort one group


def make_collected(capacity: int, limit: int) -> Collected:
    """Return an empty set; one without capacity costs nothing and keeps nothing."""
    slots = 1 << max(1, (2 * capacity).bit_length())
    return Collected(
        members=np.zeros((capacity, limit), dtype=np.int32),
        sizes=np.zeros(capacity, dtype=np.int32),
        n_kept=np.zeros(1, dtype=np.intp),
        table=np.zeros(slots, dtype=np.int32),
        scratch=np.zeros(limit, dtype=np.int32),
    )


@njit
def keep_group(collected, members, size):
    """Add a group unless it is there already or there is no room."""
    for place in range(size):
        value = members[place]
        position = place
        while position > 0 and collected.scratch[position - 1] > value:
            collected.scratch[position] = collected.scratch[position - 1]
            position -= 1
        collected.scratch[position] = value
    key = size
    for place in range(size):
        key = ((key ^ collected.scratch[place]) * _PRIME) & _BITS
    slot = (key ^ (key >> 15)) & (len(collected.table) - 1)
    while collected.table[slot] > 0:
        if is_same(collected, collected.table[slot] - 1, size):
            return
        slot = (slot + 1) & (len(collected.table) - 1)
    number = collected.n_kept[0]
    if number == len(collected.sizes):
        return
    for place in range(size):
        collected.members[number, place] = collected.scratch[place]
    collected.sizes[number] = size
    collected.n_kept[0] = number + 1
    collected.table[slot] = number + 1


@inner
def is_same(collected, number, size):
    """Say whether a group that was kept is the one in the scratch room."""
    same = collected.sizes[number] == size
    for place in range(size):
        same = same and collected.members[number, place] == collected.scratch[place]
    return same
