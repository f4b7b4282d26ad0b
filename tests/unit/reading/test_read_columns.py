"""From text to kinds, missing values, and the hints on text that looks like numbers."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.core.errors import InputError
from covey.reading import read
from covey.reading.columns import typed


def kind_of(fields, decimal="."):
    column, hint = typed(pl.Series("x", fields, dtype=pl.String), decimal)
    return column.dtype, column.to_list(), hint


@pytest.mark.parametrize(
    ("fields", "dtype", "expected"),
    [
        (["1", "-2", "+3", "0", "-0"], pl.Int64, [1, -2, 3, 0, 0]),
        (["1", "2.5"], pl.Float64, [1.0, 2.5]),
        (["1.", ".5", "1e3", "1E-3"], pl.Float64, [1.0, 0.5, 1000.0, 0.001]),
        (["0.5", "-0.25", "0"], pl.Float64, [0.5, -0.25, 0.0]),
        ([" 1", "2 ", "\t3"], pl.Int64, [1, 2, 3]),
        (["1", "99999999999999999999"], pl.Float64, [1.0, 1e20]),
        (["9223372036854775807"], pl.Int64, [2**63 - 1]),
        (["1.0", "2.0"], pl.Int64, [1, 2]),
    ],
)
def test_numbers(fields, dtype, expected):
    assert kind_of(fields) == (dtype, expected, "")


@pytest.mark.parametrize("marker", [None, "", "NA", "N/A", "NaN", "null", "NULL", ".", " ", " NA "])
def test_missing_markers_in_numbers(marker):
    assert kind_of(["1", marker, "3"]) == (pl.Int64, [1, None, 3], "")
    assert kind_of(["1.5", marker, "3"]) == (pl.Float64, [1.5, None, 3.0], "")


def test_in_text_the_point_is_a_value_and_other_markers_are_not():
    assert kind_of(["a", ".", "NA", None, ""])[:2] == (pl.String, ["a", ".", None, None, None])


def test_a_column_without_values_is_numeric_and_all_missing():
    assert kind_of([None, "NA", "."])[:2] == (pl.Int64, [None, None, None])
    assert kind_of([None, "NA"])[:2] == (pl.Float64, [None, None])


@pytest.mark.parametrize("fields", [["007", "12"], ["01.11", "10.20"], ["-01", "2"], ["00"]])
def test_leading_zeros_make_codes(fields):
    assert kind_of(fields) == (pl.String, fields, "it holds codes with leading zeros")


@pytest.mark.parametrize(
    "fields",
    [["1_000"], ["0x1F"], ["1 000"], ["--1"], ["١"], ["TRUE"], ["1d3"], ["2020-01-01"]],
)
def test_what_is_no_number_stays_text(fields):
    assert kind_of(fields) == (pl.String, fields, "")


@pytest.mark.parametrize("field", ["inf", "-inf", "Infinity", "-Infinity", "INF", "1e400"])
def test_infinities_count_as_numbers_and_are_refused_later(tmp_path, field):
    path = tmp_path / "t.csv"
    path.write_text(f"x,y\n1,2\n{field},3\n")
    table = read(path)
    assert table.kind("x") == "decimal"
    with pytest.raises(InputError, match=r"'x' has 1 value infinite, the first in record 2"):
        table.numbers("x")


def test_the_decimal_comma_excludes_the_point():
    assert kind_of(["1,5", "2", "-,5"], ",") == (pl.Float64, [1.5, 2.0, -0.5], "")
    assert kind_of(["1", ".", "2"], ",")[:2] == (pl.Int64, [1, None, 2])
    dtype, _, hint = kind_of(["1,5", "2.5"], ",")
    assert dtype == pl.String
    assert hint.startswith("1 of 2 values hold '.' though the decimal mark is ','")
    assert kind_of(["1.234,5"], ",")[0] == pl.String


def test_text_amid_numbers_is_located(tmp_path):
    path = tmp_path / "t.csv"
    rows = [str(i) for i in range(1, 1001)]
    rows[16] = rows[40] = rows[999] = "SECRET"
    path.write_text("income,y\n" + "".join(f"{row},1\n" for row in rows))
    table = read(path)
    assert table.hints == {
        "income": "3 of 1,000 values are not numbers, the first in record 17",
    }
    with pytest.raises(
        InputError, match=r"'income' holds text, not numbers: 3 of 1,000 .* record 17\."
    ) as e:
        table.numbers("income")
    assert "SECRET" not in str(e.value)


@pytest.mark.parametrize(
    ("fields", "decimal", "hint"),
    [
        (["1.234,5", "17,25", "-2.345.678"], ",", "2 of 3 values hold '.' between thousands"),
        (["1,234.5", "17.25", "2,345"], ".", "2 of 3 values hold ',' between thousands"),
        (
            ["1.234,5", "17,25"],
            ".",
            "1 of 2 values hold '.' between thousands: take it out, and set decimal to ','",
        ),
    ],
)
def test_separators_of_thousands_beside_decimals_are_named(fields, decimal, hint):
    dtype, _, found = kind_of(fields, decimal)
    assert dtype == pl.String
    assert hint in found


def test_dates_are_not_taken_for_thousands():
    assert "thousands" not in kind_of(["31.12.1999", "1.1.2000", "1,5", "2,5", "3,5"], ",")[2]


def test_a_column_mostly_of_text_gets_no_hint():
    assert kind_of(["a", "b", "3"])[2] == ""
    assert kind_of(["a", "2"])[2] == "1 of 2 values are not numbers, the first in record 1"
    assert (
        kind_of(["1", ".", "x", "2"])[2] == "1 of 4 values are not numbers, the first in record 3"
    )


def test_codes_are_explained_when_numbers_are_due(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("postcode\n00123\n01000\n")
    with pytest.raises(InputError, match="not numbers: it holds codes with leading zeros"):
        read(path).numbers("postcode")


def test_numbers_come_out_exactly(tmp_path):
    X = np.random.default_rng(1).normal(size=(200, 3)) * 10.0 ** np.arange(-3, 6, 3)
    path = tmp_path / "t.csv"
    pl.DataFrame(X, schema=["a", "b", "c"]).write_csv(path)
    assert np.array_equal(read(path).matrix(["a", "b", "c"]), X)


@pytest.mark.parametrize(
    ("values", "decimal", "expected"),
    [
        (["3.0", "4.00", "-0.0"], ".", [3, 4, 0]),
        (["7.3e+07", "1E5", "12"], ".", [73_000_000, 100_000, 12]),
        (["3,0", "4"], ",", [3, 4]),
        (["3.0", "NA", "", "."], ".", [3, None, None, None]),
        ([" 3.0 ", "4."], ".", [3, 4]),
        (["9007199254740993", "3.0"], ".", [9_007_199_254_740_993, 3]),
    ],
)
def test_whole_numbers_written_as_decimals_are_whole(values, decimal, expected):
    found, hint = typed(pl.Series("x", values), decimal)
    assert found.dtype == pl.Int64
    assert found.to_list() == expected
    assert hint == ""


@pytest.mark.parametrize(
    "values", [["3.0", "4.5"], ["1e300", "2"], ["9007199254740994.0", "1"], ["1e-3"], ["inf", "2"]]
)
def test_fractions_and_what_a_float_does_not_hold_exactly_are_decimals(values):
    assert typed(pl.Series("x", values), ".")[0].dtype == pl.Float64


@pytest.mark.parametrize(
    ("values", "hint"),
    [
        (["12%"], "1 of 1 values hold '%': take it out"),
        (["10%", "2.5 %", "7"], "2 of 3 values hold '%': take it out"),
        (["$3", "-$4", "5"], "2 of 3 values hold '$': take it out"),
        (["1 €", "2 €", None], "2 of 2 values hold '€': take it out"),
    ],
)
def test_a_sign_beside_a_number_is_the_reason_why_it_is_text(values, hint):
    assert kind_of(values) == (pl.String, values, hint)
