"""Blank cells: a column in which some records have no value any more."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

_TWINS = {"bool": "boolean"} | {
    f"{sign}int{bits}": f"{sign.upper()}Int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)
}
"""The types of pandas that hold no missing value, and those that do."""


def blanked(column: nw.Series[Any], mask: NDArray[np.bool_]) -> nw.Series[Any]:
    """Return a column without the values of some records, in its own type or the nullable twin.

    Examples
    --------
    >>> import polars as pl
    >>> column = nw.from_native(pl.Series([1, 2, 3]), series_only=True)
    >>> blanked(column, np.array([False, True, False])).to_list()
    [1, None, 3]
    """
    if not mask.any():
        return column
    native: Any = column.to_native()
    if hasattr(native, "mask"):  # pandas
        return _wrapped(native.astype(_TWINS.get(str(native.dtype), native.dtype)).mask(mask))
    # A record that is no record has no value: the other libraries then know the type by themselves.
    records = np.arange(len(mask)).astype(object)
    records[mask] = None
    backend = nw.get_native_namespace(column)
    # Of a named type: nothing but missing values would have none.
    numbers = nw.new_series("record", records.tolist(), nw.Int64, backend=backend)
    take = native.gather if hasattr(native, "gather") else native.take
    return _wrapped(take(numbers.to_native()))


def _wrapped(native: Any) -> nw.Series[Any]:
    series: nw.Series[Any] = nw.from_native(native, series_only=True)
    return series
