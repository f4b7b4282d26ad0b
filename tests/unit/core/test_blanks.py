"""Cells without a value, in every kind of frame."""

from __future__ import annotations

import datetime as dt

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from covey.core.blanks import blanked

DAY = dt.date(2000, 1, 1)


@pytest.mark.parametrize(
    ("column", "dtype"),
    [
        (pd.Series([1, 2, 3]), "Int64"),
        (pd.Series([1, 2, 3], dtype="uint8"), "UInt8"),
        (pd.Series([True, True, True]), "boolean"),
        (pd.Series([1.5, 2.0, 3.0], dtype="float32"), "float32"),
        (pd.Series(["a", "b", "a"], dtype="category"), "category"),
        (pl.Series([1, 2, 3], dtype=pl.Int16), pl.Int16),
        (pl.Series(["a", "b", "a"], dtype=pl.Categorical), pl.Categorical),
        (pl.Series([1, 2, 3], dtype=pl.Decimal(10, 2)), pl.Decimal(10, 2)),
        (pl.Series([DAY] * 3), pl.Date),
        (pa.chunked_array([[1, 2, 3]]), pa.int64()),
        (
            pa.chunked_array([pa.array(["a", "b", "a"]).dictionary_encode()]),
            pa.dictionary(pa.int32(), pa.string()),
        ),
    ],
)
def test_a_blanked_column_has_its_type_or_the_nullable_twin(column, dtype):
    series = nw.from_native(column, series_only=True)
    found = blanked(series, np.array([True, False, True]))
    native = found.to_native()
    assert (native.type if hasattr(native, "type") else native.dtype) == dtype
    assert found.is_null().to_list() == [True, False, True]
    assert found.to_list()[1] == series.to_list()[1]
    assert series.null_count() == 0


def test_nothing_to_blank_leaves_the_column_as_it_is():
    series = nw.from_native(pd.Series([1, 2]), series_only=True)
    assert blanked(series, np.zeros(2, dtype=bool)) is series


@pytest.mark.parametrize(
    "column", [pd.Series([1, 2]), pl.Series(["a", "b"]), pa.chunked_array([["a", "b"]])]
)
def test_every_cell_may_be_blanked(column):
    series = nw.from_native(column, series_only=True)
    assert blanked(series, np.ones(2, dtype=bool)).is_null().to_list() == [True, True]
