"""L_distinct, L_entropy and CERTAIN: how many confidential values a group holds.

A missing value counts as a value of its own. O(n log n) time, O(n) memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import compress

import numpy as np

from covey.core.arrays import Vector
from covey.core.measure import Findings, Result, Statistic, Summary, attribute_measure
from covey.measuring import adding
from covey.measuring.adding import Counts
from covey.measuring.attribute.composition import Composition, compositions, remarks_on
from covey.measuring.confidential import Tally
from covey.measuring.evidence import Evidence

_PAPER = (
    "A. Machanavajjhala, D. Kifer, J. Gehrke and M. Venkitasubramaniam (2007), ACM TKDD 1(1), "
    "article 3"
)


def _gather_distinct(evidence: Evidence) -> Vector:
    return np.array([float(column.n_distinct.min()) for _, column, _ in compositions(evidence)])


def _gather_entropy(evidence: Evidence) -> Vector:
    return np.array([_smallest(column) for _, column, _ in compositions(evidence)])


def _smallest(column: Composition) -> float:
    """Return exp of the smallest entropy of a group; another base would give the same number."""
    share = column.count / column.sizes[column.group]
    entropy = column.sums(-share * np.log(share))
    # Equal shares reach the number of distinct values; rounding must not carry them past it.
    return float(np.minimum(np.exp(entropy), column.n_distinct).min())


def _gather_certain(evidence: Evidence) -> Counts:
    """Return how many groups and records are certain: in any column, in each column, and of all."""
    sizes = np.bincount(evidence.twins)
    alone = np.array([column.n_distinct == 1 for _, column, _ in compositions(evidence)])
    every = np.array([alone.any(axis=0), *alone, np.ones(len(sizes), dtype=bool)])
    return np.array([every.sum(axis=1), every @ sizes])


# Every group lies in one block.
DISTINCT = Statistic("distinct values", _gather_distinct, adding.least)
ENTROPY = Statistic("entropy", _gather_entropy, adding.least)
CERTAIN_GROUPS = Statistic("certain groups", _gather_certain, adding.total)


def _fewest_values(found: Findings) -> Result:
    return _worst_group(found, found[DISTINCT])


def _smallest_entropy(found: Findings) -> Result:
    return _worst_group(found, found[ENTROPY])


def _worst_group(found: Findings, least: Vector) -> Result:
    by_column = found.whole.by_column(least)
    return Result(min(by_column.values()), _remarks(found.whole.tallies), by_column)


def _certain_groups(found: Findings) -> Result:
    """Return the share of groups whose members all hold the same value in a confidential column.

    The details give the share for each column, of the groups and of the records, and the share of
    records in a group where any column is certain.
    """
    groups, records = (100.0 * (counts[:-1] / counts[-1]) for counts in found[CERTAIN_GROUPS])
    details = {}
    for tally, of_groups, of_records in zip(
        found.whole.tallies, groups[1:].tolist(), records[1:].tolist(), strict=True
    ):
        details[tally.name] = of_groups
        details[f"{tally.name} (records)"] = of_records
    details["any column (records)"] = float(records[0])
    return Result(float(groups[0]), _remarks(found.whole.tallies), details)


def certain_groups(found: Sequence[Summary], names: Sequence[str]) -> tuple[int, int, list[str]]:
    """Return how many groups are certain, how many there are, and in which columns they are.

    The summaries are those of all blocks; without what `CERTAIN` counts in them, nothing is known.
    """
    parts = [summary[CERTAIN_GROUPS.name] for summary in found if CERTAIN_GROUPS.name in summary]
    if not parts:
        return 0, 0, []
    (n_certain, *by_column, n_groups), _ = CERTAIN_GROUPS.join(parts).tolist()
    return n_certain, n_groups, list(compress(names, by_column))


def _remarks(tallies: tuple[Tally, ...]) -> str:
    """Return which columns hold the same value throughout."""
    notes = []
    for tally in tallies:
        notes += remarks_on(tally, len(tally.values) + (tally.n_missing > 0))
    return " ".join(notes)


_diversity = partial(attribute_measure, low=1.0, better="higher", unit="", reference=_PAPER)
L_DISTINCT = _diversity(
    symbol="L_distinct",
    name="Distinct ℓ-diversity",
    formula=(
        "min over confidential columns and groups of the number of distinct values in the group; "
        "missing is a value"
    ),
    plain=(
        "Whoever finds a person's group is left with at least this many possible confidential "
        "values."
    ),
    conclude=_fewest_values,
    statistics=(DISTINCT,),
    is_default=True,
)
L_ENTROPY = _diversity(
    symbol="L_entropy",
    name="Entropy ℓ-diversity",
    formula=(
        "min over confidential columns and groups of exp(−Σ p ln p), p the share of each value in "
        "the group; missing is a value"
    ),
    plain=(
        "Guessing a confidential value within a group is at least as hard as among this many "
        "equally frequent ones."
    ),
    conclude=_smallest_entropy,
    statistics=(ENTROPY,),
)
CERTAIN = attribute_measure(
    symbol="CERTAIN",
    name="Groups with a certain confidential value",
    high=100.0,
    formula=(
        "100 · groups in which a confidential column has one distinct value / groups; missing is "
        "a value"
    ),
    reference=f"The homogeneity attack of {_PAPER}",
    plain=(
        "The share of groups in which all members have the same confidential value, so that it is "
        "known of each of them."
    ),
    conclude=_certain_groups,
    statistics=(CERTAIN_GROUPS,),
    is_default=True,
)
