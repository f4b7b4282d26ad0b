import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest

from covey.core.table import Origin, Table
from covey.planning.codes import find_codes

N = 40
SPREAD = [i * i for i in range(N)]  # 40 values from 0 to 1,521: neither few nor near each other


def table(frame):
    return Table(nw.from_native(frame, eager_only=True), Origin("test"))


def reason_of(values, name="x", **others):
    source = table(pl.DataFrame({name: values, **others}))
    found = find_codes(source, [name], list(others))
    return found[name].reason if name in found else None


@pytest.mark.parametrize(("n_values", "is_code"), [(1, True), (12, True), (13, False)])
def test_up_to_twelve_whole_numbers_are_codes(n_values, is_code):
    values = [1_000 * (i % n_values) for i in range(N)]
    words = "different whole number" + ("" if n_values == 1 else "s")
    assert reason_of(values) == (f"has {n_values} {words}" if is_code else None)


def test_fractions_are_no_codes():
    assert reason_of([0.5 * (i % 3) for i in range(N)]) is None
    assert reason_of([float(i % 3) for i in range(N)]) is None  # decimals by their type


def test_whole_numbers_with_gaps_are_floats_in_pandas_and_codes_all_the_same():
    source = table(pd.DataFrame({"x": [1.0, 2.0, np.nan] * 5, "y": [1.5, 2.0, np.nan] * 5}))
    assert find_codes(source, ["x", "y"])["x"].reason == "has 2 different whole numbers"
    assert list(find_codes(source, ["x", "y"])) == ["x"]


@pytest.mark.parametrize(
    ("values", "is_numbering"),
    [
        (list(range(N)), True),
        ([5_000 - 2 * i for i in range(N)], True),  # from 4,922 to 5,000: 78 < 2 · 40
        ([*range(N - 1), 79], True),  # 79 < 80
        ([*range(N - 1), 80], False),  # 80 is twice the number of records
        ([*range(N - 1), 0], False),  # 0 occurs twice
        ([None, *range(N - 1)], True),
        (SPREAD, False),
    ],
)
def test_numbers_that_are_all_different_and_fill_their_range_are_codes(values, is_numbering):
    assert reason_of(values) == ("numbers the records" if is_numbering else None)


@pytest.mark.parametrize("n", [1_500, 4_000])
def test_a_number_that_comes_again_late_is_seen(n):
    values = np.random.default_rng(0).permutation(n).tolist()
    assert reason_of(values) == "numbers the records"
    assert reason_of([*values[:-1], values[0]]) is None


def test_numbers_beyond_what_can_be_computed_with_are_passed_over():
    assert reason_of(pl.Series([2**63 + i for i in range(N)], dtype=pl.UInt64)) is None


@pytest.mark.parametrize("word", ["id", "No", "NR", "number", "code", "key"])
def test_whole_numbers_whose_name_says_so_are_codes(word):
    assert reason_of(SPREAD, f"shop_{word}") == "is called a number or code"
    assert reason_of([x + 0.5 for x in SPREAD], f"shop_{word}") is None
    assert reason_of(SPREAD, f"shop{word.lower()}") is None


def test_weights_are_no_numbers_to_average_but_those_of_bodies_are():
    assert reason_of(SPREAD, "weight") == "is called a weight"
    assert reason_of([x + 0.5 for x in SPREAD], "hhWeight") == "is called a weight"
    assert reason_of([x + 0.5 for x in SPREAD], "weight_kg") is None


def test_what_is_the_same_wherever_an_identifier_is():
    households = [i // 2 for i in range(N)]
    incomes = [1_000.5 + 300 * (i // 2) for i in range(N)]
    assert reason_of(incomes, "income", house=households) == "is the same wherever 'house' is"
    assert reason_of(SPREAD, "age", house=households) is None
    assert reason_of(incomes, "income", person=[str(i) for i in range(N)]) is None


def test_all_suspects_come_at_once_with_what_settles_each():
    source = table(
        pl.DataFrame({"sex": [i % 2 for i in range(N)], "nr": range(N), "age": SPREAD, "w": SPREAD})
    )
    found = find_codes(source, ["sex", "nr", "age", "w"])
    assert list(found) == ["sex", "nr"]
    remedies = [part for part in found["sex"].remedies if not isinstance(part, str)]
    assert [part.value for part in remedies] == [
        {"sex": {"kind": "nominal"}},
        {"sex": {"kind": "numeric"}},
    ]
