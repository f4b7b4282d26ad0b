"""Names for the arrays that the stages exchange."""

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
