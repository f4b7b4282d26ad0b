"""Units: respondents with one record or several, and which of them a group in the making holds.

Kernels that form groups take `Units`, or None where every record counts by itself: numba compiles
a version without them then, in which nothing of this is left.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner

IN_POOL, TURN = 0, 1
"""Places in ``counts``: how many units have records in the pool, and the number of the group."""


class Units(NamedTuple):
    """The units of a pool of records, and which of them the group in the making holds."""

    of: Any  # the unit of each record, counted from 0
    left: Any  # how many records of each unit are in the pool
    held: Any  # the number of the group that held each unit last
    counts: Any


def make_units(
    units: NDArray[np.intp] | None, rows: NDArray[np.intp] | None = None
) -> Units | None:
    """Return the units of a pool of some records, by default all; None where there are none."""
    if units is None:
        return None
    names, of = np.unique(units, return_inverse=True)
    left = np.bincount(of if rows is None else of[rows], minlength=len(names))
    return Units(
        of.astype(np.int64),
        left.astype(np.int64),
        held=np.zeros(len(names), dtype=np.int64),
        counts=np.array([np.count_nonzero(left), 0], dtype=np.int64),
    )


@inner
def suffice(units, k):
    """Whether k units have records in the pool."""
    if units is None:
        return True
    return units.counts[IN_POOL] >= k


@inner
def begin(units):
    """Begin a group, which holds no unit yet."""
    if units is not None:
        units.counts[TURN] += 1


@inner
def is_new(units, row):
    """Whether the group in the making does not hold the unit of a record yet."""
    if units is None:
        return True
    return units.held[units.of[row]] != units.counts[TURN]


@inner
def hold(units, row):
    """Note that the group in the making holds the unit of a record."""
    if units is not None:
        units.held[units.of[row]] = units.counts[TURN]


@inner
def leave(units, row):
    """Note that a record left the pool for the group in the making."""
    if units is not None:
        hold(units, row)
        unit = units.of[row]
        units.left[unit] -= 1
        if units.left[unit] == 0:
            units.counts[IN_POOL] -= 1


@inner
def holds(units, members, size, count):
    """Whether the first members of a group are of so many units, of those of all records.

    Most groups have them among their first members, and no more are looked at.
    """
    if units is None:
        return True
    found = 0
    for place in range(size):
        found += is_of_new_unit(units, members, place, members[place])
        if found == count:
            return True
    return False


@inner
def is_of_new_unit(units, members, size, row):
    """Whether none of the first members of a group is of the unit of a record."""
    if units is None:
        return True
    is_new = True
    for place in range(size):
        if units[members[place]] == units[row]:
            is_new = False
            break
    return is_new


@inner
def needs(units, members, size, row, k):
    """Whether a group of at least k units would have fewer without one of its records."""
    if units is None:
        return False
    count = 0
    for place in range(size):
        count += units[members[place]] == units[row]
    return count == 1 and not holds(units, members, size, k + 1)


@inner
def may_leave(units, members, size, row, joining, is_needed):
    """Whether a group keeps its units if a record leaves it, and another joins; -1 for nobody."""
    if units is None or not is_needed:
        return True
    if joining < 0:
        return False
    return units[joining] == units[row] or is_of_new_unit(units, members, size, joining)
