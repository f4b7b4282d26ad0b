"""The mean of each group."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.magnitude import divided, multiplied
from covey.core.partition import Partition

_MOST_BITS = 1023
"""The exponent of the largest float."""


def group_means(values: Vector, partition: Partition) -> Vector:
    """Return the mean of each group, shape (n_groups,).

    Means are taken about one member of each group, so that a group of equal values keeps that very
    value. A group whose differences could add up to more than a float holds is scaled down by a
    power of two first; the others are not, because the smallest values would lose digits by it.

    Examples
    --------
    >>> group_means(np.array([1.0, 3.0, 0.1, 0.1, 0.1]), Partition([0, 0, 1, 1, 1], k=2)).tolist()
    [2.0, 0.1]
    """
    exponents = _exponents(values, partition)
    scaled = divided(values, exponents[partition.labels])
    anchor = np.empty(partition.n_groups)
    anchor[partition.labels[::-1]] = scaled[::-1]  # the first member: the last one written
    offsets = np.bincount(partition.labels, scaled - anchor[partition.labels])
    with np.errstate(over="ignore"):
        means = multiplied(anchor + offsets / partition.sizes, exponents)
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
