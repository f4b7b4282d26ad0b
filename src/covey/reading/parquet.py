"""Parquet files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import narwhals as nw
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from covey.core.errors import InputError
from covey.core.files import is_damage
from covey.core.settings import ReadingRequest
from covey.core.table import Kind, Origin, Table, kind_of
from covey.reading.arrow_types import check_dates, check_types
from covey.reading.failures import LIBRARY_ERRORS, reading_input
from covey.reading.headers import check_names, check_records
from covey.reading.opening import check_unchanged, digest, ends
from covey.reading.stripping import only_used_levels

_MAGIC = b"PAR1"
_BATCH_BYTES = 32 << 20
_LARGEST_BATCH = 65_536
_SMALLEST_BATCH = 1_024
_READ_AHEAD = 1 << 20
"""Bytes of a column that are read at once: a file may consist of one huge row group."""


def read_parquet(path: Path, _reading: ReadingRequest) -> Table:
    """Read a Parquet file.

    Parameters
    ----------
    path : Path
        The file.
    """
    _check_magic(path)
    sha256 = digest(path)
    check_schema(path)
    try:
        # A name with brackets or stars is one file, not a pattern.
        frame = pl.read_parquet(path, glob=False, hive_partitioning=False)
    except pl.exceptions.DuplicateError:
        raise InputError(
            f"'{path}' has more than one column of the same name. "
            "Rename them so that every name is unique."
        ) from None
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        # The cause may show values of the data.
        raise damaged(path) from None
    check_unchanged(path, sha256)  # the values must be those of the bytes that the manifest names
    check_names(frame.columns, where=f"'{path}'")
    check_records(frame.height, where=f"'{path}'")
    table = nw.from_native(only_used_levels(frame), eager_only=True)
    check_dates(table, where=f"'{path}'")
    return Table(
        table,
        Origin(path.name, sha256, path=path.resolve()),
    )


def check_schema(path: Path) -> None:
    """Refuse a file with columns of types that cannot be used.

    What is wrong with the file itself is left to its reader.
    """
    try:
        schema = pq.read_schema(path)
    except (pa.ArrowException, OSError):
        return
    check_types(zip(schema.names, schema.types, strict=True), where=f"'{path}'")


def _check_magic(path: Path) -> None:
    first, last = ends(path, len(_MAGIC))
    if not first:
        raise InputError(f"'{path}' is empty: 0 bytes. Check that it was exported or copied whole.")
    if first != _MAGIC:
        raise InputError(
            f"'{path}' is not a Parquet file. If it is delimited text, rename it to end in .csv."
        )
    if last != _MAGIC:
        raise InputError(f"'{path}' is a Parquet file that was cut off. Export or copy it again.")


@dataclass(frozen=True, slots=True)
class FileSource:
    """What sources over a Parquet file have in common: what is known without its records.

    Parameters
    ----------
    path : Path
        The file.
    origin : Origin
        Name and digest of the input.
    schema : mapping of str to data type
        Of each column.
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
    hints: Mapping[str, str] = field(default_factory=dict)
    as_text: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """Column names, in order."""
        return tuple(self.schema)

    def kind(self, name: str) -> Kind:
        """Return what a column holds."""
        return kind_of_polars(self.schema[name])

    def is_numeric(self, name: str) -> bool:
        """Whether a column holds numbers."""
        return self.kind(name) in ("integer", "decimal")


@dataclass(frozen=True, slots=True)
class ParquetSource(FileSource):
    """A Parquet file in the types in which polars reads it."""

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


def open_parquet(path: Path, sha256: str | None = None) -> ParquetSource:
    """Look at a Parquet file without reading its records.

    What is wrong with it is said by the ordinary reader.
    """
    ends(path, 1)  # says so if there is no such file, or something else in its place
    check_schema(path)
    try:
        n_records = pq.ParquetFile(path).metadata.num_rows
        schema = pl.read_parquet_schema(path)
    except (*LIBRARY_ERRORS, pl.exceptions.PanicException):
        read_parquet(path, ReadingRequest())
        raise damaged(path) from None
    check_names(list(schema), where=f"'{path}'")
    check_records(n_records, where=f"'{path}'")
    types = {**schema, **_used_levels(path, schema)}
    return ParquetSource(path, Origin(path.name, sha256, path=path.resolve()), types, n_records)


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


def kind_of_polars(dtype: pl.DataType) -> Kind:
    """Return what a column of a polars type holds."""
    empty = pl.Series([], dtype=dtype)
    return kind_of(nw.from_native(empty, series_only=True).dtype)


def _as(column: pl.Series, dtype: pl.DataType) -> pl.Series:
    return column if column.dtype == dtype else column.cast(dtype)
