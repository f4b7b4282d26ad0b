"""Cutting a table into blocks of similar records, by a balanced tree."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit

ENOUGH = 1_000
"""Records that tell which variable varies most."""


def cut(X: NDArray[np.float64], largest: int) -> Iterator[NDArray[np.intp]]:
    """Cut records at the median of the variable that varies most until no block is too large.

    Halves differ by one record at most, so no block has less than half of ``largest``, rounded
    down, unless there is only one. In each block, records keep the order of the table.

    Examples
    --------
    >>> [block.tolist() for block in cut(np.array([[5.0], [1.0], [9.0], [2.0]]), 2)]
    [[1, 3], [0, 2]]
    """
    order = np.arange(len(X))
    values = np.empty(len(X))
    nodes = [(0, len(X))]
    while nodes:
        start, stop = nodes.pop()
        if stop - start <= largest:
            yield np.sort(order[start:stop])
        else:
            middle = int(cut_node(X, order, values, start, stop))
            nodes += [(middle, stop), (start, middle)]


def turned(X: NDArray[np.float64], turn: int) -> NDArray[np.float64]:
    """Return the records turned by 45 degrees in planes of two variables, others at each turn.

    Blocks of a turned table have other borders: what one cut parts, another keeps together. Sums
    and differences alone: no library whose last digits depend on the number of threads.
    """
    p = X.shape[1]
    if turn == 0 or p == 1:
        return X
    result = X.copy()
    step = 1 + (turn - 1) % (p - 1)
    free = set(range(p))
    for a in range(p):
        b = (a + step) % p
        if {a, b} <= free:
            free -= {a, b}
            result[:, a], result[:, b] = X[:, a] + X[:, b], X[:, a] - X[:, b]
    return result


@njit
def cut_node(X, order, values, start, stop):
    """Part the records of one node at the median of the variable that varies most.

    The node holds the records ``order[start:stop]``, which are put in order in place: those before
    the middle, which is returned, come before those after it by value, and equals by their index.
    ``values`` is room for as many as there are records.
    """
    variable = widest(X, order, start, stop)
    for position in range(start, stop):
        values[position] = X[order[position], variable]
    middle = start + (stop - start) // 2
    select(values, order, start, stop, middle)
    return middle


@inner
def widest(X, order, start, stop):
    """Return the variable with the largest variance among some records; ties go to the first.

    A thousand of them, evenly spread, tell it well enough.
    """
    step = max(1, (stop - start) // ENOUGH)
    best, chosen = -1.0, 0
    for j in range(X.shape[1]):
        shift, total, squares, count = X[order[start], j], 0.0, 0.0, 0
        for position in range(start, stop, step):
            difference = X[order[position], j] - shift
            total += difference
            squares += difference * difference
            count += 1
        variance = squares - total * total / count
        if variance > best:
            best, chosen = variance, j
    return chosen


@inner
def comes_before(values, order, a, b):
    """Whether the record at one place has the lower value, or the same and a lower index."""
    return values[a] < values[b] or (values[a] == values[b] and order[a] < order[b])


@inner
def swap(values, order, a, b):
    """Let two places change what they hold."""
    values[a], values[b] = values[b], values[a]
    order[a], order[b] = order[b], order[a]


@inner
def select(values, order, start, stop, target):
    """Put in place the record that belongs at ``target``, lower ones before it, others after.

    Values with the index to break ties are all different, so heavy ties cost nothing extra.
    """
    low, high = start, stop - 1
    while low < high:
        pivot = low + (high - low) // 2
        # The median of three as the pivot, kept at the low end.
        if comes_before(values, order, pivot, low):
            swap(values, order, pivot, low)
        if comes_before(values, order, high, low):
            swap(values, order, high, low)
        if comes_before(values, order, pivot, high):
            swap(values, order, pivot, high)
        value, row = values[high], order[high]
        store = low
        for place in range(low, high):
            if values[place] < value or (values[place] == value and order[place] < row):
                swap(values, order, store, place)
                store += 1
        swap(values, order, store, high)
        if store == target:
            return
        if store < target:
            low = store + 1
        else:
            high = store - 1
