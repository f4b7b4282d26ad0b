"""Rounds of MDAV and its variants on a pool of records in cells.

Rounds go on until they have spent their budget of coordinate operations, the pool is down to its
limit or there is something to do first (see `covey.kernels.cells.in_slices`, which calls again). In
between, progress moves and an interrupt is answered.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.cells import N_CELLS, N_GROUPS, N_LEFT, goes_on, take
from covey.kernels.compiling import njit
from covey.kernels.pool import UNASSIGNED, clear
from covey.kernels.scanning import scan
from covey.kernels.seeds import next_seed
from covey.kernels.units import begin, suffice


@njit
def rounds_of_nearest(cells, k, per_round, limit, budget):
    """Form one group a round, or two at opposite ends, while at least ``limit`` records remain.

    r is the record farthest from the centroid of the pool. s is the one farthest from r among what
    r's group leaves over: the same record as the farthest of all unless the whole pool is equally
    far, and then the choice is still defined. The limit is at least k for each group of a round.
    With units, a group takes the nearest records of k − 1 other units, and the second group of a
    round forms only if k units are left for it.
    """
    X, labels, columns, members, boxes, places, ranking, norms, points, state, units = cells
    distances = np.empty(k - 1)
    rows = np.empty(k - 1, dtype=np.int64)
    spent = 0
    while goes_on(state, units, k, limit) and spent < budget:
        spent += (per_round + 1) * state[N_LEFT] * X.shape[1]
        seed = next_seed(X, labels, ranking, norms, points, state)
        if seed < 0:
            return
        n_cells = state[N_CELLS]
        for number in range(1, per_round + 1):
            wants_another = number < per_round
            begin(units)
            take(X, labels, columns, members, places, points, state, units, seed)
            clear(distances, rows)
            seed = scan(
                columns, members, boxes, n_cells, X[seed], distances, rows, wants_another, units
            )
            for row in rows:
                take(X, labels, columns, members, places, points, state, units, row)
            state[N_GROUPS] += 1
            if not suffice(units, k):
                break
            if wants_another and labels[seed] != UNASSIGNED:  # all that are left are equally far
                seed = 0
                while labels[seed] != UNASSIGNED:
                    seed += 1
