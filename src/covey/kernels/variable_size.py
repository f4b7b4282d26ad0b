"""Groups that take in what is close to them: V-MDAV and CV-MDAV.

As in `covey.kernels.mdav`, rounds go on until their budget is spent, and are called again. The open
group lives in the arrays that they are given: a group of any size is formed in slices, one search a
step.

With units, the first k records of a group are of different ones; what it takes in then may be of
any.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.cells import (
    N_CELLS,
    N_GROUPS,
    N_LEFT,
    SIZE,
    STEP,
    goes_on,
    put_back,
    remove,
    take,
)
from covey.kernels.compiling import inner, njit
from covey.kernels.pool import UNASSIGNED, clear, comes_after, sort_found, squared_distance
from covey.kernels.scanning import scan
from covey.kernels.seeds import next_seed
from covey.kernels.units import begin


@njit
def rounds_of_variable_size(cells, k, gamma, group, gaps, outsiders, budget):
    """Form one group a round and let it grow to at most 2k − 1 records, while k records remain.

    A group takes in the unassigned record e that is nearest to any of its members while that
    distance is below gamma times the distance of e to its own nearest unassigned record.

    ``group``, ``gaps`` and ``outsiders`` have room for 2k − 1: the records of the open group and a
    note for each, an outsider and its squared distance; see `look_through`.
    """
    X, labels, columns, members, boxes, places, ranking, norms, points, state, units = cells
    distances = np.empty(max(k - 1, 2))
    rows = np.empty(max(k - 1, 2), dtype=np.int64)
    spent = 0
    while goes_on(state, units, k, k) and spent < budget:
        spent += state[N_LEFT] * X.shape[1]
        size = state[SIZE]
        best, searching = look_through(labels, size, gaps, outsiders)
        if size == 0:
            row = next_seed(X, labels, ranking, norms, points, state)
            if row < 0:
                return
            begin(units)
            take(X, labels, columns, members, places, points, state, units, row)
            count = k - 1
        elif searching >= 0:
            row = group[searching]
            count = 1
        else:
            row = outsiders[best]
            count = 2  # itself and the next
        gap, found = distances[:count], rows[:count]
        clear(gap, found)
        if searching >= 0 and best >= 0:
            distances[0] = gaps[best]
            rows[0] = outsiders[best]
        if size == 0:
            scan(
                columns,
                members,
                boxes,
                state[N_CELLS],
                X[row],
                gap,
                found,
                wants_farthest=False,
                units=units,
            )
        else:
            scan(
                columns,
                members,
                boxes,
                state[N_CELLS],
                X[row],
                gap,
                found,
                wants_farthest=False,
                units=None,
            )
        if searching >= 0:
            gaps[searching] = distances[0]
            outsiders[searching] = rows[0]
            continue
        joins = size == 0 or np.sqrt(gaps[best]) < gamma * np.sqrt(distances[0])
        if size == 0:
            for position in range(count):
                take(X, labels, columns, members, places, points, state, units, rows[position])
                group[position] = rows[position]
                outsiders[position] = -1
                gaps[position] = 0.0
            size = count
            group[size] = row
            outsiders[size] = -1
            gaps[size] = 0.0
        elif joins:
            take(X, labels, columns, members, places, points, state, units, row)
            group[size] = row
            outsiders[size] = rows[0] if rows[1] == row else rows[1]
            gaps[size] = distances[0]
        state[SIZE] = size + 1
        if not joins or state[SIZE] == 2 * k - 1 or state[N_LEFT] < 2:
            state[SIZE] = 0
            state[N_GROUPS] += 1


@inner
def look_through(labels, size, gaps, outsiders):
    """Return the position of the first of all good notes, and of a record that must search, or −1.

    No outsider of a record comes before the one in its note. The note is good while that one is
    unassigned. The first of the good notes tells which outsider is nearest to any record, once
    the others cannot have a nearer one: they search, unless their gap alone rules them out, and
    note what they find or, if nothing comes before it, the best so far.
    """
    best = -1
    for position in range(size):
        row = outsiders[position]
        is_good = row >= 0 and labels[row] == UNASSIGNED
        if is_good and (best < 0 or comes_after(gaps[best], outsiders[best], gaps[position], row)):
            best = position
    for position in range(size):
        row = outsiders[position]
        is_good = row >= 0 and labels[row] == UNASSIGNED
        if not is_good and (best < 0 or gaps[position] <= gaps[best]):
            return best, position
    return best, -1


@njit
def rounds_of_neighbours(cells, k, gamma, total, neighbours, budget):
    """Form one group a round and test its next k neighbours for inclusion, while 3k remain.

    The neighbours y_k to y_(2k−1) of the founding record are tested once each, nearest first. y
    joins if it is nearer to the group's mean than gamma times its distance to its own
    neighbourhood, the k nearest unassigned records, itself included. ``total`` has two rows, the
    founder and the sum of the members' offsets from it: the mean of equal records is then exactly
    on them. ``neighbours`` has room for 2k − 1.
    """
    X, labels, columns, members, boxes, places, ranking, norms, points, state, units = cells
    point = np.empty(X.shape[1])
    distances = np.empty(2 * k - 1)
    own = np.empty(k, dtype=np.int64)
    spent = 0
    while goes_on(state, units, k, 3 * k) and spent < budget:
        spent += state[N_LEFT] * X.shape[1]
        is_new = state[SIZE] == 0
        n_cells = state[N_CELLS]
        if is_new:
            row = next_seed(X, labels, ranking, norms, points, state)
            if row < 0:
                return
            begin(units)
            take(X, labels, columns, members, places, points, state, units, row)
            for j in range(X.shape[1]):
                total[0, j] = X[row, j]
                total[1, j] = 0.0
            find_neighbours(
                X, columns, members, boxes, places, n_cells, row, k, distances, neighbours, units
            )
        else:
            row = neighbours[state[STEP]]
            gaps = distances[:k]
            clear(gaps, own)
            scan(
                columns,
                members,
                boxes,
                n_cells,
                X[row],
                gaps,
                own,
                wants_farthest=False,
                units=None,
            )
            sort_found(gaps, own)
        first = 0
        last = k - 1
        state[SIZE] += is_new
        if not is_new:
            first = state[STEP]
            last = first + fits(X, row, total, state[SIZE], own, gamma, point)
        for position in range(first, last):
            take(X, labels, columns, members, places, points, state, units, neighbours[position])
            state[SIZE] += 1
            for j in range(X.shape[1]):
                total[1, j] += X[neighbours[position], j] - total[0, j]
        state[STEP] = k - 1 if is_new else first + 1
        if state[SIZE] == 2 * k - 1 or state[STEP] == 2 * k - 1:
            state[SIZE] = 0
            state[N_GROUPS] += 1


@inner
def find_neighbours(
    X, columns, members, boxes, places, n_cells, row, k, distances, neighbours, units
):
    """Find the 2k − 1 nearest of a record, nearest first.

    With units, the first k − 1 of them are of different ones, and the others the nearest of any.
    """
    if units is None:
        clear(distances, neighbours)
        scan(
            columns,
            members,
            boxes,
            n_cells,
            X[row],
            distances,
            neighbours,
            wants_farthest=False,
            units=None,
        )
        sort_found(distances, neighbours)
    else:
        gaps, first = distances[: k - 1], neighbours[: k - 1]
        clear(gaps, first)
        scan(
            columns, members, boxes, n_cells, X[row], gaps, first, wants_farthest=False, units=units
        )
        sort_found(gaps, first)
        for found in first:
            remove(columns, members, places, found)
        gaps, rest = distances[k - 1 :], neighbours[k - 1 :]
        clear(gaps, rest)
        scan(columns, members, boxes, n_cells, X[row], gaps, rest, wants_farthest=False, units=None)
        sort_found(gaps, rest)
        for found in first:
            put_back(X, columns, members, places, found)


@inner
def fits(X, row, total, size, own, gamma, point):
    """Return 1 if a record is nearer to a group than to its own neighbourhood by gamma, else 0."""
    for j in range(X.shape[1]):
        point[j] = total[0, j] + total[1, j] / size
    inside = np.sqrt(squared_distance(X, row, point))
    for j in range(X.shape[1]):
        offsets = 0.0
        for member in own:
            offsets += X[member, j] - X[row, j]
        point[j] = X[row, j] + offsets / own.shape[0]
    return 1 if inside < gamma * np.sqrt(squared_distance(X, row, point)) else 0
