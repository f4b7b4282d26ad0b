"""Searching records in cells for the nearest to a point that moves a little at a time.

What one search has learned bounds the next: a record cannot come nearer than the point has moved.
Of the cells that the first search around a group must look through, the following ones rule out
most.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.cells import CELL, COUNT, FIRST
from covey.kernels.compiling import inner
from covey.kernels.pool import comes_after, squared_distance
from covey.kernels.scanning import NO_ROW, measure, measure_gaps
from covey.kernels.seeds import SLACK, TINY


@inner
def follow(X, columns, members, boxes, n_cells, point, before, found):
    """Find the record nearest to a point, and one of the next; ties go to the lowest index.

    Both are written to ``found``, and ``before`` becomes the point. In between two searches records
    may leave their cells, but not the second that was found, and none may come. Where that second
    is `NO_ROW`, nothing is known yet.
    """
    candidate = found[1]
    gaps = boxes[0, point.shape[0]]
    known = boxes[1, point.shape[0]]
    squared = np.empty(CELL)
    lows = np.empty(CELL // 2)
    best = np.inf if candidate == NO_ROW else squared_distance(X, candidate, point)
    best_row = candidate
    runner_up = np.inf
    next_row = NO_ROW
    home = bound_again(boxes, n_cells, point, before, knows=candidate != NO_ROW)
    for turn in range(-1, n_cells):
        cell = home if turn < 0 else turn
        count = members[cell, COUNT]
        if turn == home or count == 0:
            continue
        if not comes_after(best, best_row, gaps[cell], members[cell, FIRST]):
            continue
        measure(columns[cell], count, point, squared)
        least = least_of(squared, count, lows)
        known[cell] = np.sqrt(least)
        if least <= runner_up:
            for slot in range(count):
                row = members[cell, slot]
                if comes_after(best, best_row, squared[slot], row):
                    runner_up, next_row = best, best_row
                    best, best_row = squared[slot], row
                elif squared[slot] < runner_up and row != best_row:
                    runner_up, next_row = squared[slot], row
    found[0] = best_row
    found[1] = next_row


@inner
def bound_again(boxes, n_cells, point, before, knows):
    """Bound the squared distances in each cell from below; return the cell of the least.

    The last row of ``boxes`` keeps for each cell a distance below which nobody was. The point has
    moved since then from where it was before.
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
