"""What measures of single variables share."""

from __future__ import annotations

from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector, is_constant
from covey.core.wording import named
from covey.measuring.evidence import Whole
from covey.measuring.magnitudes import LARGEST


def mean(column: Vector) -> float:
    """Return the mean; that of a constant column is its very value."""
    return float(column[0]) if is_constant(column) else float(column.mean())


def relative_change(before: NDArray[Any], after: NDArray[Any]) -> NDArray[np.float64]:
    """Return |before − after| / |before|; 1 where only before is 0, and 0 where both are.

    Where before is 0 the rule divides by |after|, which makes it 1.

    Examples
    --------
    >>> relative_change(np.array([2.0, 0.0, 0.0]), np.array([3.0, 5.0, 0.0])).tolist()
    [0.5, 1.0, 0.0]
    """
    nothing = before == 0.0
    # The quotient comes first: the difference of two numbers near 1e308 may not exist.
    with np.errstate(over="ignore"):
        change = np.abs(1.0 - after / np.where(nothing, 1.0, before))
    return np.where(nothing, after != 0.0, np.minimum(change, LARGEST))


def shares(sums: Vector, counts: Vector) -> Vector:
    """Return sums divided by counts; NaN where nothing was counted.

    Examples
    --------
    >>> shares(np.array([3.0, 0.0]), np.array([2.0, 0.0])).tolist()
    [1.5, nan]
    """
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def in_units(change: Vector, width: float) -> Vector:
    """Return absolute changes in units of a width; where there is none, 1 for each change.

    It is the rule of M1 to M5 for a zero denominator: divide by the new value instead.
    """
    return np.minimum(change / width, LARGEST) if width > 0.0 else (change != 0.0).astype(float)


def varying(whole: Whole, values: Vector, one: str = "1") -> tuple[float, str]:
    """Return the mean over variables, and a note on the constant ones that masking changed.

    Variables that held one value before and after are left out of the mean: they can neither lose
    nor keep anything, and would only lower it. So are those of which no value was compared, NaN.
    The note says what each changed value counts as.
    """
    constant = whole.moments.is_constant
    counted = values[(~constant & ~np.isnan(values)) | (values > 0.0)].tolist()
    mean = sum(counted) / len(counted) if counted else 0.0
    changed = list(compress(whole.names, constant & (values > 0.0)))
    if not changed:
        return mean, ""
    return mean, (
        f"Constant before masking, so that each changed value counts as {one}: {named(changed, 3)}."
    )
