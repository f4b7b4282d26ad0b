"""Searching records in cells: the nearest to a point, and the farthest."""

from __future__ import annotations

import numpy as np

from covey.kernels.cells import CELL, COUNT, FIRST
from covey.kernels.compiling import inner
from covey.kernels.pool import comes_after, offer


@inner
def scan(columns, members, boxes, n_cells, point, distances, rows, wants_farthest, units):
    """Find the records nearest to a point and, if wanted, return the farthest.

    ``distances`` and ``rows`` are a heap of as many as are to be found, the last of them at the
    root: cleared by `clear`, or with candidates that are known. Ties go to the lowest index. Cells
    that likely hold the answer come first. Most others are ruled out by it. With units, see
    `covey.kernels.pool.offer`.
    """
    squared = np.empty(CELL)
    home, end = bound(members, boxes, n_cells, point, wants_farthest)
    gaps = boxes[0, point.shape[0]]
    reaches = boxes[1, point.shape[0]]
    best = -1.0
    farthest = members[end, FIRST]
    for turn in range(-2, n_cells):
        cell = turn
        if turn < 0:
            cell = home if turn == -2 else end
            if turn == -1 and end == home:
                continue
        elif cell in (home, end) or members[cell, COUNT] == 0:
            continue
        first = members[cell, FIRST]
        is_near = comes_after(distances[0], rows[0], gaps[cell], first)
        is_far = wants_farthest and (
            reaches[cell] > best or (reaches[cell] == best and first < farthest)
        )
        if is_near or is_far:
            measure(columns[cell], members[cell, COUNT], point, squared)
        if is_near:
            offer_as_nearest(members[cell], squared, distances, rows, units)
        if is_far:
            best, farthest = offer_as_farthest(members[cell], squared, best, farthest)
    return farthest


@inner
def bound(members, boxes, n_cells, point, wants_farthest):
    """Bound the squared distances in each cell; return the cells of the least and the greatest.

    The least is that to the box, the greatest that to its farthest corner. Empty cells are passed
    over.
    """
    gaps = boxes[0, point.shape[0]]
    reaches = boxes[1, point.shape[0]]
    measure_gaps(boxes, n_cells, point)
    for cell in range(n_cells):
        reaches[cell] = 0.0
    if wants_farthest:
        for j in range(point.shape[0]):
            lows = boxes[0, j]
            highs = boxes[1, j]
            at = point[j]
            for cell in range(n_cells):
                below = at - lows[cell]
                above = highs[cell] - at
                reach = below if below > above else above
                reaches[cell] += reach * reach
    home = -1
    end = -1
    for cell in range(n_cells):
        if members[cell, COUNT] > 0:
            if home < 0 or gaps[cell] < gaps[home]:
                home = cell
            if end < 0 or reaches[cell] > reaches[end]:
                end = cell
    return home, end


@inner
def measure_gaps(boxes, n_cells, point):
    """Write the squared distance of each cell's box to a point behind the boxes."""
    gaps = boxes[0, point.shape[0]]
    for cell in range(n_cells):
        gaps[cell] = 0.0
    for j in range(point.shape[0]):
        lows = boxes[0, j]
        highs = boxes[1, j]
        at = point[j]
        for cell in range(n_cells):
            below = lows[cell] - at
            above = at - highs[cell]
            gap = below if below > above else above
            gap = gap if gap > 0.0 else 0.0
            gaps[cell] += gap * gap


@inner
def measure(columns, count, point, squared):
    """Write the squared distances of the records in a cell to a point.

    Each is the sum over the variables in their order, bit for bit that of `squared_distance`. Four
    at a time spare most of the reading and writing in between.
    """
    n_variables = columns.shape[0]
    fours = n_variables // 4 * 4
    for slot in range(count):
        squared[slot] = 0.0
    for j in range(0, fours, 4):
        a, b, c, d = columns[j], columns[j + 1], columns[j + 2], columns[j + 3]
        at_a, at_b, at_c, at_d = point[j], point[j + 1], point[j + 2], point[j + 3]
        for slot in range(count):
            by_a = a[slot] - at_a
            by_b = b[slot] - at_b
            by_c = c[slot] - at_c
            by_d = d[slot] - at_d
            total = squared[slot] + by_a * by_a
            total = total + by_b * by_b
            total = total + by_c * by_c
            squared[slot] = total + by_d * by_d
    for j in range(fours, n_variables):
        a = columns[j]
        at_a = point[j]
        for slot in range(count):
            by_a = a[slot] - at_a
            squared[slot] += by_a * by_a


@inner
def offer_as_nearest(members, squared, distances, rows, units):
    """Let the records in a cell that was measured into a heap of the nearest."""
    n_candidates = 0
    for slot in range(members[COUNT]):
        n_candidates += squared[slot] <= distances[0]
    if n_candidates > 0:
        for slot in range(members[COUNT]):
            offer(distances, rows, squared[slot], members[slot], units)


@inner
def offer_as_farthest(members, squared, best, best_row):
    """Return the farther of the best so far and the records in a cell that was measured."""
    n_candidates = 0
    for slot in range(members[COUNT]):
        n_candidates += squared[slot] >= best
    if n_candidates > 0:
        for slot in range(members[COUNT]):
            if squared[slot] > best or (squared[slot] == best and members[slot] < best_row):
                best = squared[slot]
                best_row = members[slot]
    return best, best_row
