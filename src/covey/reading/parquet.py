"""Parquet files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from covey.core.errors import InputError
from covey.core.files import blaming_damage
from covey.core.settings import ReadingRequest
from covey.core.source import SourceFacts
from covey.core.table import Origin, Table, kind_of
from covey.reading.arrow_types import check_dates, check_types, hints_of_types
from covey.reading.dates import DateForms, Form, dates_of
from covey.reading.headers import check_names, check_records
from covey.reading.opening import check_unchanged, digest, empty, ends, reading_input
from covey.reading.stripping import only_used_levels

_MAGIC = b"PAR1"
_BATCH_BYTES = 32 << 20
_LARGEST_BATCH = 65_536
_SMALLEST_BATCH = 1_024
_READ_AHEAD = 1 << 20  # bytes of a column read at once: a file may be one huge row group
_FAILURES = (
    pa.ArrowException,
    pl.exceptions.PolarsError,
    pl.exceptions.PanicException,
    OSError,
)


def read_parquet(path: Path, _reading: ReadingRequest) -> Table:
    """Read a Parquet file."""
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
    except _FAILURES:
        # The cause may show values of the data.
        raise damaged(path) from None
    check_unchanged(path, sha256)  # the values must be those of the bytes that the manifest names
    check_names(frame.columns, where=f"'{path}'")
    check_records(frame.height, where=f"'{path}'")
    table = nw.from_native(only_used_levels(frame), eager_only=True)
    check_dates(table, where=f"'{path}'")
    origin = Origin(path.name, sha256, path=path.resolve())
    return Table(table, origin, hints=hints_of_types(table.schema))


def check_schema(path: Path) -> None:
    """Refuse a file with columns of types that cannot be used.

    What is wrong with the file itself is left to its reader.
    """
    try:
        schema = pq.read_schema(path)
    except _FAILURES:
        return
    check_types(zip(schema.names, schema.types, strict=True), where=f"'{path}'")


def _check_magic(path: Path) -> None:
    first, last = ends(path, len(_MAGIC))
    if not first:
        raise empty(path)
    if first != _MAGIC:
        raise InputError(
            f"'{path}' is not a Parquet file. If it is delimited text, rename it to end in .csv."
        )
    if last != _MAGIC:
        raise InputError(f"'{path}' is a Parquet file that was cut off. Export or copy it again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParquetSource(SourceFacts):
    """A Parquet file in the types in which polars reads it."""

    path: Path
    schema: Mapping[str, pl.DataType]
    at_a_time: int  # records of a batch
    dates: Mapping[str, Form]  # how those are written that are kept as text

    def levels(self, name: str) -> tuple[str, ...]:
        """Return the categories of an enumeration, the lowest first."""
        dtype = self.schema[name]
        return tuple(dtype.categories) if isinstance(dtype, pl.Enum) else ()

    def batches(self, names: Iterable[str] | None = None) -> Iterator[Table]:
        """Go through some columns; refuse a file that changed when all have gone by."""
        wanted = set(self.names if names is None else names)
        chosen = [name for name in self.names if name in wanted]
        with reading_input(self.path):
            for frame in parquet_batches(self.path, chosen, self.at_a_time, damaged(self.path)):
                columns = {name: self._values(name, frame.get_column(name)) for name in chosen}
                batch = nw.from_native(pl.DataFrame(columns), eager_only=True)
                check_dates(batch, where=f"'{self.path}'")
                yield Table(batch, self.origin, hints=self.hints)
        if self.origin.sha256 is not None:
            check_unchanged(self.path, self.origin.sha256)

    def _values(self, name: str, column: pl.Series) -> pl.Series:
        if name in self.dates:
            return dates_of(column, self.dates[name])
        return column.cast(self.schema[name])


def open_parquet(
    path: Path,
    sha256: str | None = None,
    at_a_time: int | None = None,
    dates: frozenset[str] = frozenset(),
) -> ParquetSource:
    """Look at a Parquet file without reading its records.

    What is wrong with it is said by the ordinary reader. Batches have ``at_a_time`` records, by
    default as many as the width of the table suggests. Texts in the columns ``dates`` are read as
    such; to see how they are written, these are read.
    """
    ends(path, 1)  # says so if there is no such file, or something else in its place
    check_schema(path)
    try:
        n_records = pq.ParquetFile(path).metadata.num_rows
        schema = pl.read_parquet_schema(path)
    except _FAILURES:
        read_parquet(path, ReadingRequest())
        raise damaged(path) from None
    check_names(list(schema), where=f"'{path}'")
    check_records(n_records, where=f"'{path}'")
    size = at_a_time or batch_size(len(schema))
    empty_columns = nw.from_native(pl.DataFrame(schema=schema), eager_only=True)
    origin = Origin(path.name, sha256, path=path.resolve())
    texts = [name for name in dates if schema.get(name) == pl.String]
    forms = DateForms(frozenset(texts))
    for frame in parquet_batches(path, texts, size, damaged(path)) if texts else ():
        forms.add(Table(nw.from_native(frame, eager_only=True), origin))
    facts: dict[str, Any] = forms.settle(
        {
            "kinds": {name: kind_of(dtype) for name, dtype in empty_columns.schema.items()},
            "hints": hints_of_types(empty_columns.schema),
        }
    )
    return ParquetSource(
        **facts,
        origin=origin,
        n_records=n_records,
        path=path,
        schema={**schema, **_used_levels(path, schema, size)},
        at_a_time=size,
    )


def _used_levels(
    path: Path, schema: Mapping[str, pl.DataType], size: int
) -> dict[str, pl.DataType]:
    """Return the type of each enumeration with the levels that occur: others are not released."""
    listed = {name: kind for name, kind in schema.items() if isinstance(kind, pl.Enum)}
    found: dict[str, set[str]] = {name: set() for name in listed}
    if listed:
        for frame in parquet_batches(path, list(listed), size, damaged(path)):
            for column in frame:
                levels = column.alias("column").drop_nulls().unique()  # see `Table.column`
                found[column.name].update(levels.cast(pl.String))
    return {
        name: pl.Enum([level for level in kind.categories if level in found[name]])
        for name, kind in listed.items()
    }


def parquet_batches(
    path: Path, columns: list[str], size: int, damage: Exception
) -> Iterator[pl.DataFrame]:
    """Go through some columns of a Parquet file in batches of so many records.

    If its bytes make no sense, raise what the caller says.
    """
    with (
        blaming_damage(damage),
        pq.ParquetFile(path, buffer_size=_READ_AHEAD, pre_buffer=False) as file,
    ):
        for batch in file.iter_batches(batch_size=size, columns=columns):
            yield pl.DataFrame(pa.Table.from_batches([batch]))


def batch_size(width: int) -> int:
    """Return how many records of a table are looked at together: fewer where it is wider."""
    return max(_SMALLEST_BATCH, min(_LARGEST_BATCH, _BATCH_BYTES // (8 * width)))


def damaged(path: Path) -> InputError:
    """Return the error for a file that cannot be read as Parquet."""
    return InputError(
        f"'{path}' is a Parquet file but is damaged or uses a feature that cannot be read. "
        "Export or copy it again."
    )
