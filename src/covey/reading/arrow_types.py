"""Types and dates that libraries fail on later: refused by column before anything else is done.

polars answers some Arrow types and dates with a panic, whose dump on standard error cannot be
caught, and Python has no date outside the years 1 to 9999.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import narwhals as nw
import polars as pl
import pyarrow as pa
from pyarrow import compute, types

from covey.core.errors import InputError
from covey.core.table import kind_of

_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_ZONE = " Convert it to UTC, or to a time zone of the IANA database such as Europe/Berlin."
_OTHER = " Convert it to numbers, text or dates, or leave the column out."
_CONVERT = (
    "convert it to numbers, text or dates first, such as with .astype(float) in pandas or .cast in "
    "polars and pyarrow"
)
_CONVERSIONS = (
    (nw.Duration, "it holds durations; convert them to numbers first, such as seconds"),
    (nw.Time, "it holds times of day; convert them to numbers first, such as minutes of the day"),
)


def check_types(fields: Iterable[tuple[str, Any]], *, where: str) -> None:
    """Refuse columns, given by name and type, of Arrow types that cannot be released."""
    for name, kind in fields:
        for inner in _parts(kind):
            if (remedy := _remedy(inner)) is not None:
                raise InputError(
                    f"{where} has a column '{name}' of a type that cannot be used: {inner}.{remedy}"
                )


def without_views(table: pa.Table) -> pa.Table:
    """Return a table of pyarrow whose texts are plain ones: it cannot take records of views."""
    schema = table.schema
    for at, kind in enumerate(schema.types):
        if types.is_string_view(kind):
            schema = schema.set(at, schema.field(at).with_type(pa.large_string()))
    return table if schema is table.schema else table.cast(schema)


def hints_of_types(schema: Mapping[str, Any]) -> dict[str, str]:
    """Return what to do about columns of types that are neither numbers, text, dates nor truth."""
    return {
        name: next((words for kind, words in _CONVERSIONS if dtype == kind), _CONVERT)
        for name, dtype in schema.items()
        if kind_of(dtype) == "other"
    }


def check_dates(frame: nw.DataFrame[Any], *, where: str) -> None:
    """Refuse columns with dates outside the years 1 to 9999, or with durations beyond Python's."""
    for name in frame.columns:
        for values in _dates(frame.get_column(name)):
            if not _is_in_calendar(values):
                raise InputError(
                    f"{where} holds dates outside the years 1 to 9999, or durations of more than "
                    f"999,999,999 days, in column '{name}'. Replace them by missing values, "
                    "convert the column to text, or leave it out."
                )


def _parts(kind: Any) -> Iterator[Any]:
    """Go through an Arrow type and the types inside it."""
    yield kind
    if isinstance(kind, pa.BaseExtensionType):
        yield from _parts(kind.storage_type)
    for at in range(kind.num_fields):
        yield from _parts(kind.field(at).type)


def _remedy(kind: Any) -> str | None:
    """Return what to do about an Arrow type that cannot be used, None if it can."""
    if types.is_timestamp(kind):
        return None if _is_zone(kind.tz) else _ZONE
    if types.is_dictionary(kind):
        value = kind.value_type
        is_usable = not types.is_nested(value) and _remedy(value) is None
        return None if is_usable else _OTHER
    is_view = types.is_list_view(kind) or types.is_large_list_view(kind)
    return _OTHER if types.is_decimal256(kind) or is_view else None


def _is_zone(name: str | None) -> bool:
    """Whether polars knows a time zone; where none is stated there is nothing to know."""
    try:
        pl.Series([0]).cast(pl.Datetime("us", name))
    except pl.exceptions.PolarsError:
        return False
    return True


def _dates(column: nw.Series[Any]) -> Iterator[Any]:
    """Go through the dates and durations of a column as Arrow arrays."""
    dtype = column.dtype
    if dtype.is_numeric() or dtype in (nw.String, nw.Boolean, nw.Object, nw.Binary, nw.Enum):
        return
    if dtype == nw.Categorical and not _is_arrow(column):
        return  # text, where Arrow may code dates
    try:
        values = column.to_arrow()
    except Exception:  # a type of pandas' own, such as a period; a file that cannot hold it says so
        return
    yield from _flat(values)


def _is_arrow(column: nw.Series[Any]) -> bool:
    native = column.to_native()
    return column.implementation.is_pyarrow() or hasattr(native.dtype, "pyarrow_dtype")


def _flat(values: Any) -> Iterator[Any]:
    """Go through the dates and durations of an Arrow array, those inside lists and structs too."""
    kind = values.type
    chunks = values.chunks if isinstance(values, pa.ChunkedArray) else [values]
    if types.is_temporal(kind) and not types.is_interval(kind) and not types.is_time(kind):
        yield values
    elif types.is_dictionary(kind):
        for chunk in chunks:
            yield from _flat(chunk.dictionary)
    elif (
        types.is_struct(kind)
        or types.is_list(kind)
        or types.is_large_list(kind)
        or types.is_fixed_size_list(kind)
    ):
        for chunk in chunks:
            parts = chunk.flatten()
            for part in parts if types.is_struct(kind) else [parts]:
                yield from _flat(part)


def _is_in_calendar(values: Any) -> bool:
    """Whether Python has a date, or a duration, for the smallest and the largest value."""
    kind = values.type
    numbers = values.cast(pa.int32() if types.is_date32(kind) else pa.int64())
    extremes = [value for value in compute.min_max(numbers).as_py().values() if value is not None]
    try:
        distances = [timedelta(seconds=_seconds(value, kind)) for value in extremes]
        if not types.is_duration(kind):
            dates = [_EPOCH + distance for distance in distances]
            stated = getattr(kind, "tz", None)
            zone = stated if stated and _is_zone(stated) else "UTC"
            pl.Series(dates, dtype=pl.Datetime("us", "UTC")).dt.convert_time_zone(zone).to_list()
    except (OverflowError, ValueError):
        return False
    return True


def _seconds(value: int, kind: Any) -> int:
    if types.is_date32(kind):
        return value * 86_400
    return value // _PER_SECOND["ms" if types.is_date64(kind) else kind.unit]
