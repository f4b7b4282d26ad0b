"""Bringing masked columns back to the precision they had."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.request import Rounding
from covey.core.table import Table

_MOST_DECIMALS = 12
"""More is the noise of binary fractions, not a precision that somebody chose."""


def rounded(means: Vector, table: Table, name: str, rounding: Rounding) -> NDArray[Any]:
    """Return the group means of a column as a plan wants them rounded.

    Equal means stay equal, so the members of a group do. Without decimals, whole numbers take the
    type of whole numbers again.
    """
    if rounding == "none":
        return means
    if rounding == "auto":
        return round_like(means, table, name)
    if rounding == 0 and table.kind(name) == "integer":
        return _to_whole(means, *table.extremes(name))
    return round_to(means, rounding)


def round_like(means: Vector, table: Table, name: str) -> NDArray[Any]:
    """Return group means as precise as a column is: whole numbers, or as many decimals.

    Equal means stay equal, so the members of a group do.
    """
    if table.kind(name) == "integer":
        return _to_whole(means, *table.extremes(name))
    decimals = table.written_decimals(name)
    if decimals is None:
        is_short = table.is_single_precision(name)
        decimals = decimals_of(table.numbers(name), is_single_precision=is_short)
    return means if decimals is None or decimals > _MOST_DECIMALS else round_to(means, decimals)


def decimals_of(values: Vector, *, is_single_precision: bool = False) -> int | None:
    """Return how many decimals the values were written with, or None if they were not rounded.

    Examples
    --------
    >>> decimals_of(np.array([1.25, 3.5]))
    2
    """
    stored = np.float32 if is_single_precision else np.float64
    for decimals in range(_MOST_DECIMALS + 1):
        if (round_to(values, decimals).astype(stored) == values.astype(stored)).all():
            return decimals
    return None


def round_to(values: Vector, decimals: int) -> Vector:
    """Round to a number of decimals, half to even; equal values stay equal, and −0 becomes 0.

    A value so large that its product with 10^decimals is no float has no decimals: it stays.
    """
    with np.errstate(over="ignore"):
        rounded: Vector = np.round(values, decimals) + 0.0
    return np.where(np.isinf(rounded), values, rounded)


def _to_whole(means: Vector, lowest: int, highest: int) -> NDArray[Any]:
    """Round to whole numbers within the column's own range.

    Python's integers are exact where a float near 2⁶³ would pass the end of the column's type.
    """
    if lowest < -(2**63) or highest >= 2 ** (63 if lowest < 0 else 64):
        return round_to(means, 0)  # more than 64 bits: whole numbers in the type of fractions
    whole = [min(max(int(mean), lowest), highest) for mean in round_to(means, 0).tolist()]
    return np.array(whole, dtype=np.int64 if lowest < 0 else np.uint64)
