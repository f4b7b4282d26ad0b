"""Which confidential values the members of each group hold, and how often: O(n) memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.errors import RequestError
from covey.core.spelling import Setting
from covey.measuring.adding import Counts
from covey.measuring.confidential import Attribute, Tally
from covey.measuring.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Composition:
    """A confidential column, counted by group. Nothing in it depends on the order of the records.

    A run is a value together with a group that holds it; runs are sorted by group, then by value.
    """

    values: Vector  # distinct, ascending; missing numbers are one value of their own, NaN, the last
    sizes: Counts  # records in each group
    group: Counts  # of each run
    value: Counts  # of each run, as a position in `values`
    count: Counts  # records of each run

    @property
    def n_distinct(self) -> Counts:
        """Number of distinct values in each group."""
        return np.bincount(self.group, minlength=len(self.sizes))

    @property
    def starts(self) -> Counts:
        """First run of each group that has one."""
        return np.flatnonzero(np.diff(self.group, prepend=-1))

    def sums(self, per_run: NDArray[Any]) -> NDArray[Any]:
        """Add up one figure a run over the runs of each group; 0 for a group without runs."""
        total = np.zeros(len(self.sizes), per_run.dtype)
        starts = self.starts
        if len(starts):
            total[self.group[starts]] = np.add.reduceat(per_run, starts)
        return total

    def only(self, keep: NDArray[np.bool_]) -> Composition:
        """Return the composition of the records whose value is to be kept."""
        if keep.all():
            return self
        runs = keep[self.value]
        kept = replace(
            self,
            values=self.values[keep],
            group=self.group[runs],
            value=(np.cumsum(keep) - 1)[self.value[runs]],
            count=self.count[runs],
        )
        return replace(kept, sizes=kept.sums(kept.count))


def compositions(evidence: Evidence) -> Iterator[tuple[Attribute, Composition, Tally]]:
    """Go through the confidential columns, each counted by group and in the whole table."""
    if not evidence.attributes:
        raise RequestError(
            "This measure needs a confidential column. Got none. Name one or more with ",
            Setting("confidential"),
            ".",
        )
    columns = zip(evidence.attributes, evidence.whole.tallies, strict=True)
    for j, (attribute, tally) in enumerate(columns):
        yield attribute, compose(attribute, evidence.twins), tally
        evidence.progress((j + 1) / len(evidence.attributes))


def compose(attribute: Attribute, group: NDArray[np.intp]) -> Composition:
    """Count the values of a column in each group."""
    values, value = np.unique(attribute.values, return_inverse=True)
    runs, count = np.unique(group * len(values) + value, return_counts=True)
    return Composition(values, np.bincount(group), runs // len(values), runs % len(values), count)


def remarks_on(
    tally: Tally, n_values: int, n_gone: int = 0, left_out: str = "missing"
) -> list[str]:
    """Return what a reader must know of a column: what was left out, that nothing varies in it.

    Of its distinct values, so many are compared; those of ``n_gone`` records are left out.
    """
    found = []
    if n_gone:
        plural = "value is" if n_gone == 1 else "values are"
        found.append(f"In '{tally.name}' {n_gone:,} {left_out} {plural} left out.")
    if n_values == 1:
        found.append(f"'{tally.name}' holds the same value throughout.")
    if n_values == 0:
        found.append(f"Nothing of '{tally.name}' remains to be compared.")
    return found
