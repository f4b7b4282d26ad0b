"""CERTAIN: the groups that give a confidential value away."""

from __future__ import annotations

import numpy as np

from covey.core.measure import Findings, Measure, Result, Statistic
from covey.measuring import adding
from covey.measuring.attribute.composition import compositions, remarks
from covey.measuring.evidence import Evidence


def _gather(evidence: Evidence) -> dict[str, list[int]]:
    """Return how many groups and records are certain: in any column, in each column, and of all."""
    sizes = np.bincount(evidence.twins[1])
    alone = np.array([column.n_distinct == 1 for _, column in compositions(evidence)])
    every = [alone.any(axis=0), *alone, np.ones(len(sizes), dtype=bool)]
    return {
        "groups": [int(chosen.sum()) for chosen in every],
        "records": [int(sizes[chosen].sum()) for chosen in every],
    }


ALONE = Statistic(
    "certain groups", _gather, adding.by_name(groups=adding.total, records=adding.total)
)


def certain_groups(found: Findings) -> Result:
    """Return the share of groups whose members all hold the same value in a confidential column.

    The details give the share for each column, of the groups and of the records, and the share of
    records in a group where any column is certain. A missing value counts as a value of its own: a
    group in which all are missing is certain. O(n log n) time, O(n) memory.
    """
    groups, records = (
        100.0 * (found[ALONE][what][:-1] / found[ALONE][what][-1]) for what in ("groups", "records")
    )
    details = {}
    for tally, of_groups, of_records in zip(
        found.whole.tallies, groups[1:].tolist(), records[1:].tolist(), strict=True
    ):
        details[tally.name] = of_groups
        details[f"{tally.name} (records)"] = of_records
    details["any column (records)"] = float(records[0])
    return Result(float(groups[0]), remarks(found.whole.tallies), details)


CERTAIN = Measure(
    symbol="CERTAIN",
    name="Groups with a certain confidential value",
    kind="attribute",
    high=100.0,
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
    conclude=certain_groups,
    statistics=(ALONE,),
    needs="confidential",
    is_default=True,
)
