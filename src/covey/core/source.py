"""A source: named columns with kinds, read in batches as often as wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from covey.core.table import NUMERIC, Kind, Origin, Table


class Source(Protocol):
    """A table in memory, in a file or in a database. A `Table` is a source of one batch."""

    @property
    def origin(self) -> Origin:
        """Where it came from: name, digest, dialect."""

    @property
    def names(self) -> tuple[str, ...]:
        """Column names, in order."""

    @property
    def n_records(self) -> int:
        """Number of rows."""

    @property
    def hints(self) -> Mapping[str, str]:
        """Why a column of text that looks like numbers is none, without its values."""

    @property
    def as_text(self) -> frozenset[str]:
        """Columns of numbers that a file writes with more digits than a float holds."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know of what was not taken in, in sentences."""

    def kind(self, name: str) -> Kind:
        """Return what a column holds."""

    def is_numeric(self, name: str) -> bool:
        """Whether a column holds numbers."""

    def levels(self, name: str) -> tuple[str, ...]:
        """Return the categories of a column whose type orders them, the lowest first."""

    def batches(self, names: Iterable[str] | None = None) -> Iterator[Table]:
        """Yield tables of some columns, all by default; together they hold every record in order.

        The kind of a column is the same in all batches.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFacts:
    """What sources that are no tables know before they read a record."""

    origin: Origin
    kinds: Mapping[str, Kind]
    n_records: int
    hints: Mapping[str, str] = field(default_factory=dict)
    as_text: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Column names, in order."""
        return tuple(self.kinds)

    def kind(self, name: str) -> Kind:
        """Return what a column holds."""
        return self.kinds[name]

    def is_numeric(self, name: str) -> bool:
        """Whether a column holds numbers."""
        return self.kinds[name] in NUMERIC

    def levels(self, _name: str) -> tuple[str, ...]:
        """Return nothing: delimited text has no types that order their categories."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSource(SourceFacts):
    """Some of the records of another source, in its order."""

    source: Source
    is_kept: Callable[[Table], NDArray[np.bool_]]
    looked_at: Sequence[str]  # the columns that decide which records stay

    def batches(self, names: Iterable[str] | None = None) -> Iterator[Table]:
        """Yield what is left of the batches that have any such record."""
        wanted = None if names is None else tuple(dict.fromkeys((*names, *self.looked_at)))
        for batch in self.source.batches(wanted):
            rows = np.flatnonzero(self.is_kept(batch))
            if len(rows):
                yield batch if len(rows) == batch.n_records else batch.take(rows.tolist())
