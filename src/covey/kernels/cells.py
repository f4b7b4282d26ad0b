"""The pool of unassigned records in cells, so that a search looks at few of them, and fast.

A cell holds up to `CELL` records that lie close together, and the box around them. The distance
from a point to the box bounds the distances to all records in it: most cells are ruled out
unseen. The bounds need no margin. They are made of the same operations in the same order as the
distances, rounding is monotone, so a bound is never on the wrong side. In a cell the values lie
variable by variable: one instruction then handles several records.

A record that is taken gives its place to the last one of its cell. When enough are gone, what is
left is settled in cells anew. No order of records in memory ever matters: ties are decided by
their indices.

The outermost kernels take `Cells`; those that they call take the arrays that they need, one by one:
handing on the whole tuple would cost time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.boxes import divide, enclose
from covey.kernels.compiling import inner, njit
from covey.kernels.pool import UNASSIGNED
from covey.kernels.sums import add, sum_up
from covey.kernels.units import IN_POOL, Units, leave, suffice

CELL = 64
"""Records in a cell. 32 rule out more and cost more to look through, 128 the reverse."""

COUNT, FIRST = CELL, CELL + 1
"""Where ``members`` notes, after the records of a cell, how many there are and the lowest."""

SHARE = 0.4
"""Records are settled anew when so many are left of those settled last."""

LOST = 2.0**-20
"""Totals are made afresh when the values that are left weigh so little of those that went in."""

N_LEFT, N_GROUPS, N_CELLS, N_SETTLED, SETTLE_AT, IS_FIXED, OUTER, TYPICAL, N_LIKE, SIZE, STEP = (
    range(11)
)
"""Places in ``state``: records left, groups, cells; how many were settled, and when to do it again;
whether the anchor is the centre for good; where the ranking begins that is still alive; a record,
and how many are like it; size and step of the open group."""

TOTAL, REST, WEIGHT, WEIGHT_BEFORE, ANCHOR = range(5)
"""Rows in ``points``."""


class Cells(NamedTuple):
    """Records in cells, and all that is known of them."""

    X: Any
    labels: Any  # the group of each record; −1 for those in the pool
    columns: Any  # the values in each cell, variable by variable: (n_cells, p, CELL)
    members: Any  # the records in each cell, how many there are, and the lowest
    boxes: Any
    """Lowest and highest values in each cell: (2, p + 1, n_cells). The last row is room for the
    least and the greatest squared distance from a point."""
    places: Any  # where in the cells each record is
    ranking: Any  # the records in descending distance to the anchor
    norms: Any  # those distances
    points: Any
    """Total of the pool, the rest of it (see `covey.kernels.sums`), its absolute weight now and
    when summed up last; the anchor, which is the centre, or close to the pool's centroid."""
    state: Any  # counters; see `N_LEFT` and those that follow it
    units: Any  # `Units`, or None


def make_cells(
    X: NDArray[np.float64],
    labels: NDArray[np.intp],
    centre: NDArray[np.float64] | None = None,
    units: Units | None = None,
) -> Cells:
    """Return a pool of all records, not settled yet. All ``labels`` are to be unassigned.

    Groups form around the record farthest from ``centre``, or from the centroid of the pool if
    there is none. With units, which are brought up to date, their first k records are of different
    ones.
    """
    n, p = X.shape
    n_cells = -(-n // CELL)
    state = np.zeros(11, dtype=np.int64)
    state[N_LEFT] = state[SETTLE_AT] = n
    points = np.zeros((5, p))
    if centre is not None:
        state[IS_FIXED] = 1
        points[ANCHOR] = centre
    return Cells(
        X,
        labels,
        columns=np.empty((n_cells, p, CELL)),
        members=np.empty((n_cells, CELL + 2), dtype=np.int64),
        boxes=np.zeros((2, p + 1, n_cells)),  # what is known of no cell yet must be a number
        places=np.empty(n, dtype=np.int64),
        ranking=np.empty(n, dtype=np.int64),
        norms=np.empty(n),
        points=points,
        state=state,
        units=units,
    )


def in_slices(
    cells: Cells, rounds: Callable[[Cells], None], *, size: int, at_once: int, limit: int
) -> Iterator[int]:
    """Repeat slices of rounds while ``limit`` records or an open group are left; yield how many.

    With units, they also end when fewer than ``size`` of them have records left.

    Rounds return when their budget is spent, when records are to be settled anew, or when all that
    are left are equal. Among equals the tie rule decides alone, so they are dealt out: ``at_once``
    groups of ``size`` a round.
    """
    state, units = cells.state, cells.units
    while state[SIZE] > 0 or (
        state[N_LEFT] >= limit and (units is None or units.counts[IN_POOL] >= size)
    ):
        if state[SIZE] == 0 and state[N_LEFT] <= state[SETTLE_AT]:
            settle(cells)
        rounds(cells)
        if state[SIZE] == 0 and state[N_LIKE] == state[N_LEFT]:
            deal_out_equals(cells, size, at_once, limit)
        yield int(state[N_LEFT])


def deal_out_equals(cells: Cells, size: int, at_once: int, limit: int) -> None:
    """Give equal records to groups in the order of their indices, as rounds would, in one go."""
    rows = np.flatnonzero(cells.labels == UNASSIGNED)
    a_round = size * at_once
    n_rounds = (len(rows) - limit) // a_round + 1 if len(rows) >= limit else 0
    n_given = n_rounds * a_round
    cells.labels[rows[:n_given]] = cells.state[N_GROUPS] + np.arange(n_given) // size
    cells.state[N_GROUPS] += n_rounds * at_once
    cells.state[N_LEFT] -= n_given


def settle(cells: Cells) -> None:
    """Settle all that is unassigned in cells and rank it by the distance to a new anchor."""
    rows = np.flatnonzero(cells.labels == UNASSIGNED)
    n, state, points = len(rows), cells.state, cells.points
    values = cells.X[rows]
    if not state[IS_FIXED]:
        if state[N_SETTLED] == 0 or (points[WEIGHT] < LOST * points[WEIGHT_BEFORE]).any():
            points[TOTAL], points[REST] = sum_up(values)
            points[WEIGHT] = points[WEIGHT_BEFORE] = np.abs(values).sum(axis=0)
        points[ANCHOR] = points[TOTAL] / n
    squared = ((values - points[ANCHOR]) ** 2).sum(axis=1)
    order = np.argsort(-squared, kind="stable")
    cells.ranking[:n] = rows[order]
    cells.norms[:n] = np.sqrt(squared[order])
    state[N_SETTLED] = n
    state[SETTLE_AT] = int(SHARE * n) if n > CELL else 0
    state[OUTER] = 0
    if cells.units is None:  # equals of different units are not dealt out: rounds tell them apart
        state[TYPICAL], state[N_LIKE] = typical_record(cells.X, cells.ranking[:n], cells.norms[:n])
    else:
        state[TYPICAL] = -1
    arrange(cells.X, rows)
    fill(cells, rows)


def typical_record(
    X: NDArray[np.float64], ranking: NDArray[np.int64], norms: NDArray[np.float64]
) -> tuple[int, int]:
    """Return a record and how many are like it, or −1 and 0 if there is no other.

    The one in the middle of the ranking is like most records if most are alike. As records go, the
    number that are like it is kept, and tells without a search when all that are left are equal.
    """
    middle = len(ranking) // 2
    as_far = ranking[norms == norms[middle]]
    n_like = int((X[as_far] == X[ranking[middle]]).all(axis=1).sum())
    return (int(ranking[middle]), n_like) if n_like > 1 else (-1, 0)


def fill(cells: Cells, rows: NDArray[np.int64]) -> None:
    """Put records into cells in the order in which they are given."""
    n = len(rows)
    n_cells = -(-n // CELL)
    cells.places[rows] = np.arange(n)
    padded = np.append(rows, np.full(n_cells * CELL - n, rows[-1])).reshape(n_cells, CELL)
    values = cells.X[padded]
    cells.columns[:n_cells] = values.transpose(0, 2, 1)
    cells.boxes[0, :-1, :n_cells] = values.min(axis=1).T
    cells.boxes[1, :-1, :n_cells] = values.max(axis=1).T
    cells.members[:n_cells, :CELL] = padded
    cells.members[:n_cells, COUNT] = CELL
    cells.members[n_cells - 1, COUNT] = n - (n_cells - 1) * CELL
    cells.members[:n_cells, FIRST] = padded.min(axis=1)
    cells.state[N_CELLS] = n_cells


@njit
def arrange(X, rows):
    """Reorder records so that each `CELL` of them, one cell after another, are close together.

    They are halved at the median of the widest variable, again and again.
    """
    low = np.empty((1, X.shape[1]))
    high = np.empty((1, X.shape[1]))
    starts = np.empty(64, dtype=np.int64)
    ends = np.empty(64, dtype=np.int64)
    starts[0] = 0
    ends[0] = rows.shape[0]
    root = starts[0]  # not a literal, for which another version would be compiled
    n_waiting = 1
    while n_waiting > 0:
        start = starts[n_waiting - 1]
        end = ends[n_waiting - 1]
        n_cells = (end - start + CELL - 1) // CELL
        if n_cells < 2:
            n_waiting -= 1
        else:
            middle = start + n_cells // 2 * CELL  # the last cell alone may have room left
            widest = enclose(X, rows, start, end, low, high, root)
            divide(X, widest, rows, start, end, middle)
            starts[n_waiting - 1] = middle
            starts[n_waiting] = start
            ends[n_waiting] = middle
            n_waiting += 1


@inner
def remove(columns, members, places, row):
    """Take a record out of its cell; the last one there gets its place."""
    cell = places[row] // CELL
    slot = places[row] % CELL
    last = members[cell, COUNT] - 1
    moved = members[cell, last]
    members[cell, COUNT] = last
    members[cell, slot] = moved
    places[moved] = cell * CELL + slot
    for j in range(columns.shape[1]):
        columns[cell, j, slot] = columns[cell, j, last]
    if row == members[cell, FIRST]:
        first = places.shape[0]
        for other in range(last):
            if members[cell, other] < first:
                first = members[cell, other]
        members[cell, FIRST] = first


@inner
def put_back(X, columns, members, places, row):
    """Put a record that was removed back into its cell."""
    cell = places[row] // CELL
    slot = members[cell, COUNT]
    places[row] = cell * CELL + slot
    members[cell, slot] = row
    members[cell, COUNT] += 1
    if row < members[cell, FIRST]:
        members[cell, FIRST] = row
    for j in range(X.shape[1]):
        columns[cell, j, slot] = X[row, j]


@inner
def take(X, labels, columns, members, places, points, state, units, row):
    """Move a record from its cell to the open group."""
    remove(columns, members, places, row)
    leave(units, row)
    labels[row] = state[N_GROUPS]
    state[N_LEFT] -= 1
    is_like = state[TYPICAL] >= 0
    for j in range(X.shape[1]):
        value = X[row, j]
        points[TOTAL, j], points[REST, j] = add(points[TOTAL, j], points[REST, j], -value)
        points[WEIGHT, j] -= abs(value)
        is_like = is_like and value == X[state[TYPICAL], j]
    if is_like:
        state[N_LIKE] -= 1
        if state[N_LIKE] == 0:
            state[SETTLE_AT] = state[N_SETTLED]  # another record is typical now


@inner
def goes_on(state, units, k, limit):
    """Whether there is a group to form or to finish before the records are settled anew."""
    return state[SIZE] > 0 or (
        state[N_LEFT] >= limit and state[N_LEFT] > state[SETTLE_AT] and suffice(units, k)
    )
