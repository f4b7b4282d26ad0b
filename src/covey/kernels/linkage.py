"""Linking: how many candidates are nearer to a record than the right one, and how many as near."""

from __future__ import annotations

import numpy as np

from covey.kernels.boxes import gap, reach
from covey.kernels.compiling import inner, njit

TOLERANCE = 1e-9
"""Squared distances this close (relatively) are a tie: the mean of two records is equally far from
both by arithmetic, and only rounding would tell them apart."""

_DEEPEST = 64


@njit
def distance_below(points, i, row, variables, limit):
    """Return the squared distance of a point to a row, or some number above limit if it is."""
    total = 0.0
    for j in variables:
        difference = points[i, j] - row[j]
        total += difference * difference
        if total > limit:
            break
    return total


@inner
def scan(points, before, start, end, row, variables, lower, limit):
    """Count the records in a leaf that are nearer than lower, and those from there to limit."""
    nearer = 0
    tied = 0
    for i in range(start, end):
        distance = distance_below(points, i, row, variables, limit)
        if distance < lower:
            nearer += before[i + 1] - before[i]
        elif distance <= limit:
            tied += before[i + 1] - before[i]
    return nearer, tied


@inner
def rivals(points, before, starts, ends, lows, highs, row, own, variables, most, nodes, gaps):
    """Count the candidates nearer to a row than a squared distance, and those as near.

    The search visits the nearer box first and stops as soon as ``most`` are nearer: the right
    candidate is lost then, and 0 is returned for those as near. A box that lies wholly at the
    distance is counted without a look inside, or a variable with few values would be walked
    through record by record. The third number is the work: boxes and points looked at.
    """
    limit = own * (1.0 + TOLERANCE)
    lower = own * (1.0 - TOLERANCE)
    nearer = 0
    tied = 0
    work = 0
    nodes[0] = 0
    gaps[0] = gap(lows, highs, nodes[0], row, variables, limit)
    top = 1
    while top > 0:
        top -= 1
        node = nodes[top]
        start = starts[node]
        end = ends[node]
        child = 2 * node + 1
        if gaps[top] >= lower and reach(lows, highs, node, row, variables) <= limit:
            tied += before[end] - before[start]
        elif child < starts.shape[0]:
            left = gap(lows, highs, child, row, variables, limit)
            right = gap(lows, highs, child + 1, row, variables, limit)
            top = push(nodes, gaps, top, child, left, right, limit)
            work += 2
        else:
            found, equal = scan(points, before, start, end, row, variables, lower, limit)
            nearer += found
            tied += equal
            work += end - start
            if nearer >= most:
                return nearer, 0, work
    return nearer, tied, work


@njit
def push(nodes, gaps, top, child, left, right, limit):
    """Put the children within a limit on the stack, the nearer on top; return its new height."""
    if left <= right:
        nearer, near, farther, far = child, left, child + 1, right
    else:
        nearer, near, farther, far = child + 1, right, child, left
    if far <= limit:
        nodes[top] = farther
        gaps[top] = far
        top += 1
    if near <= limit:
        nodes[top] = nearer
        gaps[top] = near
        top += 1
    return top


@njit
def link(tree, rows, partners, targets, variables, most, start, end, most_work, nearer, tied):
    """Find the rivals of the targets from start to before end, until the work exceeds a limit.

    Target r is record targets[r]: it stands at rows[targets[r]] and its right candidate at
    partners[targets[r]]. It is compared on variables[r], or on variables[0] if that is all.
    Returns the target to go on with, and the work.
    """
    points, before, starts, ends, lows, highs = tree
    nodes = np.empty(_DEEPEST, dtype=np.int64)
    gaps = np.empty(_DEEPEST)
    work = 0
    for r in range(start, end):
        i = targets[r]
        known = variables[r if variables.shape[0] > 1 else 0]
        own = distance_below(partners, i, rows[i], known, np.inf)
        nearer[r], tied[r], spent = rivals(
            points, before, starts, ends, lows, highs, rows[i], own, known, most, nodes, gaps
        )
        work += spent
        if work > most_work:
            return r + 1, work
    return end, work
