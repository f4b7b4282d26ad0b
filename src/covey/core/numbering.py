"""Numbers of groups, which say nothing by themselves."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels


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
