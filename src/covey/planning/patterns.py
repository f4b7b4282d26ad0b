"""Patterns of missing values: records that lack the same are grouped among themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress, groupby
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, distinct_rows
from covey.core.census import Count, Key
from covey.core.classes import Classes, spans_by_unit, unit_numbers
from covey.core.errors import RequestError
from covey.core.markers import GAP
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.spelling import Setting
from covey.core.store import Store
from covey.core.table import Table
from covey.core.wording import counted, percent
from covey.planning.joining import JoinedPatterns, join_patterns
from covey.planning.strata import Strata

MOST_PATTERNS = 10_000
"""Of one stratum: the time to join them grows with their square."""

MANY_BLANKS = 5.0
"""Percent of cells that may be blanked before another policy is named."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """The division of a table by what its records lack, within strata."""

    classes: Classes
    strata: Strata | None
    numbers: Mapping[Key, int]  # of a stratum with a pattern of markers

    def labels(self, batch: Table) -> Labels:
        """Return the number of each record's stratum and pattern."""
        marks = np.column_stack([one.of(batch) for one in self.classes.markers]).astype(np.int64)
        if self.classes.is_whole and (units := unit_numbers(batch, self.classes.unit)) is not None:
            marks = _by_unit(marks, units)
        stratum = np.zeros(batch.n_records) if self.strata is None else self.strata.labels(batch)
        rows, number, _ = distinct_rows(np.column_stack([stratum.astype(np.int64), marks]))
        return np.array([self.numbers[tuple(row)] for row in rows.tolist()], dtype=np.intp)[number]


def _by_unit(marks: NDArray[np.int64], units: Labels) -> NDArray[np.int64]:
    """Return markers that all records of a unit share: a gap where they differ."""
    low, high, _, known = spans_by_unit(marks, units)
    return np.where(low == high, low, GAP)[np.searchsorted(known, units)]


def classes_of(plan: Plan) -> Classes:
    """Return which records a census of the table tells apart."""
    return Classes(
        plan.k,
        plan.roles.strata,
        plan.markers,
        plan.missing == "pattern",
        plan.roles.unit,
        plan.unit_mode == "together",
    )


def with_patterns(plan: Plan, profile: Profile, _store: Store) -> Plan:
    """Return the plan with the patterns of missing values, joined until each has k units."""
    census = profile.census
    if plan.missing != "pattern" or census is None:
        return plan
    strata = next((one for one in plan.divisions if isinstance(one, Strata)), None)
    n_strata, n_variables = len(plan.roles.strata), len(plan.roles.quasi)
    counts = census.by(
        [(0 if strata is None else strata.of(key), *key[n_strata:]) for key in census.counts]
    ).counts
    if not any(any(key[1:]) for key in counts):
        return plan
    numbers: dict[Key, int] = {}
    is_mixed, n_cells, n_left = np.zeros(n_variables, dtype=bool), census.n_split, 0
    for _, keys in groupby(sorted(counts), key=itemgetter(0)):
        found = list(keys)
        joined = _joined([key[1:] for key in found], [counts[key] for key in found], plan.k)
        numbers.update(zip(found, (joined.labels + n_left).tolist(), strict=True))
        n_left += int(joined.labels.max()) + 1
        is_mixed |= joined.is_mixed
        n_cells += joined.n_cells
    share = 100 * n_cells / (profile.n_records * n_variables)
    return replace(
        plan,
        divisions=(*plan.divisions, Patterns(classes_of(plan), strata, numbers)),
        mixed_gaps=tuple(compress(plan.roles.quasi, is_mixed.tolist())),
        expected_blanks=share,
        notes=(*plan.notes, *_notes(plan, len(counts), n_left, share)),
    )


def _joined(patterns: Sequence[Key], counts: Sequence[Count], k: int) -> JoinedPatterns:
    """Return the patterns of one stratum, joined."""
    n_small = sum(count.n_units < k for count in counts)
    if len(patterns) > MOST_PATTERNS and n_small:
        raise RequestError(
            f"Records have {len(patterns):,} different patterns of missing values, {n_small:,} of "
            f"them in fewer than k = {k} units, too many to join. Have missing values filled "
            "instead: ",
            Setting("missing", "fill"),
            ".",
        )
    return join_patterns(np.array(patterns, dtype=np.int64), counts, k)


def _notes(plan: Plan, n_before: int, n_left: int, share: float) -> list[str]:
    """Say how many patterns there are, and what share of cells loses its value."""
    within = " of all strata" if plan.roles.strata else ""
    told = (
        "Records were grouped with those that lack the same quasi-identifiers, by "
        f"{counted(n_left, 'pattern')} of missing values{within}"
    )
    if n_left < n_before:
        what = "units" if plan.roles.unit else "records"
        told += (
            f", after {counted(n_before - n_left, 'pattern')} with fewer than k = {plan.k} {what} "
            "had joined others"
        )
    blanks = f" That blanks about {percent(share)} of all cells." if share else ""
    return [f"{told}.{blanks}"]


def describe_blanks(plan: Plan) -> str:
    """Return a sentence on how many cells will be blanked, and what else can be done."""
    return (
        "Keeping records apart that lack different quasi-identifiers will blank about "
        f"{percent(plan.expected_blanks)} of all cells, because few records lack the same. "
        "With 'fill' for missing values, gaps receive the values of their groups instead."
    )
