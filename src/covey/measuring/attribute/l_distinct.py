"""L_distinct: how many confidential values a group holds at least."""

from __future__ import annotations

from covey.core.arrays import Vector
from covey.core.measure import Findings, Measure, Result, Statistic
from covey.measuring import adding
from covey.measuring.attribute.composition import least_by_column, worst_group
from covey.measuring.evidence import Evidence


def _gather(evidence: Evidence) -> Vector:
    return least_by_column(evidence, lambda column: float(column.n_distinct.min()))


DISTINCT = Statistic("distinct values", _gather, adding.least)
"""The fewest that a group holds, by confidential column: every group lies in one block."""


def distinct_diversity(found: Findings) -> Result:
    """Return the smallest number of distinct values in any group and confidential column.

    A missing value counts as a value of its own. O(n log n) time, O(n) memory.
    """
    return worst_group(found, DISTINCT)


L_DISTINCT = Measure(
    symbol="L_distinct",
    name="Distinct ℓ-diversity",
    kind="attribute",
    low=1.0,
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
    conclude=distinct_diversity,
    statistics=(DISTINCT,),
    needs="confidential",
    is_default=True,
)
