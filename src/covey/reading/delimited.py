"""Delimited text: CSV and its relatives."""

from __future__ import annotations

from pathlib import Path

import narwhals as nw
import numpy as np
import polars as pl

from covey.core.errors import InputError
from covey.core.settings import ReadingRequest
from covey.core.spelling import Setting
from covey.core.table import Dialect, Origin, Table
from covey.reading.columns import decimal_mark, typed
from covey.reading.dialects import detect, without_separator_line
from covey.reading.encodings import to_utf8
from covey.reading.headers import FirstLine, check_names, check_records, settle
from covey.reading.opening import load
from covey.reading.structure import Structure, TextPlace, examine


def read_delimited(path: Path, reading: ReadingRequest) -> Table:
    """Read a delimited text file, with a header unless the user says that it has none.

    Every column is read as text first, kept as such for the release, and typed afterwards: no
    reader's guess from the first rows can change or refuse what stands in a later one.
    """
    data, sha256 = load(path)
    data, encoding = to_utf8(data, reading.encoding, path=path)
    if b"\n" not in data:  # only the oldest Macintosh files end lines by a carriage return alone
        data = data.replace(b"\r", b"\n")
    return parse(data, reading, TextPlace(path)).read_from(sha256, encoding)


def parse(data: bytes, reading: ReadingRequest, place: TextPlace) -> Table:
    """Read delimited text: a whole file, or a piece of it with its header.

    It is UTF-8 without byte order mark, its lines ended by a line feed. What the user does not
    state of its dialect is detected.
    """
    path = place.path
    data, reading = without_separator_line(data, reading)
    delimiter, quote = detect(data, reading, path=path)
    structure = examine(data, delimiter, quote, place=place)
    line = settle(structure.fields, reading.header, path=path)
    check_names(line.names, where=f"'{path}'", is_sure=line.is_sure)
    check_records(int(structure.is_record.sum()) + line.is_record, where=f"'{path}'")
    text = _parse(data, structure, line, (delimiter, quote), path)
    del data
    decimal = reading.decimal or decimal_mark(text, delimiter)
    columns = dict(zip(line.names, (typed(column, decimal) for column in text), strict=True))
    frame = pl.DataFrame({name: values for name, (values, _) in columns.items()})
    line.refuse_recurring(text, frame, path=path)  # before any message that shows a name
    return Table(
        nw.from_native(frame, eager_only=True),
        Origin(path.name, None, Dialect(delimiter, quote, decimal), path.resolve()),
        verbatim={
            name: nw.from_native(column.alias(name), series_only=True)
            for name, column in zip(line.names, text, strict=True)
        },
        hints={name: hint for name, (_, hint) in columns.items() if hint},
    )


def _parse(
    data: bytes, structure: Structure, line: FirstLine, marks: tuple[str, str], path: Path
) -> pl.DataFrame:
    delimiter, quote = marks
    is_record = structure.is_record
    if line.is_record:
        is_record = np.concatenate(([True], is_record))
    data = data[structure.start :]
    # To polars, "x^" is the beginning of compressed data; behind a line of our own it is text.
    is_mistakable = data.startswith(b"x")
    try:
        text = pl.read_csv(
            b"-\n" + data if is_mistakable else data,
            skip_lines=int(is_mistakable),
            has_header=not line.is_record,
            separator=delimiter,
            quote_char=quote if structure.is_quoted else None,
            infer_schema=False,  # text; null where a field is empty, "" where it is quoted so
        )
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        # The cause may show values of the data.
        raise _malformed(path) from None
    if text.shape != (len(is_record), len(line.names)):
        raise _malformed(path)
    # Not the names of the file: polars takes one such as ^a.*$ for a pattern of names.
    text.columns = [f"c{position}" for position in range(text.width)]
    if not is_record.all():
        text = text.filter(pl.Series(is_record))
    return text


def _malformed(path: Path) -> InputError:
    return InputError(
        f"'{path}' cannot be split into records. Check its delimiters and quotes, and set ",
        Setting("delimiter"),
        " and ",
        Setting("quote"),
        " if they were detected wrongly.",
    )
