"""Powers of two that bring columns of any magnitude near one.

Multiplying by a power of two is exact and changes no comparison. Columns of 1e300 or 1e-300 then
have squares, variances and ranges that a float can hold.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector


def exponent_of(values: NDArray[np.float64]) -> int:
    """Return the exponent of the power of two just above the largest magnitude; 0 for zeros.

    Examples
    --------
    >>> exponent_of(np.array([3.0, -5.0])), exponent_of(np.zeros(2))
    (3, 0)
    """
    return int(np.frexp(np.abs(values).max(initial=0.0))[1])


def divided(values: Any, exponent: Any) -> NDArray[np.float64]:
    """Return values divided by two to a power, exactly unless they fall below the smallest float.

    Examples
    --------
    >>> divided(np.array([3.0, -5.0]), 3).tolist()
    [0.375, -0.625]
    """
    return np.asarray(np.ldexp(values, -np.asarray(exponent)))


def multiplied(values: Any, exponent: Any) -> NDArray[np.float64]:
    """Return values multiplied by two to a power."""
    return np.asarray(np.ldexp(values, exponent))


def near_one(column: Vector) -> Vector:
    """Return a column divided by the power of two just above its largest magnitude.

    Examples
    --------
    >>> near_one(np.array([3e300, -5e300])).max() < 1.0
    np.True_
    """
    return divided(column, exponent_of(column))
