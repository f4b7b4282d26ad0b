"""Linking masked records with the originals."""

from __future__ import annotations

import numpy as np
from numba import njit

TOLERANCE = 1e-9
"""Squared distances this close (relatively) are a tie: the mean of two records is equally far from
both by arithmetic, and only rounding would tell them apart."""


@njit(cache=True)
def distance_below(X, i, point, limit):
    """Return the squared distance of a record to a point, or some number above limit if it is."""
    total = 0.0
    for j in range(X.shape[1]):
        difference = X[i, j] - point[j]
        total += difference * difference
        if total > limit:
            return total
    return total


@njit(cache=True)
def second_smallest(values, n):
    """Return the second smallest of the first n values."""
    first = np.inf
    second = np.inf
    for i in range(n):
        if values[i] < first:
            second = first
            first = values[i]
        elif values[i] < second:
            second = values[i]
    return second


@njit(cache=True)
def distances_within(X, point, limit, near):
    """Write the squared distances that do not exceed a limit into ``near``; return how many."""
    count = 0
    for i in range(X.shape[0]):
        distance = distance_below(X, i, point, limit)
        if distance <= limit:
            near[count] = distance
            count += 1
    return count


@njit(cache=True)
def chance_among_two(distance, near, n):
    """Return the probability that a record at a distance is among the two nearest of n.

    With a records strictly nearer and t as near (itself included) it is (2 − a)/t, at most 1.
    """
    nearer = 0
    as_near = 0
    for i in range(n):
        if near[i] < distance * (1.0 - TOLERANCE):
            nearer += 1
        elif near[i] <= distance * (1.0 + TOLERANCE):
            as_near += 1
    return min(1.0, (2.0 - nearer) / as_near) if nearer < 2 else 0.0


@njit(cache=True)
def expected_hits(X, centres, order, bounds, chosen, hits):
    """For each chosen centre, expect how many of its own records are among its two nearest.

    Records of centre c are order[bounds[c]:bounds[c + 1]]. They are near it, so the second nearest
    of them bounds what the scan of all records has to look at.
    """
    near = np.empty(X.shape[0])
    own = np.empty(X.shape[0])
    for position in range(chosen.shape[0]):
        c = chosen[position]
        size = bounds[c + 1] - bounds[c]
        for i in range(size):
            own[i] = distance_below(X, order[bounds[c] + i], centres[c], np.inf)
        limit = second_smallest(own, size) * (1.0 + TOLERANCE)
        n_near = distances_within(X, centres[c], limit, near)
        limit = second_smallest(near, n_near) * (1.0 + TOLERANCE)
        hits[c] = 0.0
        for i in range(size):
            if own[i] <= limit:
                hits[c] += chance_among_two(own[i], near, n_near)
