"""Frames and arrays in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from covey.core.errors import InputError
from covey.core.table import Origin, Table
from covey.reading.arrow_types import check_dates, check_types, hints_of_types, without_views
from covey.reading.headers import check_names, check_records
from covey.reading.stripping import stripped, with_index

_ZONE = "its time zone is not supported in pandas; convert it with .dt.tz_convert('UTC') first"
_DATES = "it holds dates as objects; convert it with pd.to_datetime first"
_SUPPORTED = "a file name, a pandas, polars or pyarrow table, or a two-dimensional array of numbers"


def read_frame(source: Any, named: Collection[str] = ()) -> Table:
    """Read a frame of pandas, polars or pyarrow, an array or rows of numbers, without changing it.

    Columns of an array are named x0, x1, … An index of pandas is a column if it is among the
    names that the request has for columns; any other is left out, and the table says so.
    """
    if isinstance(source, pa.RecordBatch):
        source = pa.Table.from_batches([source])  # narwhals knows tables only
    try:
        frame = nw.from_native(source, pass_through=True, allow_series=True)
    except nw.exceptions.DuplicateError:
        return _from_frame(source, named)  # names the duplicates
    if isinstance(frame, nw.LazyFrame):
        raise InputError(
            "The data must be in memory. Got a lazy frame; call .collect() on it first."
        )
    if isinstance(frame, nw.Series):
        raise InputError(
            "The data must be a table. Got a series, one column; make it a frame of one column "
            "with .to_frame()."
        )
    if isinstance(frame, nw.DataFrame):
        return _from_frame(frame.to_native(), named)
    return _from_array(_as_array(source))


def _from_frame(native: Any, named: Collection[str] = ()) -> Table:
    native, notes = with_index(native, named)
    kind = f"{type(native).__module__.partition('.')[0]} {type(native).__name__}"
    where = f"The {kind}"
    given = _given_names(native)
    if any(isinstance(name, tuple) for name in given):
        raise InputError(
            f"{where} has headers of several levels. Join them to one name for each column first."
        )
    names = [str(name) for name in given]
    check_names(names, where=where)
    check_records(len(native), where=where)
    check_types(_arrow_types(native, names), where=where)
    renamed = {name: own for name, own in zip(names, given, strict=True) if name != own}
    # A new frame over the same memory, copied on write: what the caller does to the old one later
    # does not reach the table. Only pandas has names that are not text.
    native = stripped(native)
    if nw.dependencies.is_pyarrow_table(native):
        native = without_views(native)
    if nw.dependencies.is_pandas_like_dataframe(native):
        native = native.rename(columns={own: name for name, own in renamed.items()})
    # By position: polars takes a name such as ^a.*$ for a pattern of names.
    frame = nw.from_native(native, eager_only=True)[:, list(range(len(names)))]
    check_dates(frame, where=where)
    table = Table(frame, Origin(kind), native_names=renamed, notes=notes)
    hints = hints_of_types(frame.schema)
    # narwhals knows pandas' time zones by letters alone, and America/New_York is none of them.
    types = {name: getattr(native[name], "dtype", None) for name in hints}
    zoned = [name for name, dtype in types.items() if getattr(dtype, "tz", None) is not None]
    objects = [name for name, dtype in types.items() if str(dtype) == "object"]
    dated = [name for name in objects if _are_dates(native[name])]
    said = {**dict.fromkeys(zoned, _ZONE), **dict.fromkeys(dated, _DATES)}
    return replace(table, hints={**hints, **said})


def _are_dates(column: Any) -> bool:
    """Whether a column of pandas' objects holds dates of Python, and no other values."""
    known = column.dropna()
    return len(known) > 0 and all(isinstance(value, date) for value in known)


def _arrow_types(native: Any, names: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Go through the columns that have an Arrow type: all of pyarrow's, some of pandas'."""
    if nw.dependencies.is_pyarrow_table(native):
        yield from zip(names, native.schema.types, strict=True)
    elif nw.dependencies.is_pandas_dataframe(native):
        for name, dtype in zip(names, native.dtypes, strict=True):
            if (kind := getattr(dtype, "pyarrow_dtype", None)) is not None:
                yield name, kind


def _given_names(native: Any) -> list[Any]:
    # Taken from the frame itself: narwhals raises on duplicates, and we name them.
    if nw.dependencies.is_pyarrow_table(native):
        return list(native.column_names)
    return list(native.columns)


def _as_array(source: Any) -> NDArray[Any]:
    if hasattr(source, "toarray"):
        raise InputError("The data must be dense. Got a sparse matrix; pass .toarray().")
    if isinstance(source, np.ma.MaskedArray):
        raise InputError("The data must not be a masked array. Pass .filled(), or a data frame.")
    if not isinstance(source, list | tuple) and not hasattr(source, "__array__"):
        raise InputError(f"The data must be {_SUPPORTED}. Got {type(source).__name__}.")
    try:
        array = np.asarray(source)
    except (TypeError, ValueError):
        # The cause may show values of the data.
        raise InputError("Every row of the data must hold the same number of numbers.") from None
    if array.ndim != 2:
        remedy = " For one variable pass .reshape(-1, 1)." if array.ndim == 1 else ""
        raise InputError(
            "An array must have two dimensions, records by variables. "
            f"Got {array.ndim} dimension{'' if array.ndim == 1 else 's'}.{remedy}"
        )
    return array


def _from_array(array: NDArray[Any]) -> Table:
    where = "The array"
    numbers = _as_numbers(array)
    names = [f"x{index}" for index in range(numbers.shape[1])]
    check_names(names, where=where)
    check_records(len(numbers), where=where)
    # Copies: what the caller writes into the array later must not reach the table.
    frame = pl.DataFrame({name: numbers[:, index].copy() for index, name in enumerate(names)})
    return Table(nw.from_native(frame, eager_only=True), Origin("numpy array"), as_array=True)


def _as_numbers(array: NDArray[Any]) -> NDArray[Any]:
    if array.dtype.kind in "iu" or array.dtype in (np.float32, np.float64):
        return array
    if array.dtype.kind in "fO":
        try:
            return array.astype(np.float64)
        except (TypeError, ValueError, OverflowError):
            pass  # the cause would show a value of the data
    raise InputError(
        f"An array must hold real numbers. Got the type {array.dtype}. Encode or leave out other "
        "columns, or pass a data frame, in which columns may differ in type."
    )
