"""A tree of boxes over points: halves of halves, each in the box that just holds it.

The tree is implicit: node i has the children 2i + 1 and 2i + 2, and is a leaf if they lie beyond
the last node. All leaves are equally deep.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from covey.kernels.compiling import njit

LEAF = 32
"""Most points in a leaf: fewer, and the boxes cost more to reach than the points in them."""


class BoxTree(NamedTuple):
    """Points in the order of the leaves; of the nodes, the stretches of points and the boxes."""

    points: Any  # leaf after leaf
    before: Any  # how many records the points before each one stand for, and all of them
    starts: Any
    ends: Any
    lows: Any
    highs: Any


def depth_for(n_points: int) -> int:
    """Return how often points are halved until no leaf has more than it should.

    Examples
    --------
    >>> depth_for(32), depth_for(33), depth_for(1_000_000)
    (0, 1, 15)
    """
    return max(0, (max(1, n_points - 1) // LEAF).bit_length())


@njit
def enclose(points, order, start, end, lows, highs, node):
    """Write the box of a stretch of points; return the variable in which it is widest."""
    for j in range(points.shape[1]):
        lows[node, j] = points[order[start], j]
        highs[node, j] = points[order[start], j]
    for position in range(start + 1, end):
        i = order[position]
        for j in range(points.shape[1]):
            lows[node, j] = min(lows[node, j], points[i, j])
            highs[node, j] = max(highs[node, j], points[i, j])
    widest = 0
    for j in range(1, points.shape[1]):
        if highs[node, j] - lows[node, j] > highs[node, widest] - lows[node, widest]:
            widest = j
    return widest


@njit
def divide(points, j, order, start, end, middle):
    """Reorder a stretch: variable j is nowhere larger before the middle than from there on."""
    first = start
    last = end - 1
    while first < last:
        pivot = points[order[(first + last) // 2], j]
        low = first
        high = last
        while low <= high:
            while points[order[low], j] < pivot:
                low += 1
            while points[order[high], j] > pivot:
                high -= 1
            if low <= high:
                order[low], order[high] = order[high], order[low]
                low += 1
                high -= 1
        if middle <= high:
            last = high
        elif middle >= low:
            first = low
        else:
            return


@njit
def grow(points, order, starts, ends, lows, highs, first, last):
    """Fill the nodes from first to before last, whose stretches are known, and hand on halves.

    One call for each level of the tree: the caller may be interrupted between two.
    """
    for node in range(first, last):
        start = starts[node]
        end = ends[node]
        widest = enclose(points, order, start, end, lows, highs, node)
        child = 2 * node + 1
        if child < starts.shape[0]:
            middle = (start + end) // 2
            divide(points, widest, order, start, end, middle)
            starts[child] = start
            ends[child] = middle
            starts[child + 1] = middle
            ends[child + 1] = end


@njit
def gap(lows, highs, node, row, variables, limit):
    """Return the squared distance from a row to a box, or some number above limit if it is.

    Rounding never makes it larger than the distance to a point in the box: the same operations in
    the same order are monotone.
    """
    total = 0.0
    for j in variables:
        difference = 0.0
        if row[j] < lows[node, j]:
            difference = lows[node, j] - row[j]
        elif row[j] > highs[node, j]:
            difference = row[j] - highs[node, j]
        total += difference * difference
        if total > limit:
            break
    return total


@njit
def reach(lows, highs, node, row, variables):
    """Return the squared distance from a row to the farthest corner of a box."""
    total = 0.0
    for j in variables:
        difference = max(abs(row[j] - lows[node, j]), abs(row[j] - highs[node, j]))
        total += difference * difference
    return total


def plant(n_points: int, n_variables: int) -> tuple[np.ndarray, ...]:
    """Return starts, ends, lows and highs for a tree over so many points, the root's stretch set.

    Examples
    --------
    >>> starts, ends, lows, highs = plant(100, 2)
    >>> len(starts), int(ends[0]), lows.shape
    (7, 100, (7, 2))
    """
    n_nodes = 2 ** (depth_for(n_points) + 1) - 1
    starts = np.zeros(n_nodes, dtype=np.int64)
    ends = np.zeros(n_nodes, dtype=np.int64)
    ends[0] = n_points
    return starts, ends, np.empty((n_nodes, n_variables)), np.empty((n_nodes, n_variables))
