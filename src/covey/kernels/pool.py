"""The pool of unassigned records, from which every method of the MDAV family draws its groups.

A pool is an array ``rows`` of record indices whose first ``n`` entries are unassigned, in ascending
order. Scans keep the first of equal values, so ascending order is what makes every tie go to the
lowest original index, whatever was removed before.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.compiling import inner, njit
from covey.kernels.sums import add
from covey.kernels.units import begin, is_new, leave

UNASSIGNED = -1

SLICE = 20_000_000
"""Coordinate operations between two answers to an interrupt: some tens of milliseconds."""

NO_ROW = np.iinfo(np.int64).max
"""Fills an empty heap, at an infinite distance: every record comes before it."""


@inner
def squared_distance(X, i, point):
    """Return the squared Euclidean distance of record i to a point."""
    total = 0.0
    for j in range(X.shape[1]):
        difference = X[i, j] - point[j]
        total += difference * difference
    return total


@njit
def centroid(X, rows, n):
    """Return the mean of the first n records of the pool."""
    mean = np.empty(X.shape[1])
    for j in range(X.shape[1]):
        total = 0.0
        rest = 0.0
        for position in range(n):
            total, rest = add(total, rest, X[rows[position], j])
        mean[j] = total / n
    return mean


@njit
def farthest(X, rows, n, point):
    """Return the unassigned record farthest from a point; ties go to the lowest index."""
    best = rows[0]
    best_distance = -1.0
    for position in range(n):
        distance = squared_distance(X, rows[position], point)
        if distance > best_distance:
            best_distance = distance
            best = rows[position]
    return best


@njit
def most_distant_pair(X, rows, n, start, stop, r, s, distance):
    """Scan the pairs whose first record stands at positions start to stop of the pool.

    Takes the best pair so far and its squared distance, returns the best after the scan. Ties go to
    the pair with the lowest first index, then the lowest second.
    """
    for position in range(start, stop):
        first = rows[position]
        for other in range(position + 1, n):
            candidate = squared_distance(X, rows[other], X[first])
            if candidate > distance:
                distance = candidate
                r = first
                s = rows[other]
    return r, s, distance


@inner
def comes_after(distance, row, other_distance, other_row):
    """Whether the first record is farther than the second, or as far with a higher index."""
    return distance > other_distance or (distance == other_distance and row > other_row)


@inner
def clear(distances, rows):
    """Empty a heap."""
    for position in range(rows.shape[0]):
        distances[position] = np.inf
        rows[position] = NO_ROW


@inner
def sift(distances, rows, distance, row, parent):
    """Put a record into a heap in place of one that comes after it: 0 for the root, the last."""
    while True:
        child = 2 * parent + 1
        if child >= rows.shape[0]:
            break
        if child + 1 < rows.shape[0] and comes_after(
            distances[child + 1], rows[child + 1], distances[child], rows[child]
        ):
            child += 1
        if not comes_after(distances[child], rows[child], distance, row):
            break
        distances[parent] = distances[child]
        rows[parent] = rows[child]
        parent = child
    distances[parent] = distance
    rows[parent] = row


@inner
def sort_found(distances, rows):
    """Turn a heap of records into a list: nearest first, ties by index."""
    for size in range(rows.shape[0] - 1, 0, -1):
        distance = distances[size]
        row = rows[size]
        distances[size] = distances[0]
        rows[size] = rows[0]
        sift(distances[:size], rows[:size], distance, row, 0)


@inner
def offer(distances, rows, distance, row, units):
    """Let a record into a heap of the nearest if it comes before the last of them.

    With units, the heap has one record of each, the nearest, and none of those that the group in
    the making holds.
    """
    if not comes_after(distances[0], rows[0], distance, row):
        return
    place = 0
    if units is not None:
        if not is_new(units, row):
            return
        for other in range(rows.shape[0]):
            if rows[other] != NO_ROW and units.of[rows[other]] == units.of[row]:
                if not comes_after(distances[other], rows[other], distance, row):
                    return
                place = other
                break
    sift(distances, rows, distance, row, place)


@njit
def nearest(X, rows, n, point, count, excluded, units):
    """Return the ``count`` unassigned records nearest to a point, nearest first.

    A heap bounds the work by O(n log count) whatever the order of the records. Ties go to the
    lowest index. The record ``excluded`` (−1 for none) is left out. With units, see `offer`.
    """
    distances = np.empty(count)
    members = np.empty(count, dtype=np.int64)
    if count == 0:
        return members
    clear(distances, members)
    for position in range(n):
        row = rows[position]
        if row != excluded:
            offer(distances, members, squared_distance(X, row, point), row, units)
    sort_found(distances, members)
    return members[members != NO_ROW]


@njit
def remove_assigned(rows, n, labels):
    """Drop assigned records from the pool in place, keep the order, return how many are left."""
    kept = 0
    for position in range(n):
        if labels[rows[position]] == UNASSIGNED:
            rows[kept] = rows[position]
            kept += 1
    return kept


@njit
def take_around(X, rows, n, seed, k, labels, group, units):
    """Give a record and its k − 1 nearest unassigned ones to a group; return how many are left.

    With units, they are the nearest ones of k − 1 other units.
    """
    begin(units)
    leave(units, seed)
    labels[seed] = group
    for member in nearest(X, rows, n, X[seed], k - 1, seed, units):
        labels[member] = group
        leave(units, member)
    return remove_assigned(rows, n, labels)


@njit
def group_centroids(X, labels, n_groups):
    """Return the mean of each group; unassigned records count for none."""
    sums = np.zeros((n_groups, X.shape[1]))
    sizes = np.zeros(n_groups)
    for i in range(X.shape[0]):
        group = labels[i]
        if group != UNASSIGNED:
            sizes[group] += 1.0
            for j in range(X.shape[1]):
                sums[group, j] += X[i, j]
    for group in range(n_groups):
        for j in range(X.shape[1]):
            sums[group, j] /= sizes[group]
    return sums


@njit
def join_nearest(X, rows, labels, centroids):
    """Give each of some records to the group with the nearest centroid.

    The centroids are those of the groups as they were formed, before any leftover joined. Ties go
    to the group that was formed first.
    """
    for row in rows:
        best = 0
        best_distance = np.inf
        for group in range(centroids.shape[0]):
            distance = squared_distance(X, row, centroids[group])
            if distance < best_distance:
                best_distance = distance
                best = group
        labels[row] = best
