"""Nearest neighbours: exact in small tables, within blocks of similar records in large ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit


@njit
def seek_in_all(X, start, stop, neighbours, distances):
    """Fill the neighbours of the records from start to stop with the nearest of all others."""
    for i in range(start, stop):
        for other in range(X.shape[0]):
            if other != i:
                offer(X, i, other, neighbours, distances)


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
        The nearest so far, in ascending distance; −1 for none yet.
    distances : array, shape (n, m)
        Their squared distances; infinite for none yet.
    """
    for block in range(len(bounds) - 1):
        for one in range(bounds[block], bounds[block + 1]):
            for other in range(bounds[block], bounds[block + 1]):
                if one != other:
                    offer(X, rows[one], rows[other], neighbours, distances)


@inner
def offer(X, i, other, neighbours, distances):
    """Take a record among the neighbours of another if it is near enough; equals stay in front."""
    m = neighbours.shape[1]
    limit = distances[i, m - 1]
    distance = 0.0
    for j in range(X.shape[1]):
        difference = X[i, j] - X[other, j]
        distance += difference * difference
        if distance >= limit:
            return
    place = m - 1
    for position in range(m):
        # It may have been found in another block already.
        if neighbours[i, position] == other:
            return
    while place > 0 and distances[i, place - 1] > distance:
        distances[i, place] = distances[i, place - 1]
        neighbours[i, place] = neighbours[i, place - 1]
        place -= 1
    distances[i, place] = distance
    neighbours[i, place] = other


def nothing_yet(n: int, m: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the arrays of neighbours and distances before any was found."""
    return np.full((n, m), -1, dtype=np.int32), np.full((n, m), np.inf)
