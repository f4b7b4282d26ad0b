"""The order of released rows: that of their own values, so that it tells nothing of the input's."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np
import polars as pl
from numpy.typing import NDArray

from covey.core.table import Table
from covey.releasing.formats import to_polars


def row_order(table: Table, quasi: Iterable[str]) -> NDArray[np.intp]:
    """Return the rows of a table in the order of their values; see `sort_keys`.

    Rows that tie are the same in every released column, so their order shows nowhere.
    """
    keys = sort_keys(table, quasi)
    if keys.width == 0:
        return np.arange(table.n_records)
    return keys.select(pl.arg_sort_by(keys.columns, nulls_last=True)).to_series().to_numpy()


def sort_keys(table: Table, quasi: Iterable[str]) -> pl.DataFrame:
    """Return the columns by which rows are sorted, the first one first; gaps, never NaN, are last.

    Quasi-identifiers come first, then the other columns as they stand in the table. Then come the
    texts of those that a delimited file writes as the input did, and last a number for the zeros
    and gaps of floats: ``1.0`` and ``1.00`` are one number, as 0 and −0 are, and only this can put
    them in an order that is not the input's.
    """
    first = tuple(quasi)
    names = (*first, *(name for name in table.names if name not in first))
    columns = [to_polars(table.frame.get_column(name)) for name in names]
    columns += [to_polars(table.verbatim[name]) for name in names if name in table.verbatim]
    columns = [column for column in columns if column.dtype not in (pl.Object, pl.Null)]
    floats = [column for column in columns if column.dtype.is_float()]
    keys = [*map(_key, columns), *([_marks(floats)] if floats else [])]
    return pl.DataFrame([key.alias(f"k{i}") for i, key in enumerate(keys)])


def _key(column: pl.Series) -> pl.Series:
    """Return a column in a form whose order depends on its values alone."""
    dtype = column.dtype
    if dtype.is_float():
        return column.fill_nan(None)  # a delimited file shows the same empty field for both
    if dtype in (pl.Categorical, pl.Enum):
        return column.cast(pl.String)  # categories are numbered as they first occur
    if dtype.is_temporal():
        return column.to_physical()
    if dtype.is_nested():
        return _digests(column)  # lists and structs have no usual order
    return column


def _digests(column: pl.Series) -> pl.Series:
    """Return a number for each value that depends on all of it, the signs of zeros included."""
    texts = [None if value is None else repr(value) for value in column.to_list()]
    digests = [None if text is None else _digest(text) for text in texts]
    return pl.Series(digests, dtype=pl.UInt64)


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def _marks(columns: Iterable[pl.Series]) -> pl.Series:
    """Return a number for each row that tells −0 from 0, and NaN from no value at all."""
    marks = np.zeros(1, dtype=np.uint64)
    for column in columns:
        values = column.fill_null(0.0).to_numpy()
        kinds = np.where(values == 0.0, np.signbit(values) + 1, 0) + 3 * np.isnan(values)
        kinds = np.where(column.is_null().to_numpy(), 4, kinds).astype(np.uint64)
        marks = marks * np.uint64(5) + kinds
    return pl.Series(marks)
