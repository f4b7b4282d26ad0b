"""Markers: which records have a value in a variable, and which a gap or a code in its stead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import RequestError
from covey.core.legible import shown
from covey.core.spelling import Setting
from covey.core.table import NUMERIC, Kind, Table

Marks: TypeAlias = NDArray[np.int16]
"""One marker for each record."""

VALUE, GAP, FIRST_CODE = 0, 1, 2
"""A value, a missing one, the first of the codes; the next codes follow."""

_CONTENTS: Mapping[Kind, str] = {
    "integer": "numbers",
    "decimal": "numbers",
    "date": "dates, which are written 2024-12-31",
}


@dataclass(frozen=True, slots=True)
class Markers:
    """What stands for a missing value in one variable: a gap, or one of some codes."""

    name: str
    codes: tuple[str, ...] = ()

    def of(self, batch: Table) -> Marks:
        """Return the marker of each record; NaN is a gap."""
        is_gap = batch.missing(self.name)
        marks = is_gap.astype(np.int16)
        if self.codes:
            values = _comparable(batch, self.name)
            kind, is_single = batch.kind(self.name), batch.is_single_precision(self.name)
            for number, code in enumerate(self.codes, FIRST_CODE):
                wanted = _as_kind(code, kind)
                is_code = np.asarray(values == (_single(wanted) if is_single else wanted), bool)
                marks[is_code & (marks == VALUE)] = number
        return marks

    def values(self, kind: Kind) -> tuple[float, ...]:
        """Return the codes of a column of numbers, or of dates in microseconds."""
        return tuple(float(_as_kind(code, kind)) for code in self.codes)

    def check(self, kind: Kind) -> None:
        """Refuse codes that no value of a column of this kind can equal."""
        for code in self.codes:
            try:
                _as_kind(code, kind)
            except ValueError:
                raise RequestError(
                    f"Column '{self.name}' holds {_CONTENTS[kind]}, and the code {shown(code)} is "
                    "none. Correct it: ",
                    Setting("columns", {self.name: {"missing_codes": ["-9"]}}),
                    ".",
                ) from None


def hidden(batch: Table, variables: Iterable[Markers]) -> Table:
    """Return a batch in which codes are gaps."""
    coded = {one.name: one.of(batch) >= FIRST_CODE for one in variables if one.codes}
    return batch.blanked(coded)


def _comparable(batch: Table, name: str) -> NDArray[Any]:
    """Return values that compare with codes: numbers, microseconds, or texts."""
    if batch.kind(name) in (*NUMERIC, "date"):
        return batch.measured(name)
    return np.asarray(batch.listed_categories(name), dtype=object)


def _as_kind(code: str, kind: Kind) -> float | str:
    """Return a code as `_comparable` has the values of a column of this kind."""
    if kind in NUMERIC:
        return float(code)
    if kind == "date":
        moment = datetime.fromisoformat(code.strip())
        return round((moment.replace(tzinfo=UTC) - _EPOCH).total_seconds() * 1e6)
    return code


def _single(code: float | str) -> float:
    """Return the number that a column of single precision holds for a code."""
    number = float(code)
    is_within = abs(number) <= float(np.finfo(np.float32).max)
    return float(np.float32(number)) if is_within else number


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
