"""Reading a released file back from its bytes and counting equal rows in it."""

from __future__ import annotations

import codecs
import csv
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from covey.core.table import Dialect
from covey.releasing.formats import FileFormat
from covey.releasing.guarantee import class_sizes


class UnreadableError(Exception):
    """The file is not what its description says. The text ends a sentence that names the file."""


@dataclass(frozen=True, slots=True)
class Recount:
    """What a file's own bytes show.

    Parameters
    ----------
    columns : tuple of str
        Names, in order.
    n_records : int
        Number of rows.
    n_classes : int
        Number of distinct combinations of the quasi-identifiers.
    smallest_class : int
        Records in the rarest combination; 0 without records.
    """

    columns: tuple[str, ...]
    n_records: int
    n_classes: int
    smallest_class: int


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def recount(
    path: Path, file_format: FileFormat, dialect: Dialect | None, quasi: Iterable[str]
) -> Recount:
    """Read a file and count the records that agree in all quasi-identifiers.

    In delimited files fields are compared as text: whoever reads the file can tell ``1.0`` from
    ``1.00``, so they do not count as equal.

    Parameters
    ----------
    path : Path
        The file, or the temporary that will become it.
    file_format : {"csv", "parquet"}
        As the manifest has it.
    dialect : Dialect or None
        Of a delimited file.
    quasi : iterable of str
        Columns to compare.

    Raises
    ------
    UnreadableError
        If the bytes cannot be read so, or lack a column.
    """
    try:
        if file_format == "parquet":
            frame = pl.read_parquet(path.absolute(), glob=False)
        else:
            frame = _read_csv(path, dialect or Dialect())
    except (pl.exceptions.PolarsError, csv.Error, ValueError, LookupError, StopIteration):
        # ValueError covers bytes that the encoding does not know. The cause may quote a record.
        raise UnreadableError(f"cannot be read as {file_format}") from None
    absent = [name for name in quasi if name not in frame.columns]
    if absent:
        raise UnreadableError(f"lacks the quasi-identifier '{absent[0]}'")
    sizes = class_sizes([frame.get_column(name) for name in quasi]).to_list()
    return Recount(tuple(frame.columns), frame.height, len(sizes), min(sizes, default=0))


def _read_csv(path: Path, dialect: Dialect) -> pl.DataFrame:
    """Read every field as text."""
    header = _read_header(path, dialect)
    if len(set(header)) < len(header):
        raise UnreadableError("has two columns of the same name")
    is_utf8 = codecs.lookup(dialect.encoding).name in ("utf-8", "utf-8-sig")
    source: Path | bytes = path.absolute()
    if not is_utf8:
        source = path.read_bytes().decode(dialect.encoding).encode("utf-8")
    # polars takes "x^" for the beginning of compressed data, so a line is put before it.
    is_mistakable = header[0].startswith("x")
    if is_mistakable:
        source = b"-\n" + (source if isinstance(source, bytes) else path.read_bytes())
    frame = pl.read_csv(
        source,
        skip_lines=int(is_mistakable),
        infer_schema=False,
        separator=dialect.delimiter,
        quote_char=dialect.quote,
        glob=False,
    )
    # polars keeps doubled quotes in a header, so the names come from elsewhere.
    frame.columns = header
    return frame


def _read_header(path: Path, dialect: Dialect) -> list[str]:
    # utf-8-sig reads UTF-8 with and without the mark.
    is_utf8 = codecs.lookup(dialect.encoding).name == "utf-8"
    encoding = "utf-8-sig" if is_utf8 else dialect.encoding
    with path.open(encoding=encoding, newline="") as file:
        return next(csv.reader(file, delimiter=dialect.delimiter, quotechar=dialect.quote))
