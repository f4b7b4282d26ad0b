"""T: how far the confidential values of a group may stray from those of the whole table."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Vector
from covey.core.measure import Findings, Result, Statistic, attribute_measure
from covey.core.wording import figure
from covey.measuring import adding
from covey.measuring.adding import Counts
from covey.measuring.attribute.composition import Composition, compositions, remarks_on
from covey.measuring.confidential import Keys, Tally
from covey.measuring.evidence import Evidence


def _gather(evidence: Evidence) -> Vector:
    farthest = []
    for attribute, column, tally in compositions(evidence):
        if attribute.is_numeric:
            distance = ordered_distance(column.only(~np.isnan(column.values)), tally)
        else:
            distance = equal_distance(column, attribute.keys_of(column.values), tally)
        farthest.append(distance.max())
    return np.array(farthest)


FARTHEST = Statistic("distances to the whole table", _gather, adding.most)
"""The largest of any group, by confidential column: every group lies in one block."""


def _closeness(found: Findings) -> Result:
    """Return the largest earth mover's distance between a group and the whole table.

    Numbers lie on a line, one step apart for each distinct value, and the whole line is 1 long.
    Missing numbers have no place on it and are left out, a group without any number with them.

    Exact integer sums, O(n log n) time, O(n) memory, however many distinct values there are. Where
    there is not room to count them all, some are drawn, and the note says how much that matters.
    """
    notes: list[str] = []
    for tally in found.whole.tallies:
        notes += remarks_on(tally, len(tally.values), tally.n_missing)
        if tally.margin:
            notes.append(
                f"'{tally.name}' has more distinct values than are counted one by one: estimated "
                f"from {len(tally.sample):,} records, 95 % interval ± {figure(tally.margin, 2)}."
            )
    by_column = found.whole.by_column(found[FARTHEST])
    margin = max(tally.margin for tally in found.whole.tallies)
    return Result(max(by_column.values()), " ".join(notes), by_column, margin)


def ordered_distance(column: Composition, tally: Tally) -> Vector:
    """Return each group's earth mover's distance to the table on the line of distinct values.

    Notes
    -----
    The distribution function of a group is constant, c / m for c of its m records, from one of its
    values (position a) to the next (position b). The table's, C_i / n at position i, only grows:
    it is the lower one before some position s between a and b and not from there on. With S_i the
    sum of C before position i, this stretch adds

        Σ_{a ≤ i < b} |c / m − C_i / n| = c (2s − a − b) / m + (S_a + S_b − 2 S_s) / n,

    so that a group costs as much as it has values, not as much as the table has.
    """
    n_values = len(tally.values)
    if n_values < 2:
        return np.zeros(len(column.sizes))
    up_to, n = tally.up_to()
    before = np.concatenate(([0], np.cumsum(up_to)))
    starts = column.starts
    reached = _running_count(column)
    places = np.searchsorted(tally.values, column.values)
    a = np.minimum(places, n_values - 1)[column.value]
    b = np.append(a[1:], n_values - 1)
    b[starts[1:] - 1] = n_values - 1
    # C_i < c · n / m, in whole numbers: rounded up, the bound excludes the same positions.
    bound = -(-reached * n // column.sizes[column.group])
    s = np.clip(np.searchsorted(up_to, bound), a, b)
    by_group = column.sums(reached * (2 * s - a - b))
    by_table = column.sums(before[a] + before[b] - 2 * before[s])
    by_table[column.group[starts]] += before[a[starts]]  # up to its first value a group has c = 0
    distance = (by_group / np.maximum(column.sizes, 1) + by_table / n) / (n_values - 1)
    return np.clip(distance, 0.0, 1.0)


def equal_distance(column: Composition, keys: Keys, tally: Tally) -> Vector:
    """Return each group's earth mover's distance to the table where all values are 1 apart."""
    totals, n = tally.counts_of(keys)
    size = column.sizes[column.group]
    surplus = np.maximum(column.count * n - totals[column.value] * size, 0)
    distance: Vector = column.sums(surplus) / (column.sizes * n)
    return distance


def _running_count(column: Composition) -> Counts:
    """Return, for each run, how many records of its group hold its value or a lower one."""
    so_far = np.cumsum(column.count)
    offset = np.zeros(len(column.sizes), dtype=np.int64)
    starts = column.starts
    offset[column.group[starts]] = so_far[starts] - column.count[starts]
    return so_far - offset[column.group]


T = attribute_measure(
    symbol="T",
    name="t-closeness",
    high=1.0,
    unit="",
    formula=(
        "max over confidential columns and groups of the earth mover's distance to the whole "
        "table: Σ |F_group − F_table| / (distinct values − 1) for numbers, missing left out; "
        "½ Σ |p_group − p_table| for categories, missing a category"
    ),
    reference=(
        "N. Li, T. Li and S. Venkatasubramanian (2007), t-closeness: privacy beyond k-anonymity "
        "and ℓ-diversity, IEEE ICDE, 106-115"
    ),
    plain=(
        "How much more than the table as a whole a group can tell about the confidential values "
        "of its members, 0 for nothing."
    ),
    conclude=_closeness,
    statistics=(FARTHEST,),
    is_default=True,
)
