"""What an inspection sees of a column as its values pass by: counts, and no record."""

from __future__ import annotations

import math
import re

import polars as pl

from covey.core.dates import DATE
from covey.core.inspection import MOST_COUNTED
from covey.core.source import Source
from covey.core.table import NUMERIC
from covey.planning.codes import Numbering
from covey.planning.repeats import Repeats

CODES = frozenset(
    [-1.0, -2.0, -3.0, 77.0, 88.0, 97.0, 98.0, 99.0, 997.0, 998.0]
    + [
        sign * float(digit * length)
        for digit in "789"
        for length in (1, 2, 3, 4, 5, 6)
        for sign in (-1, 1)
    ]
)
"""Numbers by which files say that there is no value."""

_DAY = "%Y-%m-%d"
_NUMBER = re.compile(r"((?:^-)?[0-9]+(?:\.[0-9]+)?)")
_KEPT = 20_000
"""Hashes of values by which it is estimated how often one occurs."""


def _by_numbers(text: str) -> tuple[tuple[float, str], ...]:
    """Return what sorts texts so that 2 stands before 10, also within them as in 5-9 and 10-14."""
    parts = _NUMBER.split(text)
    return tuple((float(part), "") if i % 2 else (math.inf, part) for i, part in enumerate(parts))


class ColumnLook:
    """What is known of a column so far."""

    def __init__(self, source: Source, name: str) -> None:
        self.name, self.content = name, source.kind(name)
        self.is_number_like = self.content == "text" and name in source.hints
        self.n_records = self.n_gaps = 0
        self.is_whole = self.content in NUMERIC
        self.is_dated = self.content == "text"  # holds dates, as far as was seen
        self.low, self.high = math.inf, -math.inf  # of numbers that are no codes
        self.is_days = self.content == "text"  # days of a calendar, written as 2024-05-31
        self.codes: dict[float, int] = {}
        self._counts: dict[object, int] | None = {}
        self._values = Repeats(most_cells=_KEPT)
        self._numbering: Numbering | None = Numbering(source.n_records) if self.is_whole else None

    def add(self, column: pl.Series) -> None:
        """Take in values."""
        self.n_records += len(column)
        self.n_gaps += column.null_count()
        known = column.drop_nulls()
        if not len(known) or self.content == "other":
            return
        if self.content == "text":
            known = known.cast(pl.String)  # of categories too
        self._values.add(known, {})
        if self.is_days and self.content == "text":
            self.is_days = not known.str.to_date(_DAY, strict=False).has_nulls()
        self._counts = self._counted(known, self._counts)
        if self.content in NUMERIC:
            self._add_numbers(known)
        if self.is_dated:
            self.is_dated = bool(known.str.contains(DATE).all())

    @staticmethod
    def _counted(known: pl.Series, counts: dict[object, int] | None) -> dict[object, int] | None:
        """Return how often each value occurs, or None if they are too many."""
        if counts is None or known.n_unique() > MOST_COUNTED:
            return None
        for value, n in known.value_counts(name="n").iter_rows():
            counts[value] = counts.get(value, 0) + n
        return counts if len(counts) <= MOST_COUNTED else None

    def _add_numbers(self, known: pl.Series) -> None:
        values = known.cast(pl.Float64)
        values = values.filter(values.is_finite())
        self.is_whole = self.is_whole and bool((values == values.floor()).all())
        is_code = values.is_in(list(CODES))
        for code, n in values.filter(is_code).alias("value").value_counts(name="n").iter_rows():
            self.codes[code] = self.codes.get(code, 0) + n
        if not self.is_whole:
            self._numbering = None
        if self._numbering is not None and not self._numbering.takes(known):
            self._numbering = None
        rest = values.filter(~is_code)
        if len(rest):
            self.low = min(self.low, float(rest.min()))  # type: ignore[arg-type]
            self.high = max(self.high, float(rest.max()))  # type: ignore[arg-type]

    @property
    def n_known(self) -> int:
        """How many values there are."""
        return self.n_records - self.n_gaps

    @property
    def n_values(self) -> int | None:
        """How many values are different; None for more than are counted."""
        return None if self._counts is None else len(self._counts)

    @property
    def records_per_value(self) -> float:
        """How many records have a value, on average."""
        return self._values.records_per_name

    @property
    def numbers_the_records(self) -> bool:
        """Whether whole numbers are all different and fill their range."""
        return self._numbering is not None and self._numbering.has_values

    @property
    def has_own_numbers(self) -> bool:
        """Whether whole numbers are all different, as far as was kept, and no record lacks one."""
        return self.is_whole and not self.n_gaps and self.records_per_value == 1.0

    @property
    def many(self) -> int:
        """How many records must have a value that may be named."""
        return 10 if self.n_records >= 200 else max(5, -(-self.n_records // 20))

    @property
    def levels(self) -> tuple[str, ...]:
        """The values of a column with few, if many records have each of them."""
        if not self._counts or min(self._counts.values()) < self.many:
            return ()
        return tuple(sorted(map(str, self._counts), key=_by_numbers))

    @property
    def least_common(self) -> int:
        """How many records have the rarest value; 0 where values are not counted."""
        return min(self._counts.values(), default=0) if self._counts else 0

    @property
    def missing_codes(self) -> tuple[str, ...]:
        """Conventional codes for a missing value that many records have, far from all others."""
        if self.low > self.high:
            return ()
        reach = self.high + max(1.0, (self.high - self.low) / 2)
        found = [
            code
            for code, n in sorted(self.codes.items())
            if n >= self.many and ((code < 0 <= self.low) or code > reach)
        ]
        return tuple(f"{code:.0f}" for code in found)
