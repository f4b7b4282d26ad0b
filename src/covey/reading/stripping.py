"""What a frame carries beside the values of its records, taken off before it is read.

An index may name people, metadata may hold anything, and categories that no record has may be
values of people who left the table. None of it has a role, so none of it is released.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import narwhals as nw
import polars as pl
import pyarrow as pa
from pyarrow import compute

_NO_INDEX = (
    "The index of the frame has no role and is not released: a plain range stands in its place. To "
    "use it, "
)


def stripped(native: Any) -> Any:
    """Return a new frame of the same kind with its columns alone.

    It has a plain range as index, no metadata, and only categories that occur. Those without an
    order of their own are sorted, so that their codes do not tell which record came first.
    """
    if nw.dependencies.is_pyarrow_table(native):
        return _without_arrow_metadata(native)
    if nw.dependencies.is_polars_dataframe(native):
        return only_used_levels(native)
    if nw.dependencies.is_pandas_dataframe(native):
        return _without_labels(native)
    if nw.dependencies.is_pandas_like_dataframe(native):
        return native.reset_index(drop=True)
    return native


def with_index(native: Any, named: Collection[str]) -> tuple[Any, tuple[str, ...]]:
    """Return a frame in which an index of a given name is a column, and a note on any other.

    A plain range, which a frame has without its user's doing, is left out in silence.
    """
    if not nw.dependencies.is_pandas_like_dataframe(native):
        return native, ()
    wanted = [name for name in native.index.names if name is not None and str(name) in named]
    wanted = [name for name in wanted if name not in native.columns]
    if wanted:
        native = native.reset_index(level=wanted)
    is_range = type(native.index).__name__ == "RangeIndex"
    is_named = all(name is not None for name in native.index.names)
    remedy = "give its name a role." if is_named else "name it and give the name a role."
    return native, () if is_range else (f"{_NO_INDEX}{remedy}",)


def only_used_levels(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a polars frame whose enumerations have the levels that occur, in their order.

    A column of polars' other kind, Categorical, has no list of its own.
    """
    for position, column in enumerate(frame.get_columns()):
        if (plain := _without_levels(column.dtype)) != column.dtype:
            frame = frame.clone().replace_column(position, column.cast(plain))
        elif isinstance(column.dtype, pl.Enum):
            # Under a neutral name: polars takes one such as ^a.*$ for a pattern of names.
            found = set(column.alias("column").unique().drop_nulls().cast(pl.String))
            levels = [level for level in column.dtype.categories if level in found]
            if len(levels) < len(column.dtype.categories):
                text = column.cast(pl.String)
                frame = frame.clone().replace_column(position, text.cast(pl.Enum(levels)))
    return frame


def _without_levels(dtype: Any, *, is_inner: bool = False) -> Any:
    """Return a polars type whose inner enumerations are text: their levels need not occur."""
    if isinstance(dtype, pl.List):
        return pl.List(_without_levels(dtype.inner, is_inner=True))
    if isinstance(dtype, pl.Array):
        return pl.Array(_without_levels(dtype.inner, is_inner=True), dtype.size)
    if isinstance(dtype, pl.Struct):
        inner = {field.name: _without_levels(field.dtype, is_inner=True) for field in dtype.fields}
        return pl.Struct(inner)
    return pl.String if is_inner and isinstance(dtype, pl.Enum) else dtype


def _without_labels(frame: Any) -> Any:
    """Return a pandas frame without index, attributes, flags and unused categories."""
    pd = nw.get_native_namespace(frame)
    bare = frame.set_axis(pd.RangeIndex(len(frame)), axis=0)
    bare.columns = pd.Index(list(frame.columns))  # a name for all names goes with the old one
    bare.attrs = {}
    bare = bare.set_flags(allows_duplicate_labels=True)
    for position, dtype in enumerate(bare.dtypes):
        if isinstance(dtype, pd.CategoricalDtype):
            bare.isetitem(position, _with_used_categories(bare.iloc[:, position]))
        elif isinstance(dtype, pd.ArrowDtype) and _may_carry(dtype.pyarrow_dtype):
            column = _bare_column(_chunked(bare.iloc[:, position]))
            bare.isetitem(position, pd.arrays.ArrowExtensionArray(column))
    return bare


def _may_carry(kind: Any) -> bool:
    """Whether an Arrow type is coded or nested; numbers and text carry nothing."""
    return bool(pa.types.is_dictionary(kind) or kind.num_fields)


def _with_used_categories(column: Any) -> Any:
    column = column.cat.remove_unused_categories()
    if column.cat.ordered:
        return column
    categories = list(column.cat.categories)
    try:
        categories.sort()
    except TypeError:  # of several types
        categories.sort(key=lambda category: (type(category).__name__, str(category)))
    return column.cat.set_categories(categories)


def _chunked(column: Any) -> Any:
    array = pa.array(column.array)
    return array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])


def _without_arrow_metadata(table: Any) -> Any:
    columns = [_bare_column(column) for column in table.columns]
    fields = [
        pa.field(field.name, column.type, nullable=field.nullable)
        for field, column in zip(table.schema, columns, strict=True)
    ]
    return pa.Table.from_arrays(columns, schema=pa.schema(fields))


def _bare_column(column: Any) -> Any:
    """Return an Arrow column without metadata in its type, and with only the values that occur."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        used = compute.unique(column.cast(kind.value_type)).drop_null()
        if not kind.ordered:
            used = used.take(compute.sort_indices(used))
        elif len(column.chunks):
            levels = column.unify_dictionaries().chunk(0).dictionary
            used = levels.filter(compute.is_in(levels, used))
        codes = compute.index_in(column.cast(kind.value_type), used).cast(kind.index_type)
        return pa.chunked_array(
            [
                pa.DictionaryArray.from_arrays(chunk, used, ordered=kind.ordered)
                for chunk in codes.chunks
            ],
            type=kind,
        )
    bare = _bare_type(kind)
    return column if bare is kind else column.cast(bare)


def _bare_type(kind: Any) -> Any:
    """Return an Arrow type whose inner fields have no metadata; the same one if it has no such.

    Inner dictionaries become the values that they code, and extension types what they store.
    """
    if isinstance(kind, pa.BaseExtensionType):
        return _bare_type(kind.storage_type)
    if pa.types.is_struct(kind):
        return pa.struct([_bare_field(kind.field(at)) for at in range(kind.num_fields)])
    if pa.types.is_fixed_size_list(kind):
        return pa.list_(_bare_field(kind.value_field), kind.list_size)
    if pa.types.is_large_list(kind):
        return pa.large_list(_bare_field(kind.value_field))
    if pa.types.is_list(kind):
        return pa.list_(_bare_field(kind.value_field))
    return kind


def _bare_field(field: Any) -> Any:
    kind = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
    return pa.field(field.name, _bare_type(kind), nullable=field.nullable)
