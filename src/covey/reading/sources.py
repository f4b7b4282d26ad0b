"""Which reader takes a source, and how large the table in a file is before it is read."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from covey.core.declared import NOTHING_DECLARED, DeclaredColumns
from covey.core.errors import InputError
from covey.core.files import is_file
from covey.core.settings import ReadingRequest
from covey.core.table import Table
from covey.reading.dates import with_dates
from covey.reading.delimited import read_delimited
from covey.reading.dialects import DELIMITERS
from covey.reading.frames import read_frame
from covey.reading.opening import ends, suffix_of, text_chunks, text_size
from covey.reading.parquet import read_parquet

_DELIMITED = (".csv", ".tsv", ".txt", ".csv.gz", ".tsv.gz", ".txt.gz")
PARQUET = (".parquet", ".pq")

_READERS: dict[str, Callable[[Path, ReadingRequest], Table]] = {
    **dict.fromkeys(_DELIMITED, read_delimited),
    **dict.fromkeys(PARQUET, read_parquet),
}

_LOOKED_AT = 1 << 20


def read(
    source: Any,
    reading: ReadingRequest | None = None,
    declared: DeclaredColumns = NOTHING_DECLARED,
) -> Table:
    """Read a file, a frame or an array, without changing it; see `_READERS` for the files.

    The table has at least one record and one column; names are unique and not blank. What the
    request does not say of a delimited file is detected. Columns of text that are declared as dates
    are read as such, and an index of a declared name is a column.
    """
    if isinstance(source, str | os.PathLike):
        return with_dates(_read_file(Path(source), reading), declared.dates)
    return with_dates(read_frame(source, declared.names), declared.dates)


def _read_file(path: Path, reading: ReadingRequest | None) -> Table:
    _check_name(path)
    reader = _READERS.get(suffix_of(path))
    if reader is None:
        ends(path, 0)  # a folder, or a file that is not there, has no use for another suffix
        suffix = f"'{suffix_of(path)}'" if path.suffix else "none"
        raise InputError(
            f"A file is read by its suffix, one of {', '.join(_READERS)}; '{path}' has {suffix}. "
            "Rename it if it is one of these, or export the table in one of these formats."
        )
    return reader(path, reading or ReadingRequest())


def _check_name(path: Path) -> None:
    if "\0" in str(path):
        raise InputError(f"'{path}' has a NUL character in its name. Correct it.")
    if str(path) == "-":
        raise InputError(
            "Standard input is not supported: a table is read by the suffix of its file. Save "
            "it to one and name that."
        )
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError:
        shown = str(path).encode("utf-8", errors="replace").decode("utf-8")
        # The manifest and the report, both in UTF-8, name the input.
        raise InputError(f"The name of '{shown}' is not valid UTF-8. Rename the file.") from None


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a table; that of a delimited file is estimated from its first lines."""

    n_records: int
    n_columns: int
    n_bytes: int  # that its columns take in memory, once


def size_of(path: Path) -> Size | None:
    """Return the size of the table in a file; None if it cannot be read, or not in batches.

    The ordinary reader says what is wrong with a file that cannot be read.
    """
    measure = _SIZES.get(suffix_of(path))
    if measure is None or not is_file(path):
        return None
    try:
        return measure(path)
    except (OSError, InputError, pa.ArrowException):
        return None


def _of_parquet(path: Path) -> Size:
    file = pq.ParquetFile(path).metadata
    n_bytes = sum(file.row_group(i).total_byte_size for i in range(file.num_row_groups))
    return Size(file.num_rows, file.num_columns, n_bytes)


def _of_text(path: Path) -> Size:
    """Estimate the records of a delimited file, which in memory is kept as text besides."""
    sample = next(text_chunks(path, _LOOKED_AT), b"")
    lines = sample.count(b"\n") + sample.count(b"\r") * (b"\n" not in sample)
    size = text_size(path)
    header = sample.split(b"\n", 1)[0].decode("latin-1")
    n_columns = 1 + max(header.count(delimiter) for delimiter in DELIMITERS)
    return Size(size * lines // max(1, len(sample)), n_columns, 2 * size)


_SIZES: dict[str, Callable[[Path], Size]] = {
    **dict.fromkeys(_DELIMITED, _of_text),
    **dict.fromkeys(PARQUET, _of_parquet),
}
"""By suffix: the formats that are read in batches where a table does not fit into memory."""
