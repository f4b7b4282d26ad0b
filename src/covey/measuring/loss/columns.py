"""What measures of single variables share."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector, is_constant
from covey.core.wording import figure
from covey.measuring.magnitudes import LARGEST
from covey.measuring.whole import Whole


def mean(column: Vector) -> float:
    """Return the mean; that of a constant column is its very value."""
    return float(column[0]) if is_constant(column) else float(column.mean())


def in_units(change: Vector, width: float) -> Vector:
    """Return absolute changes in units of a width; where there is none, 1 for each change.

    It is the rule of M1 to M5 for a zero denominator: divide by the new value instead.
    """
    return np.minimum(change / width, LARGEST) if width > 0.0 else (change != 0.0).astype(float)


def varying(whole: Whole, values: Vector) -> tuple[float, list[str]]:
    """Return the mean over variables, and the constant ones that masking changed.

    Variables that held one value before and after are left out of the mean: they can neither lose
    nor keep anything, and would only lower it.
    """
    constant = whole.moments.is_constant
    counted = values[~constant | (values > 0.0)].tolist()
    mean = sum(counted) / len(counted) if counted else 0.0
    is_changed = zip(whole.names, constant & (values > 0.0), strict=True)
    return mean, [name for name, is_so in is_changed if is_so]


def merged_note(margin: float) -> str:
    """Return how far a figure may be from the truth where blocks kept their values in chunks."""
    if margin == 0.0:
        return ""
    return (
        "Neighbouring values were merged within blocks, so that few are kept: the true figure is "
        f"within ± {figure(margin)}."
    )
