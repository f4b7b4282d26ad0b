"""The mean of each group."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.magnitude import divided, multiplied
from covey.core.partition import Partition

_MOST_BITS = 1023
"""The exponent of the largest float."""


def group_means(values: Vector, partition: Partition, weights: Vector | None = None) -> Vector:
    """Return the mean of each group, weighted where there are weights, shape (n_groups,).

    Means are taken about one member of each group, so that a group of equal values keeps that very
    value. A group whose differences could add up to more than a float holds is scaled down by a
    power of two first; the others are not, because the smallest values would lose digits by it.

    Examples
    --------
    >>> group_means(np.array([1.0, 3.0, 0.1, 0.1, 0.1]), Partition([0, 0, 1, 1, 1], k=2)).tolist()
    [2.0, 0.1]
    >>> group_means(np.array([1.0, 4.0]), Partition([0, 0], k=2), np.array([2.0, 1.0])).tolist()
    [2.0]
    """
    exponents = _exponents(values, partition)
    scaled = divided(values, exponents[partition.labels])
    anchor = np.empty(partition.n_groups)
    anchor[partition.labels[::-1]] = scaled[::-1]  # the first member: the last one written
    offsets = scaled - anchor[partition.labels]
    totals: NDArray[Any] = partition.sizes
    if weights is not None:
        # In units of the group's largest weight no product or sum is more than a float holds, and
        # equal weights give the plain mean to the last bit.
        largest = np.zeros(partition.n_groups)
        np.maximum.at(largest, partition.labels, weights)
        relative = weights / largest[partition.labels]
        offsets = offsets * relative
        totals = np.bincount(partition.labels, relative)
    with np.errstate(over="ignore"):
        sums = np.bincount(partition.labels, offsets)
        means = multiplied(anchor + sums / totals, exponents)
    # A rounding may carry a mean past all values, at the end of the range to infinity.
    return np.clip(means, values.min(), values.max())


def _exponents(values: Vector, partition: Partition) -> NDArray[np.int64]:
    """Return by which power of two each group is divided, 0 where nothing can overflow.

    A difference is at most twice the largest value, and a group adds up as many as it has members.
    """
    bits = int(partition.sizes.max()).bit_length() + 2
    most = multiplied(1.0, _MOST_BITS - bits)
    exponents = np.zeros(partition.n_groups, dtype=np.int64)
    exponents[partition.labels[np.abs(values) > most]] = bits
    return exponents
