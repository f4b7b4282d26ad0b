"""A file that is read batch by batch, in the order of its records, as often as needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import narwhals as nw
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from covey.core.errors import InputError
from covey.core.table import Kind, Origin, Table, kind_of
from covey.reading import read
from covey.reading.arrow_types import check_dates
from covey.reading.columns import MISSING, typed
from covey.reading.headers import check_names, check_records
from covey.reading.opening import check_unchanged, ends
from covey.reading.parquet import check_schema
from covey.streaming.failures import (
    LIBRARY_ERRORS,
    damaged_temporary,
    is_damage,
    reading_input,
)

_BATCH_BYTES = 32 << 20
_LARGEST_BATCH = 65_536
_SMALLEST_BATCH = 1_024
_READ_AHEAD = 1 << 20
"""Bytes of a column that are read at once: a file may consist of one huge row group."""


@dataclass(frozen=True, slots=True)
class ParquetSource:
    """A Parquet file in the types in which polars reads it.

    Parameters
    ----------
    path : Path
        The file.
    origin : Origin
        Its name and digest.
    schema : mapping of str to data type
        Of each column.
    n_records : int
        How many there are.
    hints : mapping of str to str
        Why text that looks like numbers is none: nothing to tell.
    as_text : frozenset of str
        Columns of numbers that only text holds exactly: none.
    """

    path: Path
    origin: Origin
    schema: Mapping[str, pl.DataType]
    n_records: int
    hints: Mapping[str, str] = field(default_factory=dict)
    as_text: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """Column names, in order."""
        return tuple(self.schema)

    def kind(self, name: str) -> Kind:
        """Return what a column holds."""
        return _kind(self.schema[name])

    def is_numeric(self, name: str) -> bool:
        """Whether a column holds numbers."""
        return self.kind(name) in ("integer", "decimal")

    def batches(self, names: Iterable[str] | None = None) -> Iterator[Table]:
        """Go through some columns; refuse a file that changed when all have gone by."""
        wanted = set(self.names if names is None else names)
        chosen = [name for name in self.names if name in wanted]
        with reading_input(self.path):
            for frame in parquet_batches(self.path, chosen, len(self.names), damaged(self.path)):
                columns = {name: _as(frame.get_column(name), self.schema[name]) for name in chosen}
                batch = nw.from_native(pl.DataFrame(columns), eager_only=True)
                check_dates(batch, where=f"'{self.path}'")
                yield Table(batch, self.origin)
        if self.origin.sha256 is not None:
            check_unchanged(self.path, self.origin.sha256)


@dataclass(frozen=True, slots=True)
class TextSource:
    """A delimited file, converted to a Parquet file of text; each column has one kind throughout.

    Parameters
    ----------
    path : Path
        The Parquet file, whose columns are named by their positions.
    origin : Origin
        The delimited file.
    schema : mapping of str to data type
        Int64, Float64 or String for each column.
    n_records : int
        How many there are.
    hints : mapping of str to str
        Why a column of text that looks like numbers is none.
    as_text : frozenset of str
        Columns of numbers that only text holds exactly.
    """

    path: Path
    origin: Origin
    schema: Mapping[str, pl.DataType]
    n_records: int
    hints: Mapping[str, str]
    as_text: frozenset[str]

    @property
    def names(self) -> tuple[str, ...]:
        """Column names, in order."""
        return tuple(self.schema)

    def kind(self, name: str) -> Kind:
        """Return what a column holds."""
        return _kind(self.schema[name])

    def is_numeric(self, name: str) -> bool:
        """Whether a column holds numbers."""
        return self.kind(name) in ("integer", "decimal")

    def batches(self, names: Iterable[str] | None = None) -> Iterator[Table]:
        """Go through some columns, each with its text beside its values."""
        wanted = set(self.names if names is None else names)
        stored = {name: str(i) for i, name in enumerate(self.names) if name in wanted}
        for frame in parquet_batches(
            self.path, list(stored.values()), len(self.names), damaged_temporary(self.path)
        ):
            text = {name: frame.get_column(column) for name, column in stored.items()}
            values = {name: self._values(name, column) for name, column in text.items()}
            yield Table(
                nw.from_native(pl.DataFrame(values), eager_only=True),
                self.origin,
                verbatim={
                    name: nw.from_native(column.alias(name), series_only=True)
                    for name, column in text.items()
                },
                hints=self.hints,
            )

    def _values(self, name: str, text: pl.Series) -> pl.Series:
        """Return a batch of a column in the kind that the whole column has."""
        dtype = self.schema[name]
        if dtype == pl.String:
            is_missing = text.str.strip_chars().is_in(MISSING, nulls_equal=True)
            nothing = pl.Series(text.name, [None], dtype=pl.String)
            return text.zip_with(~is_missing, nothing.new_from_index(0, len(text)))
        dialect = self.origin.dialect
        values, _ = typed(text, "." if dialect is None else dialect.decimal)
        return values.cast(dtype)


Source: TypeAlias = ParquetSource | TextSource
"""A table on disk: its columns pass by in batches of a fixed number of records."""


def open_parquet(path: Path) -> ParquetSource:
    """Look at a Parquet file without reading its records.

    What is wrong with it is said by the ordinary reader.
    """
    ends(path, 1)  # says so if there is no such file, or something else in its place
    check_schema(path)
    try:
        n_records = pq.ParquetFile(path).metadata.num_rows
        schema = pl.read_parquet_schema(path)
    except (*LIBRARY_ERRORS, pl.exceptions.PanicException):
        read(path)
        raise damaged(path) from None
    check_names(list(schema), where=f"'{path}'")
    check_records(n_records, where=f"'{path}'")
    types = {**schema, **_used_levels(path, schema)}
    return ParquetSource(path, Origin(path.name, path=path.resolve()), types, n_records)


def _used_levels(path: Path, schema: Mapping[str, pl.DataType]) -> dict[str, pl.DataType]:
    """Return the type of each enumeration with the levels that occur: others are not released."""
    listed = {name: kind for name, kind in schema.items() if isinstance(kind, pl.Enum)}
    found: dict[str, set[str]] = {name: set() for name in listed}
    if listed:
        for frame in parquet_batches(path, list(listed), len(schema), damaged(path)):
            for column in frame:
                levels = column.alias("column").drop_nulls().unique()  # see `Table.column`
                found[column.name].update(levels.cast(pl.String))
    return {
        name: pl.Enum([level for level in kind.categories if level in found[name]])
        for name, kind in listed.items()
    }


def parquet_batches(
    path: Path, columns: list[str], width: int, damage: Exception
) -> Iterator[pl.DataFrame]:
    """Go through some columns of a Parquet file; a batch is smaller where a table is wider.

    If its bytes make no sense, raise what the caller says.
    """
    size = batch_size(width)
    try:
        with pq.ParquetFile(path, buffer_size=_READ_AHEAD, pre_buffer=False) as file:
            for batch in file.iter_batches(batch_size=size, columns=columns):
                yield pl.DataFrame(pa.Table.from_batches([batch]))
    except LIBRARY_ERRORS as error:
        if not is_damage(error):
            raise
        # The cause may show values of the data.
        raise damage from None


def batch_size(width: int) -> int:
    """Return how many records of a table of so many columns are looked at together."""
    return max(_SMALLEST_BATCH, min(_LARGEST_BATCH, _BATCH_BYTES // (8 * width)))


def damaged(path: Path) -> InputError:
    """Return the error that says so."""
    return InputError(
        f"'{path}' is a Parquet file but is damaged or uses a feature that cannot be read. "
        "Export or copy it again."
    )


def _kind(dtype: pl.DataType) -> Kind:
    empty = pl.Series([], dtype=dtype)
    return kind_of(nw.from_native(empty, series_only=True).dtype)


def _as(column: pl.Series, dtype: pl.DataType) -> pl.Series:
    return column if column.dtype == dtype else column.cast(dtype)
