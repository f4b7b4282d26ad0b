"""Nearest neighbours: exact in small tables, within blocks of similar records in large ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import njit


def seek_in_all(
    columns: NDArray[np.float64],
    start: int,
    stop: int,
    neighbours: NDArray[np.int32],
    distances: NDArray[np.float64],
) -> None:
    """Improve the neighbours of the records from start to stop by the nearest of all others.

    Parameters
    ----------
    columns : array, shape (p, n)
        The records, one variable after the other: the order in which distances are taken.
    start, stop : int
        The records that look.
    neighbours, distances : arrays, shape (n, m)
        See `seek_in_blocks`.
    """
    n = columns.shape[1]
    seek(columns, np.arange(n), 0, n, start, stop, np.empty(n), neighbours, distances)


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
        first = bounds[block]
        n = bounds[block + 1] - first
        for place in range(n):
            for j in range(X.shape[1]):
                columns[j, place] = X[rows[first + place], j]
        seek(columns, rows, first, n, 0, n, gaps, neighbours, distances)


@njit
def seek(columns, rows, first, n, start, stop, gaps, neighbours, distances):
    """Improve the neighbours of some records of a block by the nearest of the same block.

    Parameters
    ----------
    columns : array, shape (p, at least n)
        The records of the block, one variable after the other.
    rows : array of int
        The records of all blocks.
    first, n : int
        Where the block begins in them, and how many records it has.
    start, stop : int
        The places in the block of the records that look.
    gaps : array, shape (at least n,)
        Room for the distances of one of them.
    neighbours, distances : arrays, shape (n, m)
        See `seek_in_blocks`.
    """
    p = columns.shape[0]
    m = neighbours.shape[1]
    for place in range(start, stop):
        for other in range(n):
            gaps[other] = 0.0
        # Four variables at a time halve the traffic with the memory; the sum keeps its order.
        for j in range(0, p - 3, 4):
            for other in range(n):
                a = columns[j, other] - columns[j, place]
                b = columns[j + 1, other] - columns[j + 1, place]
                c = columns[j + 2, other] - columns[j + 2, place]
                d = columns[j + 3, other] - columns[j + 3, place]
                gaps[other] = gaps[other] + a * a + b * b + c * c + d * d
        for j in range(p - p % 4, p):
            for other in range(n):
                a = columns[j, other] - columns[j, place]
                gaps[other] += a * a
        gaps[place] = np.inf
        i = rows[first + place]
        for other in range(n):
            gap = gaps[other]
            if gap >= distances[i, m - 1]:
                continue
            row = rows[first + other]
            is_known = False
            for position in range(m):
                # It may have been found in another block already.
                is_known = is_known or neighbours[i, position] == row
            if is_known:
                continue
            spot = m - 1
            while spot > 0 and distances[i, spot - 1] > gap:
                distances[i, spot] = distances[i, spot - 1]
                neighbours[i, spot] = neighbours[i, spot - 1]
                spot -= 1
            distances[i, spot] = gap
            neighbours[i, spot] = row


def nothing_yet(n: int, m: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the arrays of neighbours and distances before any was found.

    A record without enough neighbours is its own: a search passes over it.
    """
    itself = np.repeat(np.arange(n, dtype=np.int32)[:, np.newaxis], m, axis=1)
    return itself, np.full((n, m), np.inf)
