"""The mean of each group."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector
from covey.core.partition import Partition

_LARGE = 2.0**1000
"""Twice this, summed over some records, may pass the largest float."""


def group_means(values: Vector, partition: Partition) -> Vector:
    """Return the mean of each group, shape (n_groups,).

    Means are taken about one member of each group, so that a group of equal values keeps that very
    value. Where differences could overflow, values are scaled down by a power of two first.

    Examples
    --------
    >>> group_means(np.array([1.0, 3.0, 0.1, 0.1, 0.1]), Partition([0, 0, 1, 1, 1], k=2)).tolist()
    [2.0, 0.1]
    """
    exponent = 2 if float(np.abs(values).max()) > _LARGE else 0
    scaled = np.ldexp(values, -exponent)
    anchor = np.empty(partition.n_groups)
    anchor[partition.labels[::-1]] = scaled[::-1]  # the first member: the last one written
    offsets = np.bincount(partition.labels, scaled - anchor[partition.labels])
    means = np.ldexp(anchor + offsets / partition.sizes, exponent)
    return np.clip(means, values.min(), values.max())
