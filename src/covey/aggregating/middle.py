"""The middle of each group."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.partition import Partition


def middle_records(values: NDArray[Any], partition: Partition) -> tuple[NDArray[np.intp], ...]:
    """Return the record in the middle of each group by its value; of two, the lower and the upper.

    Examples
    --------
    >>> lower, upper = middle_records(np.array([3, 1, 2, 9]), Partition([0] * 4, k=2))
    >>> lower.tolist(), upper.tolist()
    ([2], [0])
    """
    order = np.lexsort((values, partition.labels))
    starts = np.cumsum(partition.sizes) - partition.sizes
    lower, upper = (partition.sizes - 1) // 2, partition.sizes // 2
    return order[starts + lower], order[starts + upper]


def group_medians(values: Vector, partition: Partition) -> Vector:
    """Return the median of each group; between two middle values, halfway.

    Examples
    --------
    >>> group_medians(np.array([1.0, 4.0, 2.0, 9.0]), Partition([0, 0, 1, 1], k=2)).tolist()
    [2.5, 5.5]
    """
    lower, upper = (values[found] for found in middle_records(values, partition))
    # Halves first: the sum of two could be more than a float holds.
    return np.where(lower == upper, lower, lower / 2 + upper / 2)
