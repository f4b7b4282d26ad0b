"""From a delimited file of any size to a Parquet file of its text.

Pieces of whole records go through the ordinary reader one by one, with the header before each, so
that what it accepts and what it refuses is the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq

from covey.core.errors import InputError
from covey.core.progress import Progress, Stages, part, quiet
from covey.core.records import whole_records
from covey.core.request import Header, ReadingRequest
from covey.core.table import Dialect, Origin, Table
from covey.engines.spill import Spill
from covey.reading.delimited import read_delimited
from covey.reading.dialects import detect, without_separator_line
from covey.reading.encodings import to_utf8
from covey.reading.opening import beginning, empty, refuse_other_formats
from covey.streaming.columns import Columns, decimal_of
from covey.streaming.failures import reading_input
from covey.streaming.pieces import Bytes, scan_bytes, utf8_chunks
from covey.streaming.sources import TextSource

TEXT = "text.parquet"
_PIECE = "piece.csv"
_SAMPLE = 1 << 16
"""Bytes that a dialect is told from, and that a piece has at least."""

_KINDS: dict[str, pl.DataType] = {
    "integer": pl.Int64(),
    "decimal": pl.Float64(),
    "text": pl.String(),
}
_LINE = re.compile(r"^Line ([\d,]+) of ")
_SCANNED, _EXAMINED = 0.1, 0.2
"""Shares of the time after the bytes were scanned, and after the text was."""


def convert(path: Path, reading: ReadingRequest, spill: Spill, stages: Stages) -> dict[str, Any]:
    """Convert a delimited file; return what `reopen` needs to know of it.

    Parameters
    ----------
    path : Path
        The file.
    reading : ReadingRequest
        What the user states of its dialect; the rest is detected, the decimal mark from the first
        piece.
    spill : Spill
        Where the Parquet file goes.
    stages : callable
        Told of stages and progress.
    """
    first = beginning(path, 8)
    if not first:
        raise empty(path)
    refuse_other_formats(path, first)
    progress = stages("Reading the delimited file")
    with reading_input(path):
        found = scan_bytes(path, part(progress, 0.0, _SCANNED))
    encoding = _encoding(path, reading, found)
    script = _examine(path, encoding, found.sha256, reading)
    progress(_EXAMINED)
    columns = Columns()
    share = part(progress, _EXAMINED, 1.0)
    chunks = _text(path, encoding, found.sha256, share, is_returns=script.is_returns)
    writer: pq.ParquetWriter | None = None
    try:
        for table in _tables(path, chunks, script, spill):
            columns.add(table)
            text = pl.DataFrame(
                {str(i): table.verbatim[name].to_polars() for i, name in enumerate(table.names)}
            ).to_arrow()
            if writer is None:
                file = spill.create(TEXT)
                writer = pq.ParquetWriter(
                    file, text.schema, compression="lz4", use_dictionary=False
                )
                script.decimal = decimal_of(table)
            writer.write_table(text)
    finally:
        if writer is not None:
            writer.close()
    dialect = Dialect(script.delimiter, script.quote, script.decimal or ".", encoding)
    return {"sha256": found.sha256, "dialect": dialect.to_dict(), **columns.to_dict()}


def reopen(found: dict[str, Any], path: Path, spill: Spill) -> TextSource:
    """Return the converted file as a source."""
    origin = Origin(path.name, found["sha256"], Dialect(**found["dialect"]), path.resolve())
    return TextSource(
        spill.path(TEXT),
        origin,
        {name: _KINDS[kind] for name, kind in found["kinds"].items()},
        int(found["n_records"]),
        found["hints"],
        frozenset(found["as_text"]),
    )


@dataclass(slots=True)
class _Script:
    """How the file is written."""

    delimiter: str
    quote: str
    decimal: str | None
    is_quoted: bool
    is_returns: bool
    """Lines end by a carriage return alone."""

    names: Header | None
    """Whether the next piece begins with names, as the user says."""

    def reading(self) -> ReadingRequest:
        return ReadingRequest.of(
            {
                "delimiter": self.delimiter,
                "quote": self.quote,
                "decimal": self.decimal,
                "encoding": "utf-8",
                "header": self.names,
            }
        )

    def header(self, names: tuple[str, ...]) -> bytes:
        """Return a first line; it is quoted where fields are, so that stray quotes are refused."""
        quote = self.quote
        written = (
            [f"{quote}{name.replace(quote, 2 * quote)}{quote}" for name in names]
            if self.is_quoted
            else names
        )
        return (self.delimiter.join(written) + "\n").encode("utf-8")


def _encoding(path: Path, reading: ReadingRequest, found: Bytes) -> str:
    if reading.encoding is None:
        return found.encoding
    try:
        probe = "a\n".encode(reading.encoding)
    except (LookupError, ValueError):
        probe = b""
    _, name = to_utf8(probe, reading.encoding, path=path)  # refuses what is no encoding
    if name.startswith(("utf-16", "utf-32")) and not found.has_zero:
        raise _undecodable(path, name)
    return found.encoding if (name, found.encoding) == ("utf-8", "utf-8-sig") else name


def _examine(path: Path, encoding: str, sha256: str, reading: ReadingRequest) -> _Script:
    """Go through the text once for what only all of it tells."""
    chunks = _text(path, encoding, sha256)
    first = b""
    while len(first) < _SAMPLE and (chunk := next(chunks, b"")):
        first += chunk
    has_line_feed = b"\n" in first
    sample = first if has_line_feed else first.replace(b"\r", b"\n")
    sample, stated = without_separator_line(sample, reading)
    delimiter, quote = detect(sample, stated)
    openings = [f"{before}{quote}".encode() for before in ("\n", "\r", delimiter)]
    is_quoted = sample.startswith(quote.encode()) or any(one in first for one in openings)
    last = first[-1:]
    for chunk in chunks:
        has_line_feed = has_line_feed or b"\n" in chunk
        is_quoted = is_quoted or any(one in last + chunk for one in openings)
        last = chunk[-1:]
    return _Script(delimiter, quote, reading.decimal, is_quoted, not has_line_feed, reading.header)


def _text(
    path: Path, encoding: str, sha256: str, progress: Progress = quiet, *, is_returns: bool = False
) -> Iterator[bytes]:
    """Go through the text as UTF-8 with line feeds."""
    try:
        with reading_input(path):
            for chunk in utf8_chunks(path, encoding, progress, sha256=sha256):
                if b"\0" in chunk:
                    raise _not_text(path)
                yield chunk.replace(b"\r", b"\n") if is_returns else chunk
    except UnicodeError:
        # The cause would show bytes of the data.
        raise _undecodable(path, encoding) from None


def _tables(path: Path, chunks: Iterator[bytes], script: _Script, spill: Spill) -> Iterator[Table]:
    """Read piece after piece; the first one has the header."""
    header, n_lines, waiting = b"", 0, b""
    for piece in whole_records(chunks, script.quote if script.is_quoted else None):
        waiting += piece
        if len(waiting) >= _SAMPLE:
            yield (table := _table(path, header, waiting, n_lines, script, spill))
            header = header or script.header(table.names)
            if script.names == "no":
                script.names = "yes"  # those that stand before each further piece
            n_lines += waiting.count(b"\n")
            waiting = b""
    if waiting.strip() or not header:
        yield _table(path, header, waiting, n_lines, script, spill)
    spill.path(_PIECE).unlink(missing_ok=True)


def _table(
    path: Path, header: bytes, piece: bytes, n_lines: int, script: _Script, spill: Spill
) -> Table:
    """Read a piece that so many lines of the file lie before."""
    file = spill.create(_PIECE)
    file.write_bytes(header + piece)
    try:
        return read_delimited(file, script.reading())
    except InputError as error:
        shift = n_lines - header.count(b"\n")
        parts = [
            _placed(part, file, path, shift) if isinstance(part, str) else part
            for part in error.args
        ]
        raise InputError(*parts) from None


def _placed(message: str, piece: Path, path: Path, shift: int) -> str:
    """Return what the reader says of a piece as it is true of the file."""
    message = message.replace(f"'{piece}'", f"'{path}'")
    return _LINE.sub(lambda found: f"Line {int(found[1].replace(',', '')) + shift:,} of ", message)


def _not_text(path: Path) -> InputError:
    return InputError(
        f"'{path}' holds NUL bytes: it is not a text file, or its encoding is UTF-16. Export the "
        "table as CSV in UTF-8, or set 'encoding', for instance to utf-16-le."
    )


def _undecodable(path: Path, name: str) -> InputError:
    return InputError(
        f"'{path}' cannot be decoded as {name}: it is damaged or written in another encoding. "
        "Leave 'encoding' out to have it detected, or set it to the right one, such as utf-8 or "
        "cp1252."
    )
