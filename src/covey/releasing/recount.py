"""Reading a released file back from its bytes and counting equal rows in it.

Nothing here knows groups, blocks or methods. Rows are compared value by value, batch by batch, so
that a file of any size can be counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from covey.core.progress import Progress, part, quiet
from covey.core.records import CHUNK, as_utf8, chunks_of, whole_records
from covey.core.table import Dialect
from covey.releasing.formats import FileFormat

_ROWS = 65_536
_PLENTY = 1 << 40
_MOST_PARTS = 1024


class UnreadableError(Exception):
    """The file is not what its description says. The text ends a sentence that names the file."""


@dataclass(frozen=True, slots=True)
class Recount:
    """What a file's own bytes show."""

    columns: tuple[str, ...]
    n_records: int
    n_classes: int  # distinct combinations of the columns counted
    smallest_class: int  # records in the rarest of them; 0 without records
    below_k: int = 0  # records in classes of fewer than k
    unique: int = 0  # records that are alone in their class


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file's bytes in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def recount(
    path: Path,
    file_format: FileFormat,
    dialect: Dialect | None,
    counted: Sequence[str],
    *,
    k: int = 2,
    memory: int | None = None,
    chunk: int = CHUNK,
    progress: Progress = quiet,
) -> Recount:
    """Count the records of a file that agree in all of some columns.

    In delimited files fields are compared as text: whoever reads the file can tell ``1.0`` from
    ``1.00``, so they do not count as equal. Where the distinct combinations would take more memory
    than there is, the file is read several times, and each time a part of them is counted.
    """
    file = _READERS[file_format](path, dialect or Dialect(), chunk)
    absent = [name for name in counted if name not in file.names]
    if absent:
        raise UnreadableError(f"lacks the column '{absent[0]}'")
    places = [file.names.index(name) for name in counted]
    n_parts = 1
    while True:
        try:
            classes = _count_parts(file, places, n_parts, memory or _PLENTY, progress)
        except _TooManyError:
            n_parts *= 2
            if n_parts == _MOST_PARTS:
                memory = None  # a file of next to nothing but distinct records
            continue
        sizes = classes.get_column("n")
        smallest = int(sizes.min() or 0) if len(sizes) else 0  # type: ignore[arg-type]
        below, alone = (int(sizes.filter(sizes < least).sum()) for least in (k, 2))
        return Recount(file.names, int(sizes.sum()), len(sizes), smallest, below, alone)


class _TooManyError(Exception):
    """The distinct combinations take more memory than there is."""


def _count_parts(
    file: _Parquet | _Delimited, places: list[int], n_parts: int, memory: int, progress: Progress
) -> pl.DataFrame:
    """Return the sizes of all classes, counted in so many passes over the file."""
    sizes = []
    for number in range(n_parts):
        share = part(progress, number / n_parts, (number + 1) / n_parts)
        known = _Classes(memory)
        for frame, done in file.frames():
            rows = _rows(frame, places)
            if n_parts > 1:
                # The hash decides only in which pass a row is counted.
                rows = rows.filter(rows.hash_rows() % n_parts == number)
            known.add(rows)
            share(done)
        sizes.append(known.counted().select("n"))
    return pl.concat(sizes)


def _rows(frame: pl.DataFrame, places: list[int]) -> pl.DataFrame:
    # Neutral names: polars would take one such as ^a.*$ for a pattern.
    return pl.DataFrame([frame.to_series(place).alias(f"q{i}") for i, place in enumerate(places)])


class _Classes:
    """How often each combination of values has occurred so far.

    A missing value equals another missing value, as NaN equals NaN: to an intruder who sees the
    file they look the same.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._frames: list[pl.DataFrame] = []
        self._n_waiting = 0

    def add(self, rows: pl.DataFrame) -> None:
        """Take in the rows of a batch."""
        counted = rows.group_by(rows.columns).agg(pl.len().cast(pl.Int64).alias("n"))
        self._frames.append(counted)
        self._n_waiting += counted.height
        if self._n_waiting > max(_ROWS, self._frames[0].height):
            self.counted()

    def counted(self) -> pl.DataFrame:
        """Return the combinations and their counts, each combination once."""
        if len(self._frames) > 1:
            whole = pl.concat(self._frames)
            keys = [name for name in whole.columns if name != "n"]
            self._frames = [whole.group_by(keys).agg(pl.col("n").sum())]
        self._n_waiting = 0
        if not self._frames:
            return pl.DataFrame({"n": []}, schema={"n": pl.Int64})
        if self._frames[0].estimated_size() > self._memory:
            raise _TooManyError
        return self._frames[0]


class _Parquet:
    """A Parquet file as its bytes show it."""

    def __init__(self, path: Path, _dialect: Dialect, _chunk: int) -> None:
        self._path = path
        try:
            with pq.ParquetFile(path) as file:
                self.names = tuple(file.schema_arrow.names)
        except (pa.ArrowException, OSError) as error:
            raise _unreadable(error, "parquet") from None

    def frames(self) -> Iterator[tuple[pl.DataFrame, float]]:
        """Yield batches of all columns, and the share of the file up to each."""
        try:
            with pq.ParquetFile(self._path, pre_buffer=False) as file:
                total, done = max(1, file.metadata.num_rows), 0
                for batch in file.iter_batches(_ROWS):
                    done += batch.num_rows
                    yield pl.DataFrame(pa.Table.from_batches([batch])), done / total
        except (pa.ArrowException, pl.exceptions.PolarsError, OSError) as error:
            raise _unreadable(error, "parquet") from None


class _Delimited:
    """A delimited file as its bytes show it; every field is text."""

    def __init__(self, path: Path, dialect: Dialect, chunk: int) -> None:
        self._path, self._dialect, self._chunk = path, dialect, chunk
        self.names: tuple[str, ...] = ()
        first = next(iter(self._pieces()), None)
        if first is None:
            raise UnreadableError("cannot be read as csv")
        header = self._parse(first, n_rows=1)
        self.names = tuple("" if name is None else str(name) for name in header.row(0))
        if len(set(self.names)) < len(self.names):
            raise UnreadableError("has two columns of the same name")

    def frames(self) -> Iterator[tuple[pl.DataFrame, float]]:
        """Yield batches of all columns, and the share of the file up to each."""
        total, done, is_first = max(1, self._path.stat().st_size), 0, True
        for piece in self._pieces():
            frame = self._parse(piece)
            done += len(piece)
            yield frame.slice(1) if is_first else frame, min(1.0, done / total)
            is_first = False

    def _pieces(self) -> Iterable[bytes]:
        try:
            text = as_utf8(chunks_of(self._path, self._chunk), self._dialect.encoding)
            yield from whole_records(text, self._dialect.quote)
        except (UnicodeError, LookupError, ValueError):
            # The cause may quote a record.
            raise UnreadableError("cannot be read as csv") from None

    def _parse(self, piece: bytes, n_rows: int | None = None) -> pl.DataFrame:
        try:
            frame = pl.read_csv(
                b"-\n" + piece,  # polars takes "x^" for the beginning of compressed data
                skip_lines=1,
                has_header=False,
                n_rows=n_rows,
                infer_schema=False,
                separator=self._dialect.delimiter,
                quote_char=self._dialect.quote,
            )
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
            raise UnreadableError("cannot be read as csv") from None
        if self.names and frame.width != len(self.names):
            raise UnreadableError("cannot be read as csv")
        return frame


_READERS: dict[FileFormat, Callable[[Path, Dialect, int], _Parquet | _Delimited]] = {
    "csv": _Delimited,
    "parquet": _Parquet,
}


def _unreadable(error: BaseException, what: str) -> BaseException:
    """Return an error of the operating system as it is, any other as one of the file's content."""
    if getattr(error, "errno", None) is not None:
        return error
    return UnreadableError(f"cannot be read as {what}")
