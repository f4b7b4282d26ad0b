"""Counting equal rows of a file as it was written, batch by batch: the last check of a release.

Nothing here knows groups, blocks or methods. A row is reduced to 64 bits, so that ten million of
them fit in little memory; where even these would not, one part of them is counted after another.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet as pq
from numpy.typing import NDArray

from covey.core.progress import Progress, part
from covey.core.table import Dialect
from covey.releasing.recount import Recount, UnreadableError
from covey.streaming.failures import LIBRARY_ERRORS, is_damage
from covey.streaming.pieces import utf8_chunks, whole_records
from covey.streaming.sources import parquet_batches

Digests = NDArray[np.uint64]

_BYTES_PER_RECORD = 32
"""While counting: its 64 bits, their sorted copy, and what the comparison of neighbours takes."""


def recount_in_batches(
    path: Path,
    dialect: Dialect | None,
    quasi: Sequence[str],
    *,
    n_expected: int,
    memory: int,
    progress: Progress,
) -> Recount:
    """Count the records of a file that agree in all quasi-identifiers.

    Parameters
    ----------
    path : Path
        The temporary that will become the release.
    dialect : Dialect or None
        Of a delimited file, whose fields are compared as text; none for Parquet.
    quasi : sequence of str
        Columns to compare.
    n_expected : int
        How many records there should be; decides in how many parts they are counted. If there are
        others, the count of classes is that of the first part only.
    memory : int
        Bytes that counting may take.
    progress : callable
        Told the share that is done.

    Raises
    ------
    UnreadableError
        If the bytes cannot be read so, or lack a column.
    """
    names = _names(path, dialect)
    absent = [name for name in quasi if name not in names]
    if absent:
        raise UnreadableError(f"lacks the quasi-identifier '{absent[0]}'")
    places = [names.index(name) for name in quasi]
    n_parts = 1 + n_expected * _BYTES_PER_RECORD // memory
    n_records, n_classes, smallest = 0, 0, n_expected
    for number in range(n_parts):
        share = part(progress, number / n_parts, (number + 1) / n_parts)
        found = [np.empty(0, dtype=np.uint64)]
        n_seen = 0
        for frame in _frames(path, dialect, names):
            digests = _digests(frame, places)
            found.append(digests[digests % np.uint64(n_parts) == number])
            n_seen += len(digests)
            share(n_seen / n_expected)
        sizes = _class_sizes(np.concatenate(found))
        n_records += int(sizes.sum())
        n_classes += len(sizes)
        smallest = int(sizes.min(initial=smallest))
        if n_seen != n_expected:  # condemned already; a forged number could ask for endless parts
            return Recount(tuple(names), n_seen, n_classes, smallest if n_seen else 0)
    return Recount(tuple(names), n_records, n_classes, smallest if n_records else 0)


def _names(path: Path, dialect: Dialect | None) -> list[str]:
    if dialect is None:
        try:
            return list(pq.ParquetFile(path).schema_arrow.names)
        except LIBRARY_ERRORS as error:
            if not is_damage(error):
                raise
            raise _no_parquet() from None
    first = next(_pieces(path, dialect), b"")
    text = io.StringIO(first.decode("utf-8"), newline="")
    try:
        names = next(csv.reader(text, delimiter=dialect.delimiter, quotechar=dialect.quote))
    except (csv.Error, StopIteration):
        raise _no_text() from None
    if len(set(names)) < len(names):
        raise UnreadableError("has two columns of the same name")
    return names


def _digests(frame: pl.DataFrame, places: list[int]) -> Digests:
    """Return 64 bits for each row; rows that agree in these columns have the same."""
    # Neutral names: polars would take one such as ^a.*$ for a pattern.
    columns = {f"q{i}": frame.to_series(place) for i, place in enumerate(places)}
    return pl.DataFrame(columns).hash_rows().to_numpy()


def _frames(path: Path, dialect: Dialect | None, names: list[str]) -> Iterator[pl.DataFrame]:
    if dialect is None:
        yield from parquet_batches(path, names, len(names), _no_parquet())
        return
    header, n_skipped = b"-\n", 1  # polars would take a name such as x^2 for compressed data
    for piece in _pieces(path, dialect):
        try:
            frame = pl.read_csv(
                header + piece,
                skip_lines=n_skipped,
                infer_schema=False,
                separator=dialect.delimiter,
                quote_char=dialect.quote,
            )
        except pl.exceptions.PolarsError:
            raise _no_text() from None
        if frame.width != len(names):
            raise _no_text()
        header = dialect.delimiter.join(f"c{i}" for i in range(len(names))).encode() + b"\n"
        n_skipped = 0
        yield frame


def _pieces(path: Path, dialect: Dialect) -> Iterator[bytes]:
    try:
        yield from whole_records(utf8_chunks(path, dialect.encoding), dialect.quote)
    except (UnicodeError, LookupError):
        # The cause may quote a record.
        raise _no_text() from None


def _no_parquet() -> UnreadableError:
    return UnreadableError("cannot be read as parquet")


def _no_text() -> UnreadableError:
    return UnreadableError("cannot be read as csv")


def _class_sizes(digests: Digests) -> NDArray[np.int64]:
    digests.sort()
    is_first = np.ones(len(digests), dtype=bool)
    np.not_equal(digests[1:], digests[:-1], out=is_first[1:])
    starts = np.flatnonzero(is_first)
    return np.diff(starts, append=len(digests))
