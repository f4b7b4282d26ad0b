"""Rounds of MDAV and its variants on a pool of records.

Each function does whole rounds until it has spent its budget of coordinate operations or the pool
is down to its limit, and returns how many records are left and how many groups exist. The caller
calls again: in between, progress moves and an interrupt is answered.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.compiling import njit
from covey.kernels.pool import (
    are_equal,
    centroid,
    deal_out,
    farthest,
    nearest,
    remove_assigned,
    squared_distance,
    take_around,
)


@njit
def rounds_of_two(X, rows, labels, n, n_groups, k, limit, budget):
    """Form two groups a round, at opposite ends, while at least ``limit`` (≥ 2k) records remain.

    r is the record farthest from the centroid of the pool. s is the one farthest from r among what
    r's group leaves over: the same record as the farthest of all unless the whole pool is equally
    far, and then the choice is still defined.
    """
    spent = 0
    while n >= limit and spent < budget:
        if are_equal(X, rows, n):
            return deal_out(rows, n, labels, n_groups, k, limit, 2)
        spent += 5 * n * X.shape[1]
        r = farthest(X, rows, n, centroid(X, rows, n))
        n = take_around(X, rows, n, r, k, labels, n_groups)
        s = farthest(X, rows, n, X[r])
        n = take_around(X, rows, n, s, k, labels, n_groups + 1)
        n_groups += 2
    return n, n_groups


@njit
def rounds_of_one(X, rows, labels, n, n_groups, k, limit, centre, budget):
    """Form one group a round, around the farthest from a centre, while ``limit`` (≥ k) remain.

    An empty ``centre`` stands for the centroid of the pool, computed anew each round.
    """
    spent = 0
    while n >= limit and spent < budget:
        if are_equal(X, rows, n):
            return deal_out(rows, n, labels, n_groups, k, limit, 1)
        spent += 3 * n * X.shape[1]
        point = centre if centre.shape[0] > 0 else centroid(X, rows, n)
        n = take_around(X, rows, n, farthest(X, rows, n, point), k, labels, n_groups)
        n_groups += 1
    return n, n_groups


@njit
def rounds_of_variable_size(X, rows, labels, n, n_groups, k, gamma, centre, budget):
    """Form one group a round and let it grow to at most 2k − 1 records, while k records remain.

    A group takes in the unassigned record e that is nearest to any of its members while that
    distance is below gamma times the distance of e to its own nearest unassigned record.
    """
    gap = np.empty(X.shape[0])
    spent = 0
    while n >= k and spent < budget:
        if are_equal(X, rows, n):
            return deal_out(rows, n, labels, n_groups, k, k, 1)
        spent += (2 + k) * n * X.shape[1]
        seed = farthest(X, rows, n, centre)
        members = nearest(X, rows, n, X[seed], k - 1, seed)
        labels[seed] = n_groups
        for member in members:
            labels[member] = n_groups
        n = remove_assigned(rows, n, labels)
        for position in range(n):
            gap[rows[position]] = squared_distance(X, rows[position], X[seed])
        close_gap(X, rows, n, members, gap)
        size = k
        while size < 2 * k - 1 and n >= 2:
            spent += 2 * n * X.shape[1]
            e = closest_to_group(rows, n, gap)
            inside = np.sqrt(gap[e])
            outside = np.sqrt(distance_to_pool(X, rows, n, e))
            if inside >= gamma * outside:
                break
            labels[e] = n_groups
            size += 1
            n = remove_assigned(rows, n, labels)
            for position in range(n):
                row = rows[position]
                gap[row] = min(gap[row], squared_distance(X, row, X[e]))
        n_groups += 1
    return n, n_groups


@njit
def close_gap(X, rows, n, members, gap):
    """Lower the gap of each unassigned record to its smallest squared distance to a new member."""
    for position in range(n):
        row = rows[position]
        for member in members:
            gap[row] = min(gap[row], squared_distance(X, row, X[member]))


@njit
def closest_to_group(rows, n, gap):
    """Return the unassigned record with the smallest gap; ties go to the lowest index."""
    best = rows[0]
    for position in range(1, n):
        if gap[rows[position]] < gap[best]:
            best = rows[position]
    return best


@njit
def distance_to_pool(X, rows, n, row):
    """Return the squared distance of a record to its nearest other unassigned record."""
    best = np.inf
    for position in range(n):
        if rows[position] != row:
            best = min(best, squared_distance(X, rows[position], X[row]))
    return best
