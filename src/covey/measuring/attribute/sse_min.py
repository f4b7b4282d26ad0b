"""SSE_min: how close together the confidential values of a group are at worst."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector
from covey.core.magnitude import divided
from covey.core.measure import Findings, Result, Statistic, attribute_measure
from covey.measuring import adding
from covey.measuring.attribute.composition import Composition, compositions, remarks_on
from covey.measuring.confidential import Tally
from covey.measuring.evidence import Evidence


def _gather(evidence: Evidence) -> Vector:
    """Return the smallest sum of all columns together, then of each by itself."""
    total = np.zeros(int(evidence.twins.max()) + 1)
    least = []
    for _, column, tally in compositions(evidence):
        spread = _spread_of_numbers if tally.is_numeric else _spread_of_categories
        within = spread(column, tally)
        least.append(within.min())
        total += within
    return np.array([total.min(), *least])


WITHIN = Statistic("sums of squares within groups", _gather, adding.least)
"""The smallest of any group: every group lies in one block."""


def _smallest_sse(found: Findings) -> Result:
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
    notes: list[str] = []
    for tally in found.whole.tallies:
        is_finite = np.isfinite(tally.values)
        n_gone = tally.n_records - tally.finite.count if tally.is_numeric else 0
        notes += remarks_on(tally, int(is_finite.sum()), n_gone, "missing or infinite")
        if not (tally.is_numeric or tally.is_exact):
            notes.append(f"The shares of the values of '{tally.name}' are those of a sample.")
    by_column = found.whole.by_column(found[WITHIN][1:])
    return Result(float(found[WITHIN][0]), " ".join(notes), by_column)


def _spread_of_numbers(column: Composition, tally: Tally) -> Vector:
    if not tally.finite.count or tally.finite.is_constant:
        return np.zeros(len(column.sizes))
    finite = column.only(np.isfinite(column.values))
    # The power of two is exact; it only keeps the variance of extreme magnitudes representable.
    values = divided(finite.values, tally.finite.exponent)
    width = tally.finite.deviation()
    # Counted from the smallest of the group: equal values give 0, not a rounding error.
    lowest = np.zeros(len(finite.sizes))
    lowest[finite.group[finite.starts]] = values[finite.value[finite.starts]]
    apart = (values[finite.value] - lowest[finite.group]) / width
    centre = finite.sums(finite.count * apart) / np.maximum(finite.sizes, 1)
    return finite.sums(finite.count * np.square(apart - centre[finite.group]))


def _spread_of_categories(column: Composition, tally: Tally) -> Vector:
    if len(tally.values) < 2:
        return np.zeros(len(column.sizes))
    within = column.sizes - column.sums(np.square(column.count)) / column.sizes
    spread: Vector = within / (1.0 - tally.concentration())
    return spread


SSE_MIN = attribute_measure(
    symbol="SSE_min",
    name="Smallest within-group sum of squares of the confidential columns",
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
    conclude=_smallest_sse,
    statistics=(WITHIN,),
)
