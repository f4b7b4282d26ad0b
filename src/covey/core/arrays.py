"""Names for the arrays that the stages exchange, and what all of them ask of a column."""

from __future__ import annotations

from typing import TypeAlias

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
