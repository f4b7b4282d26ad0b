"""Nearest neighbours: exact in small tables, within blocks of similar records in large ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit


@njit
def seek_in_all(X, start, stop, neighbours, distances):
    """Improve the neighbours of the records from start to stop by the nearest of all others."""
    n = X.shape[0]
    rows = np.arange(n)
    columns = np.empty((X.shape[1], n))
    gather(X, rows, columns)
    gaps = np.empty(n)
    for i in range(start, stop):
        measure(columns, n, i, gaps)
        take_nearest(rows, gaps, neighbours[i], distances[i])


@njit
def seek_in_blocks(X, rows, bounds, neighbours, distances):
    """Improve the neighbours of the records of each block by those of the same block.

    Parameters
    ----------
    X : array, shape (n, p)
        The records.
    rows : array of int
        The records of all blocks, one block after the other.
    bounds : array of int, shape (n_blocks + 1,)
        Where each block begins.
    neighbours : array of int, shape (n, m)
        The nearest so far, in ascending distance; the record itself for none yet.
    distances : array, shape (n, m)
        Their squared distances; infinite for none yet.
    """
    largest = 0
    for block in range(len(bounds) - 1):
        largest = max(largest, bounds[block + 1] - bounds[block])
    columns = np.empty((X.shape[1], largest))
    gaps = np.empty(largest)
    for block in range(len(bounds) - 1):
        members = rows[bounds[block] : bounds[block + 1]]
        n = len(members)
        gather(X, members, columns)
        for place in range(n):
            measure(columns, n, place, gaps)
            i = members[place]
            take_nearest(members, gaps[:n], neighbours[i], distances[i])


@inner
def gather(X, rows, columns):
    """Copy some records, one variable after the other: the order in which distances are taken."""
    for place in range(len(rows)):
        for j in range(X.shape[1]):
            columns[j, place] = X[rows[place], j]


@inner
def measure(columns, n, place, gaps):
    """Write the squared distances of one record to all; its own becomes infinite.

    Four variables at a time halve the traffic with the memory, and the sum keeps its order.
    """
    p = columns.shape[0]
    for other in range(n):
        gaps[other] = 0.0
    for j in range(0, p - p % 4, 4):
        a, b, c, d = columns[j], columns[j + 1], columns[j + 2], columns[j + 3]
        from_a, from_b, from_c, from_d = a[place], b[place], c[place], d[place]
        for other in range(n):
            gap = gaps[other]
            gap += (a[other] - from_a) * (a[other] - from_a)
            gap += (b[other] - from_b) * (b[other] - from_b)
            gap += (c[other] - from_c) * (c[other] - from_c)
            gap += (d[other] - from_d) * (d[other] - from_d)
            gaps[other] = gap
    for j in range(p - p % 4, p):
        a = columns[j]
        from_a = a[place]
        for other in range(n):
            gaps[other] += (a[other] - from_a) * (a[other] - from_a)
    gaps[place] = np.inf


@inner
def take_nearest(rows, gaps, near, far):
    """Take records among the neighbours of one if they are near enough; equals stay in front."""
    m = len(near)
    for place in range(len(gaps)):
        gap = gaps[place]
        if gap >= far[m - 1]:
            continue
        is_known = False
        for position in range(m):
            # It may have been found in another block already.
            is_known = is_known or near[position] == rows[place]
        if is_known:
            continue
        spot = m - 1
        while spot > 0 and far[spot - 1] > gap:
            far[spot] = far[spot - 1]
            near[spot] = near[spot - 1]
            spot -= 1
        far[spot] = gap
        near[spot] = rows[place]


def nothing_yet(n: int, m: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the arrays of neighbours and distances before any was found.

    A record without enough neighbours is its own: a search passes over it.
    """
    itself = np.repeat(np.arange(n, dtype=np.int32)[:, np.newaxis], m, axis=1)
    return itself, np.full((n, m), np.inf)
