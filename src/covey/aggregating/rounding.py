"""Bringing masked columns back to the precision they had."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector

_MOST_DECIMALS = 12
"""More is the noise of binary fractions, not a precision that somebody chose."""


def decimals_of(values: Vector) -> int | None:
    """Return how many decimals the values were written with, or None if they were not rounded.

    Examples
    --------
    >>> decimals_of(np.array([1.25, 3.5]))
    2
    """
    for decimals in range(_MOST_DECIMALS + 1):
        if (np.round(values, decimals) == values).all():
            return decimals
    return None


def round_to(values: Vector, decimals: int) -> Vector:
    """Round to a number of decimals, half to even; equal values stay equal, and −0 becomes 0."""
    rounded: Vector = np.round(values, decimals) + 0.0
    return rounded
