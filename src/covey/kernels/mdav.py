"""Rounds of MDAV and its variants on a pool of records in cells.

Each function goes on until it has spent its budget of coordinate operations, the pool is down to
its limit or there is something to do first (see `covey.kernels.cells.in_slices`, which calls
again). In between, progress moves and an interrupt is answered.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.cells import N_CELLS, N_GROUPS, N_LEFT, goes_on, take
from covey.kernels.compiling import njit
from covey.kernels.pool import UNASSIGNED
from covey.kernels.scanning import clear, scan
from covey.kernels.seeds import next_seed


@njit
def rounds_of_two(
    X, labels, columns, members, boxes, places, ranking, norms, points, state, k, limit, budget
):
    """Form two groups a round, at opposite ends, while at least ``limit`` (≥ 2k) records remain.

    r is the record farthest from the centroid of the pool. s is the one farthest from r among what
    r's group leaves over: the same record as the farthest of all unless the whole pool is equally
    far, and then the choice is still defined.
    """
    distances = np.empty(k - 1)
    rows = np.empty(k - 1, dtype=np.int64)
    spent = 0
    while goes_on(state, limit) and spent < budget:
        spent += 3 * state[N_LEFT] * X.shape[1]
        seed = next_seed(X, labels, ranking, norms, points, state)
        if seed < 0:
            return
        n_cells = state[N_CELLS]
        for is_first in (True, False):
            take(X, labels, columns, members, places, points, state, seed)
            clear(distances, rows)
            s = scan(columns, members, boxes, n_cells, X[seed], distances, rows, is_first)
            for row in rows:
                take(X, labels, columns, members, places, points, state, row)
            state[N_GROUPS] += 1
            seed = s
            if is_first and labels[s] != UNASSIGNED:  # all that are left are equally far
                seed = 0
                while labels[seed] != UNASSIGNED:
                    seed += 1


@njit
def rounds_of_one(
    X, labels, columns, members, boxes, places, ranking, norms, points, state, k, limit, budget
):
    """Form one group a round, around the farthest from the centre, while ``limit`` (≥ k) remain."""
    distances = np.empty(k - 1)
    rows = np.empty(k - 1, dtype=np.int64)
    spent = 0
    while goes_on(state, limit) and spent < budget:
        spent += 2 * state[N_LEFT] * X.shape[1]
        seed = next_seed(X, labels, ranking, norms, points, state)
        if seed < 0:
            return
        take(X, labels, columns, members, places, points, state, seed)
        clear(distances, rows)
        scan(
            columns, members, boxes, state[N_CELLS], X[seed], distances, rows, wants_farthest=False
        )
        for row in rows:
            take(X, labels, columns, members, places, points, state, row)
        state[N_GROUPS] += 1
