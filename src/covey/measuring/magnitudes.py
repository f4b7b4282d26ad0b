"""Values before and after masking in magnitudes that can be compared and squared."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector

LARGEST = 2.0**400
"""No ratio counts for more: its square, summed over any table, stays a number JSON can hold."""

_LAST_BITS = 8 * np.finfo(np.float64).eps


def settled(original: Vector, masked: Vector) -> Vector:
    """Return the masked values, those that differ in their last bits only set to the original.

    The mean of equal values can miss them by a rounding. That is no change, but it would tear
    ties apart and let a constant column vary.

    Examples
    --------
    >>> settled(np.array([0.3, 7.0]), np.array([0.1 + 0.2, 8.0])).tolist()
    [0.3, 8.0]
    """
    with np.errstate(over="ignore"):
        near = np.abs(original - masked) <= _LAST_BITS * np.abs(original)
    return np.where(near, original, masked)


def comparable(original: Vector, masked: Vector) -> tuple[Vector, Vector, int]:
    """Return both divided by the power of two just above the original's largest, and its exponent.

    The division is exact. It keeps squares of extreme magnitudes representable; masked values
    beyond `LARGEST` times the original's are cut off there.

    Examples
    --------
    >>> x, y, exponent = comparable(np.array([1e300, 3e300]), np.array([2e300, 2e300]))
    >>> np.ldexp(x, exponent).tolist()
    [1e+300, 3e+300]
    """
    exponent = int(np.frexp(np.abs(original).max())[1])
    highest = np.ldexp(LARGEST, exponent) if exponent < 600 else np.inf
    masked = np.clip(masked, -highest, highest)
    return np.ldexp(original, -exponent), np.ldexp(masked, -exponent), exponent
