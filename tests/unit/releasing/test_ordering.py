from __future__ import annotations

import datetime as dt
from decimal import Decimal

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from covey.core.table import Origin, Table
from covey.reading import read
from covey.releasing.ordering import row_order, sort_keys


def _table(columns, **types):
    frame = pl.DataFrame(columns, schema_overrides=types)
    return Table(nw.from_native(frame, eager_only=True), Origin("frame"))


def _ordered(values, dtype=None):
    frame = pl.DataFrame({"a": pl.Series(values, dtype=dtype, strict=False)})
    table = Table(nw.from_native(frame, eager_only=True), Origin("frame"))
    return [values[row] for row in row_order(table, ["a"])]


def test_quasi_identifiers_come_first_then_the_columns_as_they_stand():
    table = _table({"c": [1, 0, 1, 0], "a": [2, 1, 2, 1], "b": ["z", "y", "x", "x"]})
    expected = sorted(
        range(4), key=lambda i: ([2, 1, 2, 1][i], [1, 0, 1, 0][i], ["z", "y", "x", "x"][i])
    )
    assert row_order(table, ["a"]).tolist() == expected


@pytest.mark.parametrize(
    ("values", "dtype", "expected"),
    [
        ([10, 9, -1], None, [-1, 9, 10]),
        ([1.5, None, -2.0, float("inf")], None, [-2.0, 1.5, float("inf"), None]),
        (["b", "B", "é", "10", "9", "", None], None, ["", "10", "9", "B", "b", "é", None]),
        (["\U0001f600", "\uffee"], None, ["\uffee", "\U0001f600"]),
        (["b", "a", None], pl.Categorical, ["a", "b", None]),
        (["b", "a", "c"], pl.Enum(["c", "b", "a"]), ["a", "b", "c"]),
        ([True, None, False], None, [False, True, None]),
        ([Decimal("2.5"), Decimal("-1"), None], None, [Decimal("-1"), Decimal("2.5"), None]),
        (
            [dt.date(2020, 2, 1), dt.date(1960, 1, 1)],
            None,
            [dt.date(1960, 1, 1), dt.date(2020, 2, 1)],
        ),
        ([dt.timedelta(2), dt.timedelta(-1)], None, [dt.timedelta(-1), dt.timedelta(2)]),
        ([b"b", b"a"], None, [b"a", b"b"]),
        ([2**100, 5], pl.Int128, [5, 2**100]),
    ],
)
def test_values_of_each_kind_have_their_order(values, dtype, expected):
    assert _ordered(values, dtype) == expected


def test_nan_is_a_gap():
    order = _ordered([float("nan"), 1.0, None])
    assert order[0] == 1.0
    keys = sort_keys(_table({"a": [float("nan"), 1.0]}), ["a"])
    assert keys.to_series().null_count() == 1


@pytest.mark.parametrize("values", [[[2, 1], [1], None], [{"x": 1}, {"x": 0}, None]])
def test_nested_values_have_an_order_that_is_not_the_inputs(values):
    turned = values[::-1]
    assert _ordered(values) == _ordered(turned)
    assert _ordered(values)[-1] is None


def test_the_text_of_a_file_breaks_ties_of_numbers(tmp_path):
    rows = ["1,1.0", "1,1.00", "1,1"]
    found = []
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        path = tmp_path / "in.csv"
        path.write_text("a,b\n" + "".join(f"{rows[i]}\n" for i in order))
        table = read(path)
        texts = table.verbatim["b"].to_list()
        found.append([texts[row] for row in row_order(table, ["a"])])
    assert found == [["1", "1.0", "1.00"]] * 3


@pytest.mark.parametrize("make", [pl.DataFrame, pd.DataFrame, pa.table])
def test_the_result_depends_on_the_rows_not_on_their_order(make):
    rng = np.random.default_rng(3)
    n = 200
    columns = {
        "x": rng.integers(0, 3, n).astype(float),
        "t": np.array(["a", "b", "B"], dtype=object)[rng.integers(0, 3, n)],
        "z": rng.integers(0, 4, n),
    }
    results = []
    for seed in (None, 1, 2):
        shuffle = np.arange(n) if seed is None else np.random.default_rng(seed).permutation(n)
        table = read(make({name: values[shuffle] for name, values in columns.items()}))
        order = row_order(table, ["x"])
        results.append([tuple(c[shuffle][order].tolist()) for c in columns.values()])
    assert results[0] == results[1] == results[2]


def test_columns_that_cannot_be_written_are_passed_over():
    frame = pl.DataFrame({"o": pl.Series([object(), object()], dtype=pl.Object), "a": [2, 1]})
    table = Table(nw.from_native(frame, eager_only=True), Origin("frame"))
    assert row_order(table, ["a"]).tolist() == [1, 0]
    only = Table(nw.from_native(frame.select("o"), eager_only=True), Origin("frame"))
    assert row_order(only, []).tolist() == [0, 1]


@pytest.mark.parametrize(
    "values",
    [
        [0.0, -0.0, 0.0, -0.0, 1.0],
        [None, float("nan"), None, float("nan"), 2.0],
        [-0.0, None, float("nan"), 0.0],
        [[0.0], [-0.0], [0.0], None],
    ],
)
def test_what_compares_as_equal_but_looks_different_has_an_order(values):
    found = set()
    for seed in range(8):
        shuffled = [values[i] for i in np.random.default_rng(seed).permutation(len(values))]
        table = _table({"a": [1.0] * len(values), "o": shuffled})
        found.add(repr([shuffled[row] for row in row_order(table, ["a"])]))
    assert len(found) == 1
