"""Groups that grow record by record around their own mean: IAMAT.

As in `covey.kernels.mdav`, rounds go on until their budget is spent, and are called again. The open
group lives in the arrays that they are given: a group of any size is formed in slices, one search a
step.

What one search for the nearest to a mean has learned bounds the next: a record cannot come nearer
than the mean has moved. Of the cells that the first search around a group must look through, the
following ones rule out most.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.cells import (
    CELL,
    COUNT,
    FIRST,
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
from covey.kernels.pool import NO_ROW, comes_after, squared_distance
from covey.kernels.scanning import measure, measure_gaps
from covey.kernels.seeds import SLACK, TINY, next_seed
from covey.kernels.units import begin, hold, is_new, suffice


@njit
def rounds_of_growth(cells, k, totals, trial, budget):
    """Form one group a round around the record farthest from the centre, while k records remain.

    Each next member is the unassigned record nearest to the mean of those taken so far. Groups are
    of k records if ``trial`` is None. With room in it for k, a group of k goes on growing to at
    most 2k − 1: the record e nearest to its mean founds a trial group of k in the same way, and
    joins if that costs less (see `pays`). The records of a trial group leave their cells and return
    when it is complete. Nothing joins where fewer than k records are left to found a group.

    ``totals`` has four rows: the founder of the group and the sum of the members' offsets from it,
    the same for the trial group. Offsets put the mean of equal records exactly on them, so that
    rounding never decides between costs of nothing.

    With units, each next member up to the k-th is of a unit that the group does not hold yet; what
    joins then may be of any. A trial group is formed likewise.
    """
    X, labels, columns, members, boxes, places, ranking, norms, points, state, units = cells
    point = np.empty(X.shape[1])
    before = np.zeros(X.shape[1])
    found = np.full(2, NO_ROW)
    spent = 0
    while goes_on(state, units, k, k) and spent < budget:
        spent += state[N_LEFT] * X.shape[1]
        if state[SIZE] == 0:
            row = next_seed(X, labels, ranking, norms, points, state)
            if row < 0:
                return
            found[1] = NO_ROW
            begin(units)
            for j in range(X.shape[1]):
                totals[0, j] = X[row, j]
                totals[1, j] = 0.0
        else:
            founder = 2 if state[STEP] > 0 else 0
            count = state[STEP] if state[STEP] > 0 else state[SIZE]
            for j in range(X.shape[1]):
                point[j] = totals[founder, j] + totals[founder + 1, j] / count
            if state[SIZE] >= k and state[STEP] == 0:
                admit_all(units, found)
            follow(X, columns, members, boxes, state[N_CELLS], point, before, found, units)
            row = found[0]
        joins = True
        ends = False
        if trial is not None:  # decided when the kernel is compiled, which takes less time then
            joins = state[SIZE] < k
            if not joins:
                remove(columns, members, places, row)
                hold(units, row)
                trial[state[STEP]] = row
                for j in range(X.shape[1]):
                    if state[STEP] == 0:
                        totals[2, j] = X[row, j]
                        totals[3, j] = 0.0
                    totals[3, j] += X[row, j] - totals[2, j]
                state[STEP] += 1
                if state[STEP] == k:
                    for member in trial:
                        put_back(X, columns, members, places, member)
                    found[1] = NO_ROW
                    state[STEP] = 0
                    row = trial[0]
                    joins = pays(X, row, totals, state[SIZE], k, point)
                    ends = not joins
        if joins:
            take(X, labels, columns, members, places, points, state, units, row)
            state[SIZE] += 1
            for j in range(X.shape[1]):
                totals[1, j] += X[row, j] - totals[0, j]
            ends = state[SIZE] >= k
            if trial is not None:
                is_last = state[N_LEFT] < k or not suffice(units, k)
                ends = ends and (state[SIZE] == 2 * k - 1 or is_last)
        if ends:
            state[SIZE] = 0
            state[N_GROUPS] += 1


@inner
def admit_all(units, found):
    """Admit records of units that the group holds, of which earlier searches know nothing."""
    if units is not None:
        begin(units)
        found[1] = NO_ROW


@inner
def pays(X, row, totals, size, k, point):
    """Whether joining a group costs less than the group of k that a record founded itself.

    Joining adds d² · m/(m + 1) to the SSE of m members, d² being the squared distance to their
    mean. In its own group the record accounts for d² · k/(k − 1), with d² to the mean of that.
    """
    for j in range(X.shape[1]):
        point[j] = totals[0, j] + totals[1, j] / size
    joining = squared_distance(X, row, point) * size / (size + 1)
    for j in range(X.shape[1]):
        point[j] = totals[2, j] + totals[3, j] / k
    return joining < squared_distance(X, row, point) * k / (k - 1)


@inner
def follow(X, columns, members, boxes, n_cells, point, before, found, units):
    """Find the record nearest to a point, and one of the next; ties go to the lowest index.

    Both are written to ``found``, and ``before`` becomes the point. In between two searches records
    may leave their cells, but not the second that was found, and none may come. Where that second
    is `NO_ROW`, nothing is known yet. With units, records are passed over whose unit the group in
    the making holds; between two searches it may come to hold more.
    """
    knows = found[1] != NO_ROW
    candidate = found[1] if knows and is_new(units, found[1]) else NO_ROW
    gaps = boxes[0, point.shape[0]]
    known = boxes[1, point.shape[0]]
    squared = np.empty(CELL)
    lows = np.empty(CELL // 2)
    best = np.inf if candidate == NO_ROW else squared_distance(X, candidate, point)
    best_row = candidate
    runner_up = np.inf
    next_row = NO_ROW
    home = bound_again(boxes, n_cells, point, before, knows)
    for turn in range(-1, n_cells):
        cell = home if turn < 0 else turn
        count = members[cell, COUNT]
        if turn == home or count == 0:
            continue
        if not comes_after(best, best_row, gaps[cell], members[cell, FIRST]):
            continue
        measure(columns[cell], count, point, squared)
        pass_over(members[cell], squared, units)
        least = least_of(squared, count, lows)
        known[cell] = np.sqrt(least)
        if least <= runner_up:
            for slot in range(count):
                row = members[cell, slot]
                if not is_new(units, row):
                    continue
                if comes_after(best, best_row, squared[slot], row):
                    runner_up, next_row = best, best_row
                    best, best_row = squared[slot], row
                elif squared[slot] < runner_up and row != best_row:
                    runner_up, next_row = squared[slot], row
    found[0] = best_row
    found[1] = next_row


@inner
def pass_over(members, squared, units):
    """Put records out of reach whose unit the group in the making holds."""
    if units is not None:
        for slot in range(members[COUNT]):
            if not is_new(units, members[slot]):
                squared[slot] = np.inf


@inner
def bound_again(boxes, n_cells, point, before, knows):
    """Bound the squared distances in each cell from below; return the cell of the least.

    The last row of ``boxes`` keeps for each cell a distance below which no record was. The point
    has moved since then from where it was before.
    """
    gaps = boxes[0, point.shape[0]]
    known = boxes[1, point.shape[0]]
    moved = 0.0
    for j in range(point.shape[0]):
        moved += (point[j] - before[j]) * (point[j] - before[j])
        before[j] = point[j]
    moved = np.sqrt(moved) if knows else np.inf
    measure_gaps(boxes, n_cells, point)
    home = 0
    for cell in range(n_cells):
        known[cell] = known[cell] / SLACK - moved * SLACK - TINY
        least = known[cell] * known[cell]
        gaps[cell] = least if known[cell] > 0.0 and least > gaps[cell] else gaps[cell]
    for cell in range(n_cells):
        if gaps[cell] < gaps[home]:
            home = cell
    return home


@inner
def least_of(squared, count, lows):
    """Return the least of the first numbers, in steps that handle several at a time."""
    half = CELL // 2
    for slot in range(count, CELL):
        squared[slot] = np.inf
    for slot in range(half):
        a = squared[slot]
        b = squared[slot + half]
        lows[slot] = a if a < b else b
    while half > 1:
        half //= 2
        for slot in range(half):
            a = lows[slot]
            b = lows[slot + half]
            lows[slot] = a if a < b else b
    return lows[0]
