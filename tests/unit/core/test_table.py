import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from covey.core.errors import InputError
from covey.core.table import Origin, Table
from covey.reading import read


def table(frame):
    return Table(nw.from_native(frame, eager_only=True), Origin("test"))


def test_looking_at_a_column_does_not_look_at_all_the_others(monkeypatch):
    """A schema is built from all columns at each look: with thousands it took minutes."""
    held = table(pl.DataFrame({"a": [1.0, 2.0], "b": [1, 2]}))

    def refuse(_frame):
        raise AssertionError("the whole schema was built")

    monkeypatch.setattr(nw.DataFrame, "schema", property(refuse))
    assert held.matrix(["a", "b"]).tolist() == [[1.0, 1.0], [2.0, 2.0]]
    assert held.with_values({"b": np.array([5, 6])}).kind("b") == "integer"


@pytest.mark.parametrize("dtype", ["Int64", "int64", "Int16", "UInt8", "int64[pyarrow]"])
def test_whole_numbers_come_back_in_their_own_pandas_type(dtype):
    frame = pd.DataFrame({"a": pd.Series([1, 2, 3], dtype=dtype)})
    changed = table(frame).with_values({"a": np.array([5, 6, 7], dtype=np.int64)}).to_native()
    assert changed["a"].dtype == frame["a"].dtype
    assert changed["a"].tolist() == [5, 6, 7]


@pytest.mark.parametrize("dtype", ["Float64", "float32", "double[pyarrow]"])
def test_fractions_come_back_in_their_own_pandas_type(dtype):
    frame = pd.DataFrame({"a": pd.Series([1.0, 2.0, 3.0], dtype=dtype)})
    changed = table(frame).with_values({"a": np.array([0.5, 1.5, 2.5])}).to_native()
    assert changed["a"].dtype == frame["a"].dtype
    assert changed["a"].tolist() == [0.5, 1.5, 2.5]


def test_rows_can_be_taken_in_another_order():
    assert table(pl.DataFrame({"a": [1, 2, 3]})).take([2, 0]).numbers("a").tolist() == [3.0, 1.0]


def test_what_is_handed_out_is_a_copy():
    held = table(pd.DataFrame({"a": [1.0, 2.0]}))
    native = held.to_native()
    native.loc[0, "a"] = 99.0
    assert held.numbers("a").tolist() == [1.0, 2.0]


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table])
def test_a_name_that_polars_would_take_for_a_pattern(make):
    values = [1.0, 2.0, 3.0, 4.0]
    held = read(make({"^a.*$": [1.0, None, 3.0, 4.0], "age": values, "a2": values}))
    assert held.names == ("^a.*$", "age", "a2")
    assert held.without(["^a.*$"]).names == ("age", "a2")
    assert held.without(["age"]).names == ("^a.*$", "a2")
    assert held.missing("^a.*$").tolist() == [False, True, False, False]
    with pytest.raises(InputError, match="has 1 value missing, the first in record 2"):
        held.numbers("^a.*$")
