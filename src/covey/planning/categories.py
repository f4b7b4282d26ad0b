"""Equal-width categories: what counts as the same value when dependence is estimated."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

import numpy as np

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.magnitude import near_one

RECORDS_PER_CELL = 5
"""In the table of two variables, on average: below that, chance passes for dependence."""

MOST_INTERVALS = 20
"""The automatic choice goes no further: more cells tell little about which variables are near."""

_GRACE = 1e-9
"""0.3 / 0.1 is a hair below 3 and belongs to the fourth interval all the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Categories:
    """The interval of each value, or its category."""

    codes: tuple[Labels, ...]  # for each variable; intervals without a record have no number
    width: float | None = None  # of every interval, if one was asked for
    intervals: int | None = None  # of every variable otherwise


def categorize(
    X: Matrix,
    *,
    width: float | None = None,
    intervals: int | None = None,
    given: Collection[int] = (),
) -> Categories:
    """Cut the range of each variable into intervals of equal width, from its smallest value on.

    The variables at the ``given`` places hold numbers of categories, which are taken as they are.
    Values are in their own units, and no column is constant. A value on a border belongs to the
    upper interval, but the largest of all to the last one if their number is given. With neither
    width nor number, `automatic_intervals` decides.
    """
    if width is not None:
        cut = partial(_by_width, width=width)
    else:
        intervals = automatic_intervals(len(X)) if intervals is None else intervals
        cut = partial(_by_count, count=intervals)
    codes = tuple(_numbered(x if j in given else cut(x)) for j, x in enumerate(X.T))
    return Categories(codes, width=width, intervals=intervals if width is None else None)


def automatic_intervals(n: int) -> int:
    """Return how many intervals give the cells of two variables five records on average.

    That is √(n / 5), at least 2 and at most 20.
    """
    return min(MOST_INTERVALS, max(2, math.isqrt(n // RECORDS_PER_CELL)))


def range_of(column: Vector) -> float:
    """Return the largest minus the smallest value, infinite if no float can hold it."""
    with np.errstate(over="ignore"):
        return float(column.max() - column.min())


def _by_width(column: Vector, width: float) -> Vector:
    low = column.min()
    with np.errstate(over="ignore"):  # a quotient that no float can hold has a category too
        distance = column - low
        # The difference of two floats need not be one; that of their halves is.
        halved = (column / 2 - low / 2) / width
        quotient = np.where(np.isinf(distance), 2 * halved, distance / width)
        interval: Vector = np.floor(quotient + _GRACE)
    return interval


def _by_count(column: Vector, count: int) -> Vector:
    scaled = near_one(column)
    low = scaled.min()
    share = (scaled - low) / (scaled.max() - low)
    interval: Vector = np.minimum(np.floor(share * count + _GRACE), count - 1)
    return interval


def _numbered(categories: Vector) -> Labels:
    _, codes = np.unique(categories, return_inverse=True)
    return codes.astype(np.intp)
