"""Nearest neighbours: exact in small tables, within blocks of similar records in large ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import njit
from covey.kernels.scanning import measure


def seek_in_all(
    columns: NDArray[np.float64],
    start: int,
    stop: int,
    neighbours: NDArray[np.int32],
    distances: NDArray[np.float64],
) -> None:
    """Improve the neighbours of the records from start to stop by the nearest of all others.

    ``columns`` holds the records, one variable after the other. For the rest see `seek_in_blocks`.
    """
    n = columns.shape[1]
    seek(columns, np.arange(n), 0, n, start, stop, np.empty(n), neighbours, distances)


@njit
def seek_in_blocks(X, rows, bounds, neighbours, distances):
    """Improve the neighbours of the records of each block by those of the same block.

    ``rows`` holds the records of all blocks, one block after the other, and ``bounds`` where each
    begins. ``neighbours`` has for each record the nearest so far, in ascending distance, or the
    record itself for none yet; ``distances`` are squared, and infinite for none yet.
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

    The block begins at ``first`` of ``rows`` and has n records, which ``columns`` holds one
    variable after the other. Those at its places from start to stop look. ``gaps`` is room for the
    distances of one of them. For the rest see `seek_in_blocks`.
    """
    m = neighbours.shape[1]
    for place in range(start, stop):
        measure(columns, n, columns[:, place], gaps)
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
