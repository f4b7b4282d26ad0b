"""What a data set holds, whichever way it was written: one form, and the checksum of it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl


def canonical(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame in the one form that every source of a data set is brought to.

    Whole numbers become 64-bit integers even where a source writes them as ``12.0``; text loses
    blanks around it.
    """
    return frame.select([_canonical_column(frame.get_column(name)) for name in frame.columns])


def _canonical_column(column: pl.Series) -> pl.Series:
    import polars as pl

    if not column.dtype.is_numeric():
        return column.cast(pl.String).str.strip_chars()
    numbers = column.cast(pl.Float64)
    is_whole = (numbers == numbers.round()) & (numbers.abs() < 2.0**53)
    return numbers.cast(pl.Int64) if bool(is_whole.all(ignore_nulls=False)) else numbers


def content_sha256(frame: pl.DataFrame) -> str:
    """Return the SHA-256 of a frame's names and values, whatever file they came from.

    Numbers enter as little-endian doubles, text as UTF-8 with a zero byte after each value.
    """
    import polars as pl

    digest = hashlib.sha256()
    for column in canonical(frame):
        digest.update(column.name.encode() + b"\0")
        if column.dtype.is_numeric():
            numbers = column.cast(pl.Float64).fill_null(float("nan")).to_numpy()
            digest.update(numbers.astype("<f8").tobytes())
        else:
            digest.update(b"".join((text or "").encode() + b"\0" for text in column.to_list()))
    return digest.hexdigest()
