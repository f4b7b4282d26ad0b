"""L_entropy: how many equally frequent confidential values a group is worth at least."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector
from covey.core.measure import Findings, Measure, Result, Statistic
from covey.measuring import adding
from covey.measuring.attribute.composition import Composition, least_by_column, worst_group
from covey.measuring.evidence import Evidence


def _smallest(column: Composition) -> float:
    share = column.count / column.sizes[column.group]
    entropy = column.sums(-share * np.log(share))
    # Equal shares reach the number of distinct values; rounding must not carry them past it.
    return float(np.minimum(np.exp(entropy), column.n_distinct).min())


def _gather(evidence: Evidence) -> Vector:
    return least_by_column(evidence, _smallest)


ENTROPY = Statistic("entropy", _gather, adding.least)
"""The smallest of any group, by confidential column: every group lies in one block."""


def entropy_diversity(found: Findings) -> Result:
    """Return exp of the smallest entropy in any group and confidential column.

    The logarithm is natural; exp undoes it, so that another base would give the same number. A
    missing value counts as a value of its own. O(n log n) time, O(n) memory.
    """
    return worst_group(found, ENTROPY)


L_ENTROPY = Measure(
    symbol="L_entropy",
    name="Entropy ℓ-diversity",
    kind="attribute",
    low=1.0,
    better="higher",
    unit="",
    formula=(
        "min over confidential columns and groups of exp(−Σ p ln p), p the share of each value in "
        "the group; missing is a value"
    ),
    reference=(
        "A. Machanavajjhala, D. Kifer, J. Gehrke and M. Venkitasubramaniam (2007), ACM TKDD 1(1), "
        "article 3"
    ),
    plain=(
        "Guessing a confidential value within a group is at least as hard as among this many "
        "equally frequent ones."
    ),
    conclude=entropy_diversity,
    statistics=(ENTROPY,),
    needs="confidential",
)
