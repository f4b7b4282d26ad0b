"""The record that the next group forms around: the farthest from the centre of the pool."""

from __future__ import annotations

import numpy as np

from covey.kernels.cells import (
    ANCHOR,
    IS_FIXED,
    LOST,
    N_LEFT,
    N_LIKE,
    N_SETTLED,
    OUTER,
    SETTLE_AT,
    TOTAL,
    WEIGHT,
    WEIGHT_BEFORE,
)
from covey.kernels.compiling import inner
from covey.kernels.pool import UNASSIGNED, squared_distance

SLACK = 1.0 + 1e-9
"""What rounding may do to a distance, by far."""

TINY = 1e-150
"""What vanishing squares may do to a distance, by far."""


@inner
def next_seed(X, labels, ranking, norms, points, state):
    """Return the unassigned record farthest from the centre; ties go to the lowest index.

    None is farther from it than from the anchor and the anchor from the centre together, so the
    search follows the ranking and ends where that sum is below the best.

    −1 means that there is something else to do first: all that are left are equal and are to be
    dealt out, or a giant was taken, whose value hid the last digits of the others in their total.
    """
    if state[N_LIKE] == state[N_LEFT]:
        return -1
    centre = np.empty(X.shape[1])
    drift = 0.0
    for j in range(X.shape[1]):
        centre[j] = points[ANCHOR, j]
        if state[IS_FIXED] == 0:
            centre[j] = points[TOTAL, j] / state[N_LEFT]
            if points[WEIGHT, j] < LOST * points[WEIGHT_BEFORE, j]:
                state[SETTLE_AT] = state[N_LEFT]
                return -1
        drift += (centre[j] - points[ANCHOR, j]) * (centre[j] - points[ANCHOR, j])
    drift = np.sqrt(drift)
    while labels[ranking[state[OUTER]]] != UNASSIGNED:
        state[OUTER] += 1
    best = -1.0
    best_row = -1
    for position in range(state[OUTER], state[N_SETTLED]):
        row = ranking[position]
        if labels[row] == UNASSIGNED:
            most = (norms[position] + drift) * SLACK + TINY
            if most * most < best:
                break
            distance = squared_distance(X, row, centre)
            if distance > best or (distance == best and row < best_row):
                best = distance
                best_row = row
    return best_row
