"""Dates that are written as text: those of ISO 8601, such as 2024-05-31."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import narwhals as nw
import polars as pl

from covey.core.dates import DAY, TIME, ZONE
from covey.core.table import Table
from covey.reading.columns import Hint

Form: TypeAlias = Literal["day", "time", "zoned"]
"""Days; days with or without a time; days with a time and its distance from UTC."""

_PATTERNS: dict[Form, str] = {
    "day": f"^{DAY}$",
    "time": f"^{DAY}({TIME})?$",
    "zoned": f"^{DAY}{TIME}{ZONE}$",
}
_WHOLE = "%Y-%m-%dT%H:%M:%S%.f"
_MIXED = "are dates with a distance from UTC among others without, or the other way round"
_NOT_ISO = "are not dates of the form 2024-05-31 or 2024-05-31T12:30:00"


def with_dates(table: Table, names: Iterable[str]) -> Table:
    """Return a table in which columns of text are dates, if all their values are.

    A column that cannot be read so stays text, with a hint why.
    """
    columns, hints = [], dict(table.hints)
    for name in names:
        if not _is_text(table, name):
            continue
        text = table.column(name).to_polars()
        form = form_of(text)
        if form is None:
            hints[name] = _hint(text)
            continue
        hints.pop(name, None)
        columns.append(_like(table, dates_of(text, form)).alias(name))
    return replace(table, frame=table.frame.with_columns(*columns), hints=hints)


def form_of(text: pl.Series) -> Form | None:
    """Return how the dates of a column are written; None if some values are none."""
    known = text.drop_nulls().str.strip_chars()
    for form, pattern in _PATTERNS.items():
        if known.str.contains(pattern).all():
            return None if dates_of(known, form).has_nulls() else form
    return None


def dates_of(text: pl.Series, form: Form) -> pl.Series:
    """Return the dates of a column that is written so; null where the calendar has no such day."""
    known = text.str.strip_chars()
    if form == "day":
        return known.str.to_date("%Y-%m-%d", strict=False)
    whole = (
        known.str.replace(" ", "T", literal=True)
        .str.replace(f"^({DAY})$", "${1}T00:00")
        .str.replace(r"(T\d{2}:\d{2})($|Z|[+-])", "${1}:00${2}")
    )
    if form == "time":
        return whole.str.to_datetime(_WHOLE, time_unit="us", strict=False)
    zoned = whole.str.replace("Z$", "+0000").str.replace(r"([+-]\d{2}):(\d{2})$", "${1}${2}")
    return zoned.str.to_datetime(f"{_WHOLE}%z", time_unit="us", time_zone="UTC", strict=False)


@dataclass(slots=True)
class DateForms:
    """How the dates of some columns are written, found out piece by piece."""

    names: frozenset[str]
    forms: dict[str, Form | None] = field(default_factory=dict)  # None: some values are none
    hints: dict[str, str] = field(default_factory=dict)
    _n_records: int = 0

    def add(self, table: Table) -> None:
        """Take the next piece."""
        for name in self.names.intersection(table.names):
            if table.column(name).null_count() == table.n_records:
                continue  # no value, no form
            text = table.column(name).to_polars()
            form = form_of(text) if _is_text(table, name) else None
            self.forms[name] = _joint(self.forms.get(name, form), form)
            if self.forms[name] is None and name not in self.hints:
                wrong = _is_wrong(text) if _is_text(table, name) else pl.Series([True])
                first = self._n_records + int(wrong.arg_max() or 0) + 1
                what = _MIXED if _is_text(table, name) and _are_mixed(text) else _NOT_ISO
                self.hints[name] = f"some of its values, the first in record {first:,}, {what}"
        self._n_records += table.n_records

    def settle(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Return what is known of the columns of a file, with those that hold dates."""
        dates = {name: form for name, form in self.forms.items() if form is not None}
        hints = {name: hint for name, hint in facts["hints"].items() if name not in dates}
        texts = {name: hint for name, hint in self.hints.items() if facts["kinds"][name] == "text"}
        return {
            **facts,
            "kinds": {**facts["kinds"], **dict.fromkeys(dates, "date")},
            "hints": {**hints, **texts},
            "dates": dates,
        }


def _joint(before: Form | None, found: Form | None) -> Form | None:
    """Return how dates are written of which two pieces are written so."""
    if before == found:
        return before
    return "time" if {before, found} == {"day", "time"} else None


def _is_text(table: Table, name: str) -> bool:
    return name in table.names and table.column(name).dtype == nw.String


def _is_wrong(text: pl.Series) -> pl.Series:
    """Return which values are no dates, if all are to be written with a zone or all without."""
    known = text.str.strip_chars()
    form: Form = "zoned" if known.str.contains(_PATTERNS["zoned"]).sum() * 2 > len(text) else "time"
    is_written = known.str.contains(_PATTERNS[form])
    return known.is_not_null() & ~(is_written & dates_of(known, form).is_not_null())


def _are_mixed(text: pl.Series) -> bool:
    """Whether all values are dates, some with a zone and others without."""
    known = text.drop_nulls().str.strip_chars()
    is_zoned = known.str.contains(_PATTERNS["zoned"])
    rest = known.filter(~is_zoned)
    return bool(is_zoned.any()) and len(rest) > 0 and form_of(rest) is not None


def _hint(text: pl.Series) -> Hint:
    """Return how many values are no dates, and the first of them."""
    wrong = _is_wrong(text)
    n_known = len(text) - text.null_count()
    return Hint(
        _MIXED if _are_mixed(text) else _NOT_ISO,
        int(wrong.sum()),
        n_known,
        int(wrong.arg_max() or 0) + 1,
    )


def _like(table: Table, dates: pl.Series) -> nw.Series[Any]:
    """Return dates as a column of the library that the table is of."""
    backend = nw.get_native_namespace(table.frame)
    if backend is pl:
        return nw.from_native(dates, series_only=True)
    zone = getattr(dates.dtype, "time_zone", None)
    column = nw.new_series("column", dates.to_numpy(), backend=backend)
    return column if zone is None else column.dt.replace_time_zone(zone)
