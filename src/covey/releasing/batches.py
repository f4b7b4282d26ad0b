"""Writing tables to a file, whole or batch by batch."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from covey.core.errors import OutputError
from covey.core.formulas import Formulas, FormulaTreatment
from covey.core.table import Dialect, Table
from covey.releasing.explaining import explained
from covey.releasing.formats import (
    FileFormat,
    count_formulas,
    csv_frame,
    csv_options,
    dialect_of,
    format_of,
    parquet_frame,
    unencodable,
)


class BatchWriter(AbstractContextManager["BatchWriter"]):
    """Appends tables of the same columns to one file.

    Delimited files take a column from ``table.verbatim`` where it is there, so that a code ``007``
    stays one; Parquet files take the typed values, unless these hold less than the text, as for the
    columns `as_text`. The order of columns is kept; the index of a pandas frame is not written. The
    suffix of the target, which error messages name, decides the format; the temporary is
    overwritten.
    """

    def __init__(
        self,
        temporary: Path,
        target: Path,
        as_text: frozenset[str] = frozenset(),
        formulas: FormulaTreatment = "keep",
    ) -> None:
        self.formulas = Formulas(formulas)
        self._temporary, self._target, self._as_text = temporary, target, as_text
        self._file: _TableFile | None = None

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            with explained(self._target):
                self._file.close()

    def write(self, table: Table) -> None:
        """Append the records of a table."""
        with explained(self._target):
            if self._file is None:
                dialect = dialect_of(table, self._target) or Dialect()
                shape = _Shape(dialect, self._as_text, self.formulas.treatment)
                self._file = _WRITERS[format_of(self._target)](self._temporary, shape)
            self._file.write(table)
            self.formulas = self.formulas.plus(count_formulas(table))


def write_table(
    table: Table, temporary: Path, target: Path, formulas: FormulaTreatment = "keep"
) -> None:
    """Write a table to a temporary in the format of the file that it will become."""
    with BatchWriter(temporary, target, table.as_text, formulas) as writer:
        writer.write(table)


@dataclass(frozen=True, slots=True)
class _Shape:
    """How a table is to look in its file; each format takes what concerns it."""

    dialect: Dialect
    as_text: frozenset[str]
    formulas: FormulaTreatment


class _TableFile(Protocol):
    """A file that takes one table after the other."""

    def write(self, table: Table) -> None: ...

    def close(self) -> None: ...


class _ParquetFile:
    def __init__(self, path: Path, shape: _Shape) -> None:
        self._path, self._as_text = path, shape.as_text
        self._writer: pq.ParquetWriter | None = None

    def write(self, table: Table) -> None:
        frame = parquet_frame(table, self._as_text)
        records: pa.Table = frame.to_arrow()
        if self._writer is None:
            # Fractions seldom repeat often enough within a batch for a dictionary to pay.
            coded = [name for name, dtype in frame.schema.items() if not dtype.is_float()]
            self._writer = pq.ParquetWriter(
                self._path, records.schema, compression="zstd", use_dictionary=coded
            )
        self._writer.write_table(records)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class _CsvFile:
    def __init__(self, path: Path, shape: _Shape) -> None:
        dialect = shape.dialect
        try:
            self._encoding = codecs.lookup(dialect.encoding).name
        except LookupError:
            raise OutputError(
                f"The encoding '{dialect.encoding}' is unknown. Write a .parquet file instead."
            ) from None
        self._dialect, self._formulas = dialect, shape.formulas
        self._encoder = codecs.getincrementalencoder(self._encoding)()
        self._is_begun = False
        self._file: IO[bytes] = path.open("wb")

    def write(self, table: Table) -> None:
        frame = csv_frame(table, self._dialect, self._formulas)
        options = csv_options(frame, self._dialect)
        text = frame.write_csv(include_header=not self._is_begun, **options)
        self._is_begun = True
        try:
            self._file.write(self._encoder.encode(text))
        except UnicodeEncodeError:
            raise unencodable(frame, self._dialect.encoding) from None

    def close(self) -> None:
        self._file.write(self._encoder.encode("", final=True))
        self._file.close()


_WRITERS: dict[FileFormat, Callable[[Path, _Shape], _TableFile]] = {
    "csv": _CsvFile,
    "parquet": _ParquetFile,
}
