"""L_distinct: how many confidential values a group holds at least."""

from __future__ import annotations

import math

from covey.core.measure import Measure, Result
from covey.measuring.attribute.composition import compositions, remarks
from covey.measuring.evidence import Evidence


def distinct_diversity(evidence: Evidence) -> Result:
    """Return the smallest number of distinct values in any group and confidential column.

    A missing value counts as a value of its own. O(n log n) time, O(n) memory.
    """
    by_column: dict[str, float] = {}
    notes: list[str] = []
    for _, column in compositions(evidence):
        by_column[column.name] = float(column.n_distinct.min())
        notes += remarks(column, column)
    return Result(min(by_column.values()), " ".join(notes), by_column)


L_DISTINCT = Measure(
    symbol="L_distinct",
    name="Distinct ℓ-diversity",
    kind="attribute",
    low=1.0,
    high=math.inf,
    better="higher",
    unit="",
    formula=(
        "min over confidential columns and groups of the number of distinct values in the group; "
        "missing is a value"
    ),
    reference=(
        "A. Machanavajjhala, D. Kifer, J. Gehrke and M. Venkitasubramaniam (2007), ACM TKDD 1(1), "
        "article 3"
    ),
    plain=(
        "Whoever finds a person's group is left with at least this many possible confidential "
        "values."
    ),
    compute=distinct_diversity,
    needs="confidential",
    is_default=True,
)
