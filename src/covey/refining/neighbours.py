"""For each record, others that are near: what a search looks at."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix
from covey.core.progress import Tick
from covey.kernels.neighbours import nothing_yet, seek_in_all, seek_in_blocks
from covey.kernels.pool import SLICE

EXACT = 20_000
"""Records up to which all pairs are looked at."""

BLOCK = 250
"""Records of a block, at most; a larger table is cut into such blocks."""

TURNS = 3
"""How often a large table is cut, each time along other directions: what one cut parts, another
keeps together."""


def near_records(X: Matrix, count: int, *, tick: Tick) -> NDArray[np.int32]:
    """Return some records that are near to each, nearest first.

    Up to `EXACT` records they are the nearest ones, equals in the order of the table; in larger
    tables most of them are.

    Parameters
    ----------
    X : array, shape (n, p)
        The records.
    count : int
        How many for each.
    tick : callable
        Told the share that is done.
    """
    n, p = X.shape
    neighbours, distances = nothing_yet(n, min(count, n - 1))
    if n <= EXACT:
        step = max(1, SLICE // (n * p))
        for start in range(0, n, step):
            seek_in_all(X, start, min(n, start + step), neighbours, distances)
            tick(min(1.0, (start + step) / n))
        return neighbours
    step = max(1, SLICE // (BLOCK * BLOCK * p))
    for turn in range(TURNS):
        blocks = list(cut(_turned(X, turn), np.arange(n), BLOCK))
        for first in range(0, len(blocks), step):
            some = blocks[first : first + step]
            bounds = np.cumsum([0, *map(len, some)])
            seek_in_blocks(X, np.concatenate(some), bounds, neighbours, distances)
            tick((turn + min(1.0, (first + step) / len(blocks))) / TURNS)
    return neighbours


def cut(X: Matrix, rows: Labels, largest: int) -> Iterator[Labels]:
    """Cut records at the median of their widest variable until no block is larger than this."""
    if len(rows) <= largest:
        yield rows
        return
    part = X[rows]
    widest = int(np.argmax(part.max(axis=0) - part.min(axis=0)))
    order = np.argsort(part[:, widest], kind="stable")
    middle = len(rows) // 2
    # In ascending order again, so that equals keep the order of the table.
    yield from cut(X, np.sort(rows[order[:middle]]), largest)
    yield from cut(X, np.sort(rows[order[middle:]]), largest)


def _turned(X: Matrix, turn: int) -> Matrix:
    """Return the records turned by 45 degrees in planes of two variables, others at each turn.

    Sums and differences alone: no library whose last digits depend on the number of threads.
    """
    if turn == 0:
        return X
    turned = X.copy()
    for j in range(turn - 1, X.shape[1] - 1, 2):
        turned[:, j] = X[:, j] + X[:, j + 1]
        turned[:, j + 1] = X[:, j] - X[:, j + 1]
    return turned
