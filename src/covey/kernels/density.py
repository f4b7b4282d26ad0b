"""The k-neighbourhoods of a pool and the densest among them, for DBA-1.

The k-density of a record is one over the SSE of the record and its k − 1 nearest unassigned ones
about their own centroid. Instead of the density the kernels keep ``scatter``, k times that SSE: the
densest record has the least. With offsets d from the record itself it is k·Σ‖d‖² − ‖Σd‖², which is
exactly zero among duplicates, exact on whole numbers, and free of cancellation: ‖Σd‖² is at most
(k − 1)·Σ‖d‖², because one of the k offsets is zero.

The same inequality says that the scatter is at least ``reach``, the sum Σ‖d‖². A record's reach
never shrinks as others leave the pool, so a reach from an earlier round is still a bound. A record
whose bound is no better than the best scatter so far cannot be the densest, and its neighbourhood
need not be brought up to date. This changes no result, only how much of the work is done.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import njit
from covey.kernels.pool import UNASSIGNED, nearest, squared_distance

CAUTION = 1.0 - 1e-6
"""Factor on a reach before it is used as a bound: rounding must not make it exceed the scatter."""


SPARE = 100
"""Neighbours remembered beyond the k − 1 that are needed, at most: memory stays near n·k."""


def blank_neighbourhoods(
    n: int, k: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
    """Return what `densest` remembers of n records, before it has seen any.

    Lists longer than k − 1 spare most searches: when a neighbour has left, the next in the list
    takes its place, and only a list with fewer than k − 1 left is made anew.

    They are ``near``, the unassigned records nearest to each record, nearest first; ``known``, how
    many entries of it hold; ``reach`` and ``scatter``. A reach of zero is a bound for every record.
    """
    length = min(n - 1, k - 1 + min(2 * k + 1, SPARE))
    near = np.empty((n, length), dtype=np.int32)
    return near, np.zeros(n, dtype=np.int32), np.zeros(n), np.zeros(n)


@njit
def densest(X, rows, n, labels, k, near, known, reach, scatter, start, seed, best, budget):
    """Look for the densest record from one position of the pool on, within a budget.

    Takes the best record so far and its scatter, returns the position to go on from, the best
    record and its scatter. The position is n when all were seen. Ties go to the lowest index.
    """
    spent = 0
    for position in range(start, n):
        if spent >= budget:
            return position, seed, best
        spent += 1
        row = rows[position]
        if reach[row] * CAUTION >= best:
            continue
        if has_lost_a_neighbour(labels, near, known, row, k):
            spent += renew(X, rows, n, labels, k, near, known, reach, scatter, row)
        if scatter[row] < best:
            best = scatter[row]
            seed = row
    return n, seed, best


@njit
def has_lost_a_neighbour(labels, near, known, row, k):
    """Whether one of the k − 1 nearest of a record has left the pool, or they were never sought."""
    has_lost = known[row] < k - 1
    j = 0
    while not has_lost and j < k - 1:
        has_lost = labels[near[row, j]] != UNASSIGNED
        j += 1
    return has_lost


@njit
def renew(X, rows, n, labels, k, near, known, reach, scatter, row):
    """Bring the neighbourhood of a record up to date; return the coordinate operations spent."""
    kept = 0
    for j in range(known[row]):
        if labels[near[row, j]] == UNASSIGNED:
            near[row, kept] = near[row, j]
            kept += 1
    spent = k * X.shape[1]
    if kept < k - 1:
        members = nearest(X, rows, n, X[row], min(near.shape[1], n - 1), row, None)
        kept = len(members)
        near[row, :kept] = members
        spent += n * X.shape[1]
    known[row] = kept
    reach[row], scatter[row] = measure(X, row, near[row, : k - 1])
    return spent


@njit
def measure(X, row, neighbours):
    """Return the reach and the scatter of a record with its neighbours, nearest first.

    The reach is summed in that order: each term can only grow as records leave the pool, and
    rounded sums of larger terms are never smaller.
    """
    total = np.zeros(X.shape[1])
    reach = 0.0
    for neighbour in neighbours:
        reach += squared_distance(X, neighbour, X[row])
        for j in range(X.shape[1]):
            total[j] += X[neighbour, j] - X[row, j]
    squared = 0.0
    for j in range(X.shape[1]):
        squared += total[j] * total[j]
    return reach, (len(neighbours) + 1) * reach - squared
