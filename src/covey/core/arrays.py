"""Names for the arrays that the stages exchange, and what all of them ask of a column or of labels.

Numbers of groups say nothing by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Matrix: TypeAlias = NDArray[np.float64]
"""(n_records, n_variables), finite, C-contiguous."""

Vector: TypeAlias = NDArray[np.float64]
"""One value for each record, variable or group."""

Labels: TypeAlias = NDArray[np.intp]
"""(n_records,), the group of each record, 0 to n_groups − 1 without gaps."""


def is_constant(column: Vector) -> bool:
    """Whether all records have the same value."""
    return bool((column == column[0]).all())


def squares_within(X: Matrix, labels: Labels) -> float:
    """Return the sum of squared distances of all records to the means of their groups.

    Column by column, so that no second table is needed.

    Examples
    --------
    >>> squares_within(np.array([[0.0], [2.0], [5.0], [5.0]]), np.array([0, 0, 1, 1]))
    2.0
    """
    sizes = np.bincount(labels)
    total = 0.0
    for column in X.T:
        offsets = column - (np.bincount(labels, column) / sizes)[labels]
        # Not a product of vectors, whose last digits depend on how many threads take it.
        total += float(np.square(offsets, out=offsets).sum())
    return total


def in_order(labels: Labels) -> Labels:
    """Return labels that number the groups in the order of their first records."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    ordered: Labels = np.argsort(np.argsort(first))[inverse]
    return ordered


def joined(blocks: Iterable[Labels], found: Iterable[Labels], n: int) -> Labels:
    """Return the labels of a table from those of its blocks, each numbered from 0."""
    labels = np.empty(n, dtype=np.intp)
    n_groups = 0
    for rows, groups in zip(blocks, found, strict=True):
        labels[rows] = groups + n_groups
        n_groups += int(groups.max()) + 1
    return labels


def in_common_groups(one: Labels, other: Labels) -> NDArray[np.bool_]:
    """Say of each record whether its group is the same in two partitions."""
    pairs = one.astype(np.int64) * (int(other.max()) + 1) + other
    _, inverse, counts = np.unique(pairs, return_inverse=True, return_counts=True)
    together = counts[inverse]
    same: NDArray[np.bool_] = (together == np.bincount(one)[one]) & (
        together == np.bincount(other)[other]
    )
    return same


def distinct_rows(keys: NDArray[Any]) -> tuple[NDArray[Any], Labels, NDArray[np.intp]]:
    """Return the distinct rows in order, the number of each record's row, and how often each is.

    Examples
    --------
    >>> rows, numbers, counts = distinct_rows(np.array([[1, 2], [0, 5], [1, 2]]))
    >>> rows.tolist(), numbers.tolist(), counts.tolist()
    ([[0, 5], [1, 2]], [1, 0, 1], [1, 2])
    """
    if keys.shape[1] == 0:
        zeros = np.zeros(len(keys), dtype=np.intp)
        return keys[:1], zeros, np.array([len(keys)], dtype=np.intp)
    varying = keys[:, (keys != keys[0]).any(axis=0)]
    order = np.lexsort((*varying.T[::-1], np.zeros(len(keys), dtype=np.int8)))
    is_new = (varying[order][1:] != varying[order][:-1]).any(axis=1)
    is_new = np.concatenate([[True], is_new])
    number = np.empty(len(keys), dtype=np.intp)
    number[order] = np.cumsum(is_new) - 1
    return keys[order[is_new]], number, np.bincount(number)
