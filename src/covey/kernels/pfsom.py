"""Memberships, typicalities and moving centres of possibilistic fuzzy clustering.

All functions see one record at a time: besides the result, memory is one value for each centre.
Sums run over the records in order, so the answer does not depend on the machine's threads.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.compiling import njit
from covey.kernels.pool import squared_distance


@njit
def power(base, exponent):
    """Return base to an exponent; the usual exponents without the slow general routine."""
    if exponent == 1.0:
        return base
    if exponent == 2.0:
        return base * base
    if exponent == 1.5:
        return base * np.sqrt(base)
    return base**exponent


@njit
def share_out(distances, m, shares):
    """Write a record's memberships, which add up to one, from its squared distances.

    Ratios to the smallest distance neither overflow nor divide by zero. A record on top of a centre
    belongs to it alone; several centres at the same place share it equally.
    """
    nearest = distances.min()
    total = 0.0
    for j in range(distances.shape[0]):
        if distances[j] == nearest:
            shares[j] = 1.0
        else:
            shares[j] = power(nearest / distances[j], 1.0 / (m - 1.0))
        total += shares[j]
    for j in range(distances.shape[0]):
        shares[j] /= total


@njit
def typicality(distance, scale, b, eta):
    """Return how typical a record at a squared distance is of a centre with a given scale."""
    if distance == 0.0:
        return 1.0
    if scale == 0.0:
        return 0.0
    return 1.0 / (1.0 + power(b * distance / scale, 1.0 / (eta - 1.0)))


@njit
def measure_distances(X, i, centres, distances):
    """Write the squared distances of record i to the centres."""
    for j in range(centres.shape[0]):
        distances[j] = squared_distance(X, i, centres[j])


@njit
def memberships(X, centres, m):
    """Return the membership of each record in each centre."""
    n_centres = centres.shape[0]
    U = np.empty((X.shape[0], n_centres))
    distances = np.empty(n_centres)
    for i in range(X.shape[0]):
        measure_distances(X, i, centres, distances)
        share_out(distances, m, U[i])
    return U


@njit
def typicalities(X, centres, scales, b, eta):
    """Return the typicality of each record for each centre."""
    T = np.empty((X.shape[0], centres.shape[0]))
    distances = np.empty(centres.shape[0])
    for i in range(X.shape[0]):
        measure_distances(X, i, centres, distances)
        for j in range(centres.shape[0]):
            T[i, j] = typicality(distances[j], scales[j], b, eta)
    return T


@njit
def nearest_centre(X, centres):
    """Return the nearest centre of each record; ties go to the first centre."""
    labels = np.empty(X.shape[0], dtype=np.intp)
    distances = np.empty(centres.shape[0])
    for i in range(X.shape[0]):
        measure_distances(X, i, centres, distances)
        labels[i] = distances.argmin()
    return labels


@njit
def scales_of(X, centres, m):
    """Return the mean squared distance to each centre, weighted by membership to the power m."""
    n_centres = centres.shape[0]
    distances, shares = np.empty(n_centres), np.empty(n_centres)
    sums, weights = np.zeros(n_centres), np.zeros(n_centres)
    for i in range(X.shape[0]):
        measure_distances(X, i, centres, distances)
        share_out(distances, m, shares)
        for j in range(n_centres):
            weight = power(shares[j], m)
            sums[j] += weight * distances[j]
            weights[j] += weight
    for j in range(n_centres):
        sums[j] = sums[j] / weights[j] if weights[j] > 0.0 else 0.0
    return sums


@njit
def moved_centres(X, centres, scales, m, eta, a, b):
    """Return the means of the records weighted by a·u^m + b·t^eta; b = 0 is fuzzy c-means.

    A centre that no record weighs for stays where it is.
    """
    n_centres, p = centres.shape
    distances, shares = np.empty(n_centres), np.empty(n_centres)
    sums, weights = np.zeros((n_centres, p)), np.zeros(n_centres)
    for i in range(X.shape[0]):
        measure_distances(X, i, centres, distances)
        share_out(distances, m, shares)
        for j in range(n_centres):
            weight = a * power(shares[j], m)
            if b > 0.0:
                weight += b * power(typicality(distances[j], scales[j], b, eta), eta)
            weights[j] += weight
            for column in range(p):
                sums[j, column] += weight * X[i, column]
    for j in range(n_centres):
        if weights[j] > 0.0:
            sums[j] /= weights[j]
        else:
            sums[j] = centres[j]
    return sums


@njit
def spread_out(X, first, count):
    """Return up to ``count`` different records, each the farthest from all before; ties go low."""
    chosen = np.empty(count, dtype=np.int64)
    gap = np.full(X.shape[0], np.inf)
    seed, size = first, 0
    while size < count:
        chosen[size] = seed
        size += 1
        for i in range(X.shape[0]):
            gap[i] = min(gap[i], squared_distance(X, i, X[seed]))
        seed = gap.argmax()
        if gap[seed] == 0.0:
            break
    return chosen[:size]
