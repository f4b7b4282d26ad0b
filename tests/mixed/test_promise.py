"""The check of releases finds what it is there to find."""

from __future__ import annotations

import csv
import datetime
from dataclasses import replace

import pytest
from tests.mixed.promise import check_promise, is_possible
from tests.mixed.tables import Mixed

DAY = datetime.date(1990, 1, 1)
TABLE = Mixed(
    {
        "pay": [1.0, 3.0, 5.0, 7.0, 9.0, 11.0],
        "grade": ["none", "none", "primary", "tertiary", "tertiary", "primary"],
        "sex": ["male", "male", "female", "female", "male", "female"],
        "born": [DAY, DAY, DAY, DAY, DAY, DAY + datetime.timedelta(3)],
        "household": ["a", "b", "c", "d", "e", "f"],
        "region": ["north", "north", "north", "south", "south", "south"],
        "w": [1.0, 1.0, 1.0, 2.0, 2.0, 2.0],
        "score": [1, 2, 3, 4, 5, 6],
    },
    ("pay", "grade", "sex", "born"),
    k=3,
    unit="household",
    strata=("region",),
    weight="w",
)
ROWS = [["3.0", "none", "male", "1990-01-01", "north", "1.0"]] * 3 + [
    ["9.0", "tertiary", "female", "1990-01-02", "south", "2.0"]
] * 3
HEADER = ["pay", "grade", "sex", "born", "region", "w", "score"]


def written(path, rows=ROWS, header=HEADER):
    with path.open("w", encoding="utf-8", newline="") as file:
        scored = [[*row, str(i + 1)] for i, row in enumerate(rows)]
        csv.writer(file).writerows([header, *scored])
    return path


def changed(column, value, records):
    rows = [list(row) for row in ROWS]
    for record in records:
        rows[record][HEADER.index(column)] = value
    return rows


def test_a_release_as_it_should_be(tmp_path):
    assert is_possible(TABLE)
    assert check_promise(TABLE, written(tmp_path / "safe.csv")) == 0


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (ROWS[:-1], "5 rows of 6 records"),
        (changed("pay", "3.5", [0]), "a class of 1 units"),
        (changed("pay", "3.5", [0, 1, 2]), "'pay' is no mean"),
        (changed("grade", "primary", [0, 1, 2]), "'grade' is no median"),
        (changed("sex", "female", [0, 1, 2]), "'sex' is no mode"),
        (changed("born", "1990-01-04", [3, 4, 5]), "'born' is no mean"),
        (changed("region", "north", [3, 4, 5]), "'region' was changed"),
        (changed("w", "1.5", [0]), "a class lost weight"),
    ],
)
def test_a_release_that_breaks_the_promise(tmp_path, rows, message):
    with pytest.raises(AssertionError, match=message):
        check_promise(TABLE, written(tmp_path / "safe.csv", rows))


def test_a_class_of_records_of_too_few_units(tmp_path):
    table = replace(TABLE, columns={**TABLE.columns, "household": list("aabcde")})
    with pytest.raises(AssertionError, match="a class of 2 units, k = 3"):
        check_promise(table, written(tmp_path / "safe.csv"))
    assert not is_possible(table)


def test_a_unit_that_fell_apart(tmp_path):
    columns = {**TABLE.columns, "household": list("abcaef")}
    table = replace(TABLE, columns=columns, settings={"unit_mode": "together"})
    with pytest.raises(AssertionError, match="a unit fell apart"):
        check_promise(table, written(tmp_path / "safe.csv"))


def test_gaps_and_codes(tmp_path):
    columns = {**TABLE.columns, "pay": [-9.0, -9.0, -9.0, 7.0, 9.0, 11.0]}
    table = replace(TABLE, columns=columns, codes={"pay": ("-9",)})
    kept = changed("pay", "-9.0", [0, 1, 2])
    assert check_promise(table, written(tmp_path / "safe.csv", kept)) == 0
    with pytest.raises(AssertionError, match="a gap or code of 'pay' became a value"):
        check_promise(table, written(tmp_path / "safe.csv"))
    invented = changed("pay", "-9.0", range(6))
    with pytest.raises(AssertionError, match="'pay' has values that became a code"):
        check_promise(table, written(tmp_path / "safe.csv", invented))
    blanked = changed("pay", "", range(6))
    assert check_promise(table, written(tmp_path / "safe.csv", blanked)) == 3
    filled = replace(table, settings={"missing": "fill"})
    with pytest.raises(AssertionError, match="a code of 'pay' was not filled"):
        check_promise(filled, written(tmp_path / "safe.csv", kept))
    with pytest.raises(AssertionError, match="'pay' was filled from 0 units"):
        check_promise(filled, written(tmp_path / "safe.csv"))
    with pytest.raises(AssertionError, match="'pay' is blanked where 3 units have a value"):
        check_promise(filled, written(tmp_path / "safe.csv", blanked))


def test_records_that_are_dropped(tmp_path):
    columns = {**TABLE.columns, "pay": [None, 3.0, 5.0, 7.0, 9.0, 11.0]}
    table = replace(TABLE, columns=columns, settings={"missing": "drop"}, k=2)
    with pytest.raises(AssertionError, match="6 rows of 5 records"):
        check_promise(table, written(tmp_path / "safe.csv"))
    assert is_possible(table)
    assert not is_possible(replace(table, k=3))


def test_a_quasi_identifier_without_any_value():
    table = replace(TABLE, columns={**TABLE.columns, "pay": [None] * 6})
    assert not is_possible(table)
