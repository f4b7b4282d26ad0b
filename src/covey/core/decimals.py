"""How many decimals numbers are written with, and rounding to so many."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector

MOST_DECIMALS = 12
"""More is the noise of binary fractions, not a precision that somebody chose."""


def decimals_of(values: Vector, *, is_single_precision: bool = False) -> int | None:
    """Return how many decimals the values were written with, or None if they were not rounded."""
    stored = np.float32 if is_single_precision else np.float64
    for decimals in range(MOST_DECIMALS + 1):
        if (round_to(values, decimals).astype(stored) == values.astype(stored)).all():
            return decimals
    return None


def round_to(values: Vector, decimals: int) -> Vector:
    """Return values rounded to so many decimals, half to even; −0 becomes 0.

    Equal values stay equal. A value so large that its product with 10^decimals is no float has no
    decimals: it stays.
    """
    with np.errstate(over="ignore"):
        rounded: Vector = np.round(values, decimals) + 0.0
    return np.where(np.isinf(rounded), values, rounded)
