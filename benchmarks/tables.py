"""One way to lay out a table, for the terminal and for the page."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.record import Row

if TYPE_CHECKING:
    from benchmarks.session import Session

WIDE = 180
HEADINGS = {"table_mb": "table MB", "memory": "MB beyond table", "loss": "IL %"}
"""What stands above a column whose key would not say it."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    heading: str
    key: str  # where a row has its value
    form: str = ""  # of a number, as after the colon of an f-string; texts are written as they are

    def cell(self, row: Row) -> str:
        """Return the text of a row in this column; nothing where the row has no value."""
        value = row.get(self.key)
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return value
        return format(value, self.form)

    @property
    def is_text(self) -> bool:
        """Whether it is set flush left."""
        return not self.form


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the benchmark, and what measures it."""

    name: str  # how it is asked for
    title: str
    measure: Callable[[Session], Iterator[Row]]  # yields rows as they are measured
    layout: str  # keys of a row with the forms of their numbers, in reading order: "n:,d method"
    headings: Mapping[str, str] = field(default_factory=dict)  # other than the usual ones

    @property
    def columns(self) -> list[Column]:
        """The columns that the layout names."""
        names = {**HEADINGS, **self.headings}
        parts = (word.partition(":") for word in self.layout.split())
        return [Column(names.get(key, key), key, form) for key, _, form in parts]


def show(section: Section, rows: Iterable[Row]) -> None:
    """Print a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"\n{section.title}", box=None, title_justify="left", title_style="bold")
    columns = used(section, rows := list(rows))
    for column in columns:
        table.add_column(column.heading, justify="left" if column.is_text else "right")
    for row in rows:
        table.add_row(*(column.cell(row) for column in columns))
    # What goes into a file is not to be folded at the width of some terminal.
    Console(width=None if sys.stdout.isatty() else WIDE).print(table)


def as_markdown(section: Section, rows: Iterable[Row]) -> str:
    """Return the same table in Markdown."""
    columns = used(section, rows := list(rows))
    lines = [
        _line(column.heading for column in columns),
        _line("---" if column.is_text else "--:" for column in columns),
    ]
    lines += [_line(column.cell(row) for column in columns) for row in rows]
    return "\n".join(lines) + "\n"


def used(section: Section, rows: Sequence[Row]) -> list[Column]:
    """Return the columns that have a value in some row."""
    return [column for column in section.columns if any(map(column.cell, rows))]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
