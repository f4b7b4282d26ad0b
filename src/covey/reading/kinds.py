"""What all pieces of a delimited file tell of its columns."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from covey.core.table import Table
from covey.reading.columns import Hint, typed


@dataclass(slots=True)
class PieceKinds:
    """What is known of the columns so far: a column is of one kind if every piece of it is."""

    n_records: int = 0
    kinds: dict[str, str] = field(default_factory=dict)
    hints: dict[str, str] = field(default_factory=dict)
    as_text: set[str] = field(default_factory=set)

    def add(self, table: Table) -> None:
        """Take the next piece."""
        for name in table.names:
            self._add_kind(table, name)
        self.as_text |= table.as_text
        self.n_records += table.n_records

    def _add_kind(self, table: Table, name: str) -> None:
        before, found = self.kinds.get(name, ""), str(table.kind(name))
        if table.frame.get_column(name).null_count() == table.n_records:
            found = before  # no value, no kind
        if found == "text" and before != "text":
            self.hints[name] = self._hint(table, name, is_first=not before)
        self.kinds[name] = before if found == before else _joint(before, found)

    def _hint(self, table: Table, name: str, *, is_first: bool) -> str:
        """Return why a column is text; counts are those of a piece and would mislead."""
        own = table.hints.get(name, "")
        counts_values = isinstance(own, Hint) and own.n_known > 0
        if own and not counts_values:
            return own
        if is_first and not own:
            return ""
        reason = own.reason if isinstance(own, Hint) else "are not numbers"
        record = self.n_records + _first_text(table, name)
        return f"some of its values, the first in record {record:,}, {reason}"

    def to_dict(self) -> dict[str, Any]:
        """Return what is known in values that JSON holds."""
        return {
            "n_records": self.n_records,
            "kinds": {name: kind or "decimal" for name, kind in self.kinds.items()},
            "hints": {name: hint for name, hint in self.hints.items() if hint},
            "as_text": sorted(name for name in self.as_text if self.kinds[name] != "integer"),
        }


def _first_text(table: Table, name: str) -> int:
    """Return the first record, counted from 1, with which a column of a piece becomes text."""
    text, decimal = table.text(name).to_polars(), decimal_of(table)

    def is_text(n: int) -> int:
        return int(typed(text.head(n), decimal)[0].dtype == pl.String)

    return 1 + bisect_left(range(1, table.n_records), 1, key=is_text)


def _joint(before: str, found: str) -> str:
    """Return the kind of a column whose pieces are of two kinds; none counts for nothing."""
    if "" in (before, found):
        return before or found
    return "text" if "text" in (before, found) else "decimal"


def decimal_of(table: Table) -> str:
    """Return the decimal mark of the file that a table comes from."""
    dialect = table.origin.dialect
    return "." if dialect is None else dialect.decimal
