"""Groups that grow record by record around their own mean: IAMAT.

As in `covey.kernels.mdav`, rounds go on until their budget is spent, and are called again. The open
group lives in the arrays that they are given: a group of any size is formed in slices, one search a
step.
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
from covey.kernels.nearest_to_moving_point import follow
from covey.kernels.pool import squared_distance
from covey.kernels.scanning import NO_ROW
from covey.kernels.seeds import next_seed


@njit
def rounds_of_growth(
    X,
    labels,
    columns,
    members,
    boxes,
    places,
    ranking,
    norms,
    points,
    state,
    k,
    totals,
    trial,
    budget,
):
    """Form one group a round around the record farthest from the centre, while k records remain.

    Each next member is the unassigned record nearest to the mean of those taken so far. Groups are
    of k records if ``trial`` is None. With room in it for k, a group of k goes on growing to at
    most 2k − 1: the record e nearest to its mean founds a trial group of k in the same way, and
    joins if that costs less (see `pays`). The records of a trial group leave their cells and return
    when it is complete. Nothing joins where fewer than k records are left to found a group.

    ``totals`` has four rows: the founder of the group and the sum of the members' offsets from it,
    the same for the trial group. Offsets put the mean of equal records exactly on them, so that
    rounding never decides between costs of nothing.
    """
    point = np.empty(X.shape[1])
    before = np.zeros(X.shape[1])
    found = np.full(2, NO_ROW)
    spent = 0
    while goes_on(state, k) and spent < budget:
        spent += state[N_LEFT] * X.shape[1]
        if state[SIZE] == 0:
            row = next_seed(X, labels, ranking, norms, points, state)
            if row < 0:
                return
            found[1] = NO_ROW
            for j in range(X.shape[1]):
                totals[0, j] = X[row, j]
                totals[1, j] = 0.0
        else:
            founder = 2 if state[STEP] > 0 else 0
            count = state[STEP] if state[STEP] > 0 else state[SIZE]
            for j in range(X.shape[1]):
                point[j] = totals[founder, j] + totals[founder + 1, j] / count
            follow(X, columns, members, boxes, state[N_CELLS], point, before, found)
            row = found[0]
        joins = True
        ends = False
        if trial is not None:  # decided when the kernel is compiled, which takes less time then
            joins = state[SIZE] < k
            if not joins:
                remove(columns, members, places, row)
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
            take(X, labels, columns, members, places, points, state, row)
            state[SIZE] += 1
            for j in range(X.shape[1]):
                totals[1, j] += X[row, j] - totals[0, j]
            ends = state[SIZE] >= k
            if trial is not None:
                ends = ends and (state[SIZE] == 2 * k - 1 or state[N_LEFT] < k)
        if ends:
            state[SIZE] = 0
            state[N_GROUPS] += 1


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
