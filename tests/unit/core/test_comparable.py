"""Columns of pandas and others as polars holds them."""

import narwhals as nw
import pandas as pd
import polars as pl
import pytest

from covey.core.comparable import category_texts, comparable
from covey.core.errors import InputError


def series(native):
    return nw.from_native(native, series_only=True)


def test_categories_that_are_numbers_are_texts():
    found = comparable(series(pd.Series([1, 2, None], dtype="category")), "a")
    assert found.to_list() == ["1", "2", None]


def test_categories_are_written_alike_with_and_without_gaps():
    with_gap = category_texts(series(pd.Series([7, None], dtype="category")))
    without = category_texts(series(pd.Series([7, 7], dtype="category")))
    assert with_gap.drop_nulls().to_list() == ["7"]
    assert without.to_list() == ["7", "7"]


def test_intervals_are_texts():
    found = comparable(series(pd.Series(pd.cut([1.0, 2.0, 4.0], [0, 2, 5]))), "a")
    assert found.to_list() == ["(0, 2]", "(0, 2]", "(2, 5]"]


def test_moments_of_an_offset_are_those_of_utc():
    moments = pd.to_datetime(["2024-05-31T05:30:00+05:30", "2024-05-31T06:30:00+05:30"])
    found = comparable(series(pd.Series(moments)), "a")
    assert found.dt.hour().to_list() == [0, 1]


@pytest.mark.parametrize(
    "values",
    [pd.Series([1, "b"], dtype=object), pd.Series(pd.Categorical([1, "1"], categories=[1, "1"]))],
)
def test_values_of_several_types_are_refused_without_quoting_them(values):
    with pytest.raises(InputError, match="Column 'a' holds values of several types") as caught:
        comparable(series(values), "a")
    assert "'b'" not in str(caught.value)


def test_a_column_of_polars_is_itself():
    column = pl.Series("a", [1, None])
    assert comparable(series(column), "a").equals(column, check_dtypes=True)
