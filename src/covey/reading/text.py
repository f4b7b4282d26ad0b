"""Delimited files of any size: a source over a Parquet file of their text.

Pieces of whole records are parsed one by one, with the header before each, so that what is accepted
and what is refused is the same as for a file that is read as a whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import narwhals as nw
import polars as pl
import pyarrow.parquet as pq

from covey.core.progress import Progress, Stages, part, quiet
from covey.core.records import CHUNK, as_utf8, whole_records
from covey.core.refusals import damaged_temporary
from covey.core.settings import Header, ReadingRequest
from covey.core.source import SourceFacts
from covey.core.table import Dialect, Origin, Table
from covey.reading import encodings, opening
from covey.reading.columns import PieceKinds, decimal_of, known_text, typed
from covey.reading.dates import DateForms, Form, dates_of
from covey.reading.delimited import parse
from covey.reading.dialects import detect, without_separator_line
from covey.reading.parquet import batch_size, parquet_batches
from covey.reading.structure import TextPlace

TEXT = "text.parquet"
PIECE = 1 << 16  # bytes that a dialect is told from, and that a piece has at least
_NUMBERS = {"integer": pl.Int64(), "decimal": pl.Float64()}
_SCANNED, _EXAMINED = 0.1, 0.2
"""Shares of the time after the bytes were scanned, and after the text was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSource(SourceFacts):
    """A delimited file, converted to a Parquet file of text; each column has one kind throughout.

    The columns of the Parquet file are named by their positions.
    """

    path: Path  # of the Parquet file; the origin is the delimited one
    dates: Mapping[str, Form]  # how those of a column are written

    def batches(self, names: Iterable[str] | None = None) -> Iterator[Table]:
        """Go through some columns, each with its text beside its values."""
        wanted = set(self.names if names is None else names)
        stored = {name: str(i) for i, name in enumerate(self.names) if name in wanted}
        size = batch_size(len(self.names))
        damage = damaged_temporary(self.path)
        for frame in parquet_batches(self.path, list(stored.values()), size, damage):
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
        if self.kinds[name] == "text":
            return known_text(text)
        if name in self.dates:
            return dates_of(known_text(text), self.dates[name])
        values, _ = typed(text, decimal_of(self.origin))
        return values.cast(_NUMBERS[self.kinds[name]])


def convert(
    path: Path,
    reading: ReadingRequest,
    create: Callable[[str], Path],
    stages: Stages,
    *,
    dates: frozenset[str] = frozenset(),
    piece: int = PIECE,
    chunk: int = CHUNK,
) -> dict[str, Any]:
    """Convert a delimited file; return what `reopen` needs to know of it.

    What the user does not state of its dialect is detected, the decimal mark from the first piece.
    ``create`` makes an empty temporary file of a given name, where the Parquet file goes. Texts in
    the columns ``dates`` are read as such. The
    dialect is told from ``piece`` bytes, which are also parsed together at least; ``chunk`` bytes
    are read at once.
    """
    opening.check_beginning(path, opening.beginning(path, 8))
    progress = stages("Reading the delimited file")
    content = hashlib.sha256()
    with opening.reading_input(path):
        signs = encodings.detect(
            opening.hashed_chunks(path, chunk, content, part(progress, 0.0, _SCANNED))
        )
    sha256 = content.hexdigest()
    text = _Text(path, signs.settle(reading.encoding, path=path), sha256, chunk)
    script = _examine(text, reading, piece)
    progress(_EXAMINED)
    columns, forms = PieceKinds(), DateForms(dates)
    chunks = text.chunks(part(progress, _EXAMINED, 1.0), is_returns=script.is_returns)
    writer: pq.ParquetWriter | None = None
    try:
        for table in _tables(path, chunks, script, piece):
            columns.add(table)
            forms.add(table)
            fields = pl.DataFrame(
                {str(i): table.verbatim[name].to_polars() for i, name in enumerate(table.names)}
            ).to_arrow()
            if writer is None:
                file = create(TEXT)
                writer = pq.ParquetWriter(
                    file, fields.schema, compression="lz4", use_dictionary=False
                )
                script.decimal = decimal_of(table.origin)
            writer.write_table(fields)
    finally:
        if writer is not None:
            writer.close()
    dialect = Dialect(script.delimiter, script.quote, script.decimal or ".", text.encoding)
    facts = forms.settle(columns.to_dict())
    return {"sha256": sha256, "dialect": dialect.to_dict(), **facts}


def reopen(found: dict[str, Any], path: Path, file: Path) -> TextSource:
    """Return the converted file as a source."""
    return TextSource(
        origin=Origin(path.name, found["sha256"], Dialect(**found["dialect"]), path.resolve()),
        kinds=found["kinds"],
        n_records=int(found["n_records"]),
        hints=found["hints"],
        as_text=frozenset(found["as_text"]),
        path=file,
        dates=found["dates"],
    )


@dataclass(slots=True)
class _Script:
    """How the file is written."""

    delimiter: str
    quote: str
    decimal: str | None
    is_quoted: bool
    is_returns: bool  # lines end by a carriage return alone
    names: Header | None  # whether the next piece begins with names, as the user says

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


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of a file, which can be gone through as often as wanted."""

    path: Path
    encoding: str
    sha256: str
    chunk: int

    def chunks(self, progress: Progress = quiet, *, is_returns: bool = False) -> Iterator[bytes]:
        """Go through the text as UTF-8 with line feeds; refuse bytes that are not as they were."""
        path, content = self.path, hashlib.sha256()
        own = opening.hashed_chunks(path, self.chunk, content, progress)
        try:
            with opening.reading_input(path):
                for chunk in as_utf8(own, self.encoding):
                    if b"\0" in chunk:
                        raise encodings.not_text(path)
                    yield chunk.replace(b"\r", b"\n") if is_returns else chunk
        except UnicodeError:
            # The cause would show bytes of the data.
            raise encodings.undecodable(path, self.encoding) from None
        if content.hexdigest() != self.sha256:
            raise opening.changed(path)


def _examine(text: _Text, reading: ReadingRequest, n_bytes: int) -> _Script:
    """Go through the text once for what only all of it tells; its first bytes tell the dialect."""
    chunks = text.chunks()
    first = b""
    while len(first) < n_bytes and (chunk := next(chunks, b"")):
        first += chunk
    has_line_feed = b"\n" in first
    sample = first if has_line_feed else first.replace(b"\r", b"\n")
    sample, stated = without_separator_line(sample, reading)
    delimiter, quote = detect(sample, stated, path=text.path)
    openings = [f"{before}{quote}".encode() for before in ("\n", "\r", delimiter)]
    is_quoted = sample.startswith(quote.encode()) or any(one in first for one in openings)
    last = first[-1:]
    for chunk in chunks:
        has_line_feed = has_line_feed or b"\n" in chunk
        is_quoted = is_quoted or any(one in last + chunk for one in openings)
        last = chunk[-1:]
    return _Script(delimiter, quote, reading.decimal, is_quoted, not has_line_feed, reading.header)


def _tables(path: Path, chunks: Iterator[bytes], script: _Script, size: int) -> Iterator[Table]:
    """Read piece after piece, each of at least a size; the first one has the header."""
    header, n_lines, waiting = b"", 0, b""
    for piece in whole_records(chunks, script.quote if script.is_quoted else None):
        waiting += piece
        if len(waiting) >= size:
            yield (table := _table(path, header, waiting, n_lines, script))
            header = header or script.header(table.names)
            if script.names == "no":
                script.names = "yes"  # those that stand before each further piece
            n_lines += waiting.count(b"\n")
            waiting = b""
    if waiting.strip() or not header:
        yield _table(path, header, waiting, n_lines, script)


def _table(path: Path, header: bytes, piece: bytes, n_lines: int, script: _Script) -> Table:
    """Read a piece that so many lines of the file lie before."""
    place = TextPlace(path, n_lines - header.count(b"\n"))
    return parse(header + piece, script.reading(), place)
