"""Groups that grow record by record: IAMAT and CV-MDAV.

As in `covey.kernels.mdav`, each function does whole rounds until its budget is spent or the pool is
down to its limit, and the caller calls again.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.compiling import njit
from covey.kernels.pool import (
    are_equal,
    centroid,
    comes_after,
    deal_out,
    farthest,
    nearest,
    remove_assigned,
    squared_distance,
)


@njit
def nearest_one(X, rows, n, point, labels, free):
    """Return the record of the pool with the label ``free`` that is nearest to a point, or −1.

    Ties go to the lowest index.
    """
    best = -1
    best_distance = np.inf
    for position in range(n):
        row = rows[position]
        if labels[row] == free:
            distance = squared_distance(X, row, point)
            if distance < best_distance:
                best_distance = distance
                best = row
    return best


@njit
def grow(X, rows, n, labels, free, group, total, size, target):
    """Let a group take in the record nearest to its running centroid until it has ``target``.

    ``total`` is the sum of the members' values and is updated in place.
    """
    point = np.empty(X.shape[1])
    for count in range(size, target):
        for j in range(X.shape[1]):
            point[j] = total[j] / count
        row = nearest_one(X, rows, n, point, labels, free)
        labels[row] = group
        for j in range(X.shape[1]):
            total[j] += X[row, j]


@njit
def cost_of_own_group(X, rows, n, row, k, labels, free, trial):
    """Return what a record would add to the SSE of the group that it could found itself.

    The record and the k − 1 free records that it would take in one by one form the group. With
    d² its squared distance to their mean, it accounts for d² · k/(k − 1) of their SSE.
    """
    total = X[row].copy()
    labels[row] = trial
    grow(X, rows, n, labels, free, trial, total, 1, k)
    for position in range(n):
        if labels[rows[position]] == trial:
            labels[rows[position]] = free
    for j in range(X.shape[1]):
        total[j] /= k
    return squared_distance(X, row, total) * k / (k - 1)


@njit
def extend(X, rows, n, k, labels, free, group, total):
    """Let a group of k grow to at most 2k − 1 while joining costs less than a group of one's own.

    A record at squared distance d² from the mean of m members adds d² · m/(m + 1) to their SSE.
    Returns the size. Nothing joins where fewer than k records would be free to found a group.
    """
    trial = group + 1
    size = k
    free_records = n - k
    point = np.empty(X.shape[1])
    while size < 2 * k - 1 and free_records >= k:
        for j in range(X.shape[1]):
            point[j] = total[j] / size
        row = nearest_one(X, rows, n, point, labels, free)
        joining = squared_distance(X, row, point) * size / (size + 1)
        if joining >= cost_of_own_group(X, rows, n, row, k, labels, free, trial):
            break
        labels[row] = group
        for j in range(X.shape[1]):
            total[j] += X[row, j]
        size += 1
        free_records -= 1
    return size


@njit
def rounds_of_growth(X, rows, labels, n, n_groups, k, centre, is_variable, budget):
    """Form one group a round around the record farthest from a centre, while k records remain.

    Each next member is the unassigned record nearest to the mean of those taken so far. An empty
    ``centre`` stands for the centroid of the pool, computed anew each round.
    """
    free = -1
    spent = 0
    while n >= k and spent < budget:
        if are_equal(X, rows, n):
            return deal_out(rows, n, labels, n_groups, k, k, 1)
        point = centre if centre.shape[0] > 0 else centroid(X, rows, n)
        seed = farthest(X, rows, n, point)
        labels[seed] = n_groups
        total = X[seed].copy()
        grow(X, rows, n, labels, free, n_groups, total, 1, k)
        size = k
        if is_variable:
            size = extend(X, rows, n, k, labels, free, n_groups, total)
        spent += n * X.shape[1] * (2 + k + (size - k + 1) * k * is_variable)
        n = remove_assigned(rows, n, labels)
        n_groups += 1
    return n, n_groups


@njit
def sort_by_distance(X, members, point):
    """Order a few records by their distance to a point, ties by index, in place."""
    for i in range(1, members.shape[0]):
        row = members[i]
        distance = squared_distance(X, row, point)
        j = i - 1
        while j >= 0 and comes_after(
            squared_distance(X, members[j], point), members[j], distance, row
        ):
            members[j + 1] = members[j]
            j -= 1
        members[j + 1] = row


@njit
def distance_to_own_neighbourhood(X, rows, n, row, k):
    """Return how far a record is from the mean of its k nearest unassigned, itself included."""
    mean = np.zeros(X.shape[1])
    for member in nearest(X, rows, n, X[row], k, -1):
        for j in range(X.shape[1]):
            mean[j] += X[member, j] / k
    return np.sqrt(squared_distance(X, row, mean))


@njit
def rounds_of_neighbours(X, rows, labels, n, n_groups, k, gamma, budget):
    """Form one group a round and test its next k neighbours for inclusion, while 3k remain.

    The neighbours y_k to y_(2k−1) of the founding record are tested once each, nearest first. y
    joins if it is nearer to the group's mean than gamma times its distance to its own
    neighbourhood.
    """
    spent = 0
    while n >= 3 * k and spent < budget:
        if are_equal(X, rows, n):
            return deal_out(rows, n, labels, n_groups, k, 3 * k, 1)
        spent += 3 * n * X.shape[1]
        seed = farthest(X, rows, n, centroid(X, rows, n))
        neighbours = nearest(X, rows, n, X[seed], 2 * k - 1, seed)
        sort_by_distance(X, neighbours, X[seed])
        total = X[seed].copy()
        labels[seed] = n_groups
        for member in neighbours[: k - 1]:
            labels[member] = n_groups
            total += X[member]
        n = remove_assigned(rows, n, labels)
        size = k
        for candidate in neighbours[k - 1 :]:
            if size == 2 * k - 1:
                break
            spent += n * X.shape[1]
            inside = np.sqrt(squared_distance(X, candidate, total / size))
            if inside < gamma * distance_to_own_neighbourhood(X, rows, n, candidate, k):
                labels[candidate] = n_groups
                total += X[candidate]
                size += 1
                n = remove_assigned(rows, n, labels)
        n_groups += 1
    return n, n_groups
