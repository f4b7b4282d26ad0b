"""Values before and after masking in magnitudes that can be compared and squared."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector
from covey.core.magnitude import divided, multiplied

LARGEST = 2.0**400
"""No ratio counts for more: its square, summed over any table, stays a number JSON can hold."""

_LAST_BITS = 8 * np.finfo(np.float64).eps


def settled(original: Vector, masked: Vector) -> Vector:
    """Return the masked values, those that miss one original value by their last bits set to it.

    The mean of equal values can miss them by a rounding. That is no change, but it would tear
    ties apart and let a constant column vary. A masked value stays as it is if one of its records
    moved, or if its records had several values: it must remain one value for all of them.

    Examples
    --------
    >>> settled(np.array([0.3, 7.0]), np.array([0.1 + 0.2, 8.0])).tolist()
    [0.3, 8.0]
    >>> settled(np.array([0.3, 0.2]), np.array([0.1 + 0.2, 0.1 + 0.2])).tolist()
    [0.30000000000000004, 0.30000000000000004]
    """
    with np.errstate(over="ignore"):
        near = np.abs(original - masked) <= _LAST_BITS * np.abs(original)
    if not (near & (original != masked)).any():
        return masked
    values, first, which = np.unique(masked, return_index=True, return_inverse=True)
    is_one = np.ones(len(values), dtype=bool)
    is_one[which[~near | (original != original[first][which])]] = False
    return np.where(is_one[which], original, masked)


def comparable(original: Vector, masked: Vector, exponent: int) -> tuple[Vector, Vector]:
    """Return both divided by a power of two, the one just above the original's largest magnitude.

    The division is exact. It keeps squares of extreme magnitudes representable; masked values
    beyond `LARGEST` times the original's are cut off there.

    Examples
    --------
    >>> x, y = comparable(np.array([2.0, 3.0]), np.array([2.5, 2.5]), 2)
    >>> x.tolist(), y.tolist()
    ([0.5, 0.75], [0.625, 0.625])
    """
    highest = multiplied(LARGEST, exponent) if exponent < 600 else np.inf
    masked = np.clip(masked, -highest, highest)
    return divided(original, exponent), divided(masked, exponent)
