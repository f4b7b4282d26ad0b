"""Groups of records of different respondents."""

from __future__ import annotations

import numpy as np

from covey.kernels.compiling import inner, njit
from covey.kernels.pool import UNASSIGNED, squared_distance


@njit
def grow_over_units(X, units, k, labels, state, budget):
    """Form groups of k records of k units, each around the record farthest from the centre.

    A group takes its first record and the nearest one of each of the k − 1 units nearest to it.
    Ties go to the lowest index. Rounds go on until fewer than k units have records without a
    group, or the budget of coordinate operations is spent: ``state`` holds the number of groups and
    of records that are left, and is 0 in its last place when the rounds are over.
    """
    n, p = X.shape
    centre = np.empty(p)
    seen = np.full(units.max() + 1, -1, dtype=np.int64)
    spent = 0
    while spent < budget:
        if count_units(units, labels, seen, state[0], k) < k:
            state[2] = 0
            return
        mean_of(X, labels, centre)
        seed, most = -1, -1.0
        for row in range(n):
            if labels[row] == UNASSIGNED:
                distance = squared_distance(X, row, centre)
                if distance > most:
                    seed, most = row, distance
        take_nearest_units(X, units, labels, seed, k, state[0], seen)
        state[0] += 1
        state[1] -= k
        spent += (k + 2) * n * p


@inner
def count_units(units, labels, seen, number, enough):
    """Return how many units have records without a group, counting no further than enough."""
    count = 0
    for row in range(len(units)):
        if labels[row] == UNASSIGNED and seen[units[row]] != -2 - number:
            seen[units[row]] = -2 - number
            count += 1
            if count == enough:
                break
    return count


@inner
def mean_of(X, labels, centre):
    """Write the mean of the records without a group."""
    centre[:] = 0.0
    count = 0
    for row in range(len(X)):
        if labels[row] == UNASSIGNED:
            count += 1
            for j in range(len(centre)):
                centre[j] += X[row, j]
    for j in range(len(centre)):
        centre[j] /= count


@inner
def take_nearest_units(X, units, labels, seed, k, number, seen):
    """Give a record and the nearest ones of k − 1 other units the same group."""
    point = X[seed].copy()
    labels[seed] = number
    seen[units[seed]] = number
    distances = np.empty(k - 1)
    rows = np.empty(k - 1, dtype=np.int64)
    count = 0
    for row in range(len(X)):
        if labels[row] != UNASSIGNED or seen[units[row]] == number:
            continue
        distance = squared_distance(X, row, point)
        if count == k - 1 and distance >= distances[count - 1]:
            continue
        count = insert(distances, rows, units, count, distance, row)
    for place in range(count):
        labels[rows[place]] = number


@inner
def insert(distances, rows, units, count, distance, row):
    """Put a record among the nearest, one for each unit; return how many there are."""
    place = count
    for other in range(count):
        if units[rows[other]] == units[row]:
            if distances[other] <= distance:
                return count
            place = other  # a nearer record of the same unit takes its place
            break
    else:
        if count < len(rows):
            count += 1
        else:
            place = count - 1
    while place > 0 and distances[place - 1] > distance:
        distances[place], rows[place] = distances[place - 1], rows[place - 1]
        place -= 1
    distances[place], rows[place] = distance, row
    return count
