"""Delimited text: CSV and its relatives."""

from __future__ import annotations

import hashlib
from pathlib import Path

import narwhals as nw
import polars as pl

from covey.core.errors import InputError
from covey.core.request import ReadingRequest
from covey.core.table import Dialect, Origin, Table
from covey.reading.columns import decimal_mark, typed
from covey.reading.dialects import detect, without_separator_line
from covey.reading.encodings import to_utf8
from covey.reading.headers import check_names, check_records, refuse_numbers
from covey.reading.opening import load, refuse_other_formats
from covey.reading.structure import Structure, examine


def read_delimited(path: Path, reading: ReadingRequest) -> Table:
    """Read a delimited text file with a header.

    Every column is read as text first, kept as such for the release, and typed afterwards: no
    reader's guess from the first rows can change or refuse what stands in a later one.

    Parameters
    ----------
    path : Path
        The file.
    reading : ReadingRequest
        What the user states of its dialect; the rest is detected.
    """
    data = load(path)
    sha256 = hashlib.sha256(data).hexdigest()
    refuse_other_formats(path, data)
    data, encoding = to_utf8(data, reading.encoding, path=path)
    data = _with_line_feeds(data)
    data, reading = without_separator_line(data, reading)
    delimiter, quote = detect(data, reading)
    structure = examine(data, delimiter, quote, path=path)
    refuse_numbers(structure.header, path=path)  # first, because the next one quotes names
    check_names(structure.header, where=f"'{path}'")
    check_records(int(structure.is_record.sum()), where=f"'{path}'")
    text = _parse(data, structure, delimiter, quote, path)
    del data
    decimal = reading.decimal or decimal_mark(text, delimiter)
    columns = dict(zip(structure.header, (typed(column, decimal) for column in text), strict=True))
    frame = pl.DataFrame({name: values for name, (values, _) in columns.items()})
    return Table(
        nw.from_native(frame, eager_only=True),
        Origin(path.name, sha256, Dialect(delimiter, quote, decimal, encoding), path.resolve()),
        verbatim={
            name: nw.from_native(column.alias(name), series_only=True)
            for name, column in zip(structure.header, text, strict=True)
        },
        hints={name: hint for name, (_, hint) in columns.items() if hint},
    )


def _with_line_feeds(data: bytes) -> bytes:
    # Only the oldest Macintosh files end lines by a carriage return alone.
    return data if b"\n" in data else data.replace(b"\r", b"\n")


def _parse(
    data: bytes, structure: Structure, delimiter: str, quote: str, path: Path
) -> pl.DataFrame:
    try:
        text = pl.read_csv(
            data[structure.start :],
            has_header=True,
            separator=delimiter,
            quote_char=quote if structure.is_quoted else None,
            infer_schema=False,  # text; null where a field is empty, "" where it is quoted so
        )
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        # The cause may show values of the data.
        raise _malformed(path) from None
    if text.shape != (len(structure.is_record), len(structure.header)):
        raise _malformed(path)
    # Not the names of the file: polars takes one such as ^a.*$ for a pattern of names.
    text.columns = [f"c{position}" for position in range(text.width)]
    if not structure.is_record.all():
        text = text.filter(pl.Series(structure.is_record))
    return text


def _malformed(path: Path) -> InputError:
    return InputError(
        f"'{path}' cannot be split into records. Check its delimiters and quotes, and set "
        "'delimiter' and 'quote' if they were detected wrongly."
    )
