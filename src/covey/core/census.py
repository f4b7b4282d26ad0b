"""A census: how many records and different units each class of records has.

Of the units, k are known at most, by numbers that their names are hashed to: more than k need not
be told apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, distinct_rows

Key: TypeAlias = tuple[int, ...]
"""The numbers that tell a class of records."""


@dataclass(slots=True)
class Count:
    """The records and units of a class."""

    n_records: int = 0
    units: set[int] | None = None  # hashed, at most k; None where each record is a unit

    def plus(self, other: Count) -> Count:
        """Return the count of two classes together, of which there may be more than k units."""
        units = None if self.units is None or other.units is None else self.units | other.units
        return Count(self.n_records + other.n_records, units)

    @property
    def n_units(self) -> int:
        """Number of units, exact below k."""
        return self.n_records if self.units is None else len(self.units)


@dataclass(slots=True)
class Census:
    """Counts by class, taken batch by batch."""

    k: int
    has_units: bool = False
    counts: dict[Key, Count] = field(default_factory=dict)
    n_split: int = 0  # cells that become gaps because a unit's records differ and lie together

    def add(self, keys: NDArray[Any], units: Labels | None = None) -> None:
        """Take in records by their keys, one row each, and their units as `unit_numbers` gives."""
        if len(keys) == 0:
            return
        rows, number, sizes = distinct_rows(keys)
        counts = []
        for row, size in zip(rows.tolist(), sizes.tolist(), strict=True):
            count = self.counts.setdefault(tuple(row), self._nothing())
            count.n_records += size
            counts.append(count)
        if units is None:
            return
        pairs, _, _ = distinct_rows(np.column_stack([number, units]))
        starts = np.flatnonzero(np.diff(pairs[:, 0], prepend=-1))
        ends = np.append(starts[1:], len(pairs))
        for count, start, end in zip(counts, starts.tolist(), ends.tolist(), strict=True):
            known = count.units
            if known is not None and len(known) < self.k:
                # As many as k of these complete the k, whichever are known already.
                known.update(pairs[start : min(end, start + self.k), 1].tolist())

    def _nothing(self) -> Count:
        return Count(0, set() if self.has_units else None)

    def by(self, keys: Iterable[Key]) -> Census:
        """Return the census of classes that are called by other keys, in the order of these."""
        joint = Census(self.k, self.has_units)
        for key, count in zip(keys, self.counts.values(), strict=True):
            joint.counts[key] = joint.counts.get(key, self._nothing()).plus(count)
        return joint

    def to_dict(self) -> dict[str, Any]:
        """Return it in values that JSON holds."""
        counts = [
            [list(key), count.n_records, None if count.units is None else sorted(count.units)]
            for key, count in self.counts.items()
        ]
        return {"k": self.k, "has_units": self.has_units, "counts": counts, "n_split": self.n_split}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return what `to_dict` described."""
        counts = {
            tuple(key): Count(n, None if units is None else set(units))
            for key, n, units in values["counts"]
        }
        return cls(values["k"], values["has_units"], counts, values["n_split"])
