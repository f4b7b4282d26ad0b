"""What stands for a missing value."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pytest

from covey.core.errors import RequestError
from covey.core.markers import Markers, hidden
from covey.reading import read


def marks(values, *codes):
    return Markers("a", codes).of(read(pl.DataFrame({"a": values}, strict=False))).tolist()


def test_values_gaps_and_codes_are_told_apart():
    assert marks([5, None, -9, 999, 7], "-9", "999") == [0, 1, 2, 3, 0]


def test_codes_of_numbers_compare_as_numbers():
    assert marks([-9.0, 9.0, float("nan"), 1e3], "-9", "1000") == [2, 0, 1, 3]
    assert marks([-9, 9], "-9.0") == [2, 0]


def test_codes_compare_in_the_precision_of_the_column():
    # 99.9 has no exact binary fraction: of 32 bits it is another number than of 64.
    column = pl.Series([99.9, 99.8, 0.1, None], dtype=pl.Float32)
    assert marks(column, "99.9", "0.1") == [2, 0, 3, 1]
    assert marks(pl.Series([float("inf"), 1.0], dtype=pl.Float32), "1e39") == [0, 0]


def test_codes_of_text_compare_as_text():
    assert marks(["9", "09", None, "x"], "09", "9") == [3, 2, 1, 0]


def test_codes_of_dates_compare_as_dates():
    days = [dt.date(9999, 12, 31), dt.date(2020, 2, 29), None]
    assert marks(days, "9999-12-31") == [2, 0, 1]
    assert marks([dt.datetime(1900, 1, 1), dt.datetime(1900, 1, 1, 1)], "1900-01-01") == [2, 0]


def test_of_equal_codes_the_first_counts():
    assert marks([-9], "-9", "-9.0") == [2]


@pytest.mark.parametrize(("kind", "what"), [("integer", "numbers"), ("date", "dates")])
def test_a_code_that_no_value_can_equal_is_refused(kind, what):
    with pytest.raises(RequestError, match=f"Column 'a' holds {what}.*'none' is none"):
        Markers("a", ("none",)).check(kind)
    Markers("a", ("none",)).check("text")


def test_hidden_codes_are_gaps_and_nothing_else_changes():
    table = read(pd.DataFrame({"a": [1, -9, 3], "b": [-9, 2, 3]}))
    found = hidden(table, [Markers("a", ("-9",)), Markers("b")])
    assert found.missing("a").tolist() == [False, True, False]
    assert str(found.to_native()["a"].dtype) == "Int64"
    assert found.column("b").to_list() == [-9, 2, 3]
    assert table.column("a").to_list() == [1, -9, 3]


def test_the_text_of_a_hidden_code_is_gone_too(tmp_path):
    (path := tmp_path / "in.csv").write_text("a,b\n1.5,1\n-9.000,2\n2.5,3\n")
    found = hidden(read(path), [Markers("a", ("-9",))])
    assert found.written_decimals("a") == 1
    assert np.isnan(found.values(["a"])[1, 0])
