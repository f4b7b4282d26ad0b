"""SSE_min: how close together the confidential values of a group are at worst."""

from __future__ import annotations

import math

import numpy as np

from covey.core.arrays import Vector
from covey.core.measure import Measure, Result
from covey.measuring.attribute.composition import Composition, compositions, remarks
from covey.measuring.evidence import Evidence


def smallest_sse(evidence: Evidence) -> Result:
    """Return the smallest sum of squares within a group, over all confidential columns together.

    Notes
    -----
    Every column is in units in which its sum of squares over the whole table is the number of
    records. For numbers that is the z-score. The paper speaks of scaling by minimum and maximum,
    but its table 10 cannot hold squares of that: where two groups share 322 records and eight
    columns lie between 0 and 1, the smaller reaches at most 161 · 8 / 4 = 322, and it prints 445.

    A category is a vector of 0/1 indicators in the same units, so that a column of two values gives
    the same result as numbers and as text. Missing and infinite numbers are left out of their
    column, which can only lower the sum; missing categories are a category.

    The details give the smallest sum of each column by itself. A column that never varies adds
    nothing. O(n log n) time, O(n) memory.
    """
    total = np.zeros(len(evidence.twins[0]))
    by_column: dict[str, float] = {}
    notes: list[str] = []
    for attribute, column in compositions(evidence):
        if attribute.is_numeric:
            used = column.only(np.isfinite(column.values))
            within = _spread_of_numbers(used)
        else:
            used = column
            within = _spread_of_categories(used)
        by_column[column.name] = float(within.min())
        total += within
        notes += remarks(column, used, "missing or infinite")
    return Result(float(total.min()), " ".join(notes), by_column)


def _spread_of_numbers(column: Composition) -> Vector:
    if len(column.values) < 2:
        return np.zeros(len(column.sizes))
    # The power of two is exact; it only keeps the variance of extreme magnitudes representable.
    exponent = np.frexp(np.abs(column.values).max())[1]
    values = np.ldexp(column.values, -exponent)
    weights = column.totals / column.totals.sum()
    mean = (weights * values).sum()
    width = np.sqrt((weights * np.square(values - mean)).sum())
    # Counted from the smallest of the group: equal values give 0, not a rounding error.
    lowest = np.zeros(len(column.sizes))
    lowest[column.group[column.starts]] = values[column.value[column.starts]]
    apart = (values[column.value] - lowest[column.group]) / width
    centre = column.sums(column.count * apart) / np.maximum(column.sizes, 1)
    return column.sums(column.count * np.square(apart - centre[column.group]))


def _spread_of_categories(column: Composition) -> Vector:
    if len(column.values) < 2:
        return np.zeros(len(column.sizes))
    everywhere = 1.0 - np.square(column.totals / column.totals.sum()).sum()
    within = column.sizes - column.sums(np.square(column.count)) / column.sizes
    spread: Vector = within / everywhere
    return spread


SSE_MIN = Measure(
    symbol="SSE_min",
    name="Smallest within-group sum of squares of the confidential columns",
    kind="attribute",
    low=0.0,
    high=math.inf,
    better="higher",
    unit="",
    formula=(
        "min over groups of Σ over confidential columns and members of (z − group mean of z)²; "
        "z-scores over the whole table, of a category's 0/1 indicators divided by "
        "√(1 − Σ share²); missing numbers are left out"
    ),
    reference=(
        "B. Abidi, S. Ben Yahia and C. Perera (2020), Hybrid microaggregation for privacy-"
        "preserving data mining, J. Ambient Intell. Humaniz. Comput. 11, 23-38, equation 2"
    ),
    plain=(
        "How different the confidential values are in the group where they are most alike; 0 where "
        "all its members share them."
    ),
    compute=smallest_sse,
    needs="confidential",
)
