"""CERTAIN: the groups that give a confidential value away."""

from __future__ import annotations

import numpy as np

from covey.core.measure import Measure, Result
from covey.measuring.attribute.composition import compositions, remarks
from covey.measuring.evidence import Evidence


def certain_groups(evidence: Evidence) -> Result:
    """Return the share of groups whose members all hold the same value in a confidential column.

    The details give the share for each column, of the groups and of the records, and the share of
    records in a group where any column is certain. A missing value counts as a value of its own: a
    group in which all are missing is certain. O(n log n) time, O(n) memory.
    """
    sizes = np.bincount(evidence.twins[1])
    is_certain = np.zeros(len(sizes), dtype=bool)
    details: dict[str, float] = {}
    notes: list[str] = []
    for _, column in compositions(evidence):
        alone = column.n_distinct == 1
        is_certain |= alone
        details[column.name] = 100.0 * float(alone.mean())
        details[f"{column.name} (records)"] = 100.0 * float(sizes[alone].sum() / sizes.sum())
        notes += remarks(column, column)
    details["any column (records)"] = 100.0 * float(sizes[is_certain].sum() / sizes.sum())
    return Result(100.0 * float(is_certain.mean()), " ".join(notes), details)


CERTAIN = Measure(
    symbol="CERTAIN",
    name="Groups with a certain confidential value",
    kind="attribute",
    low=0.0,
    high=100.0,
    better="lower",
    unit="%",
    formula=(
        "100 · groups in which a confidential column has one distinct value / groups; missing is "
        "a value"
    ),
    reference=(
        "The homogeneity attack of A. Machanavajjhala, D. Kifer, J. Gehrke and "
        "M. Venkitasubramaniam (2007), ACM TKDD 1(1), article 3"
    ),
    plain=(
        "The share of groups in which all members have the same confidential value, so that it is "
        "known of each of them."
    ),
    compute=certain_groups,
    needs="confidential",
    is_default=True,
)
