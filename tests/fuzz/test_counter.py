"""The counter finds what it is there to find."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from tests.fuzz.cases import Case
from tests.fuzz.counter import check_release
from tests.fuzz.inputs import Dialect
from tests.fuzz.runs import Outcome, run
from tests.fuzz.tables import CANARY, TAG, Column, Drawn
from tests.fuzz.trial import _check_refusal, _told, attempt


def column(name, role, kind, values):
    return Column(name, role, kind, tuple(values), tuple(map(str, values)))


@pytest.fixture
def case():
    table = Drawn(
        (
            column("age", "quasi", "integer", [1, 2, 3, 11, 12, 13, 25]),
            column("pay", "quasi", "float", [0.5, 1.5, 2.5, 9.25, 8.25, 7.25, 20.0]),
            column("note", "other", "text", ["=1", "a", "b", "c", "d", "e", "f"]),
            column(TAG, "other", "text", [f"t{i}" for i in range(7)]),
        )
    )
    settings = {"k": 3, "method": "mdav", "round": "none", "formulas": "escape", "workers": 1}
    return Case(table, "polars", Dialect(), "api", "csv", settings, "sorted", True, "", False, 1)


@pytest.fixture
def released(case, tmp_path):
    outcome = run(case, None, tmp_path / "safe.csv", None)
    assert not outcome.is_refused
    check_release(case, outcome.output)
    return outcome.output


def rewrite(path, change):
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    header, rows = change(header, rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def set_cell(row, position, value):
    def change(header, rows):
        rows[row][position] = value
        return header, rows

    return change


def move_group(header, rows):
    """All members of the first group get another value, so that they still are a class."""
    first = rows[0][0]
    for row in rows:
        row[0] = "1.5" if row[0] == first else row[0]
    return header, rows


def swap_values(header, rows):
    """Two records of different groups exchange what was masked: classes and totals stay."""
    rows[0][:2], rows[-1][:2] = rows[-1][:2], rows[0][:2]
    return header, sorted(rows, key=lambda row: [float(row[0]), float(row[1])])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda header, rows: (header, rows[:-1]), "records were lost or added"),
        (lambda header, rows: (["AGE", *header[1:]], rows), "columns"),
        (set_cell(0, 0, "2.25"), "a class of 1 records"),
        (set_cell(0, 2, "z"), "1 records changed where none may"),
        (move_group, "the total of 'age' moved"),
        (swap_values, "a mean of 'age' is off"),
        (lambda header, rows: (header, rows[::-1]), "order of their released values"),
    ],
)
def test_a_file_that_was_tampered_with(case, released, change, message):
    rewrite(released, change)
    with pytest.raises(AssertionError, match=message):
        check_release(case, released)


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (f"Record {CANARY}0001 is wrong.", "shows a value"),
        ("An unexpected KeyError stopped the run.", "a defect"),
        ("wrong", "no sentence"),
        ("x" * 2_000 + ".", "2001 characters"),
    ],
)
def test_a_refusal_in_bad_words(case, tmp_path, message, found):
    with pytest.raises(AssertionError, match=found):
        _check_refusal(case, Outcome(Path("safe.csv"), message), tmp_path)


def test_what_is_counted(case):
    tally = Counter()
    attempt(case, tally)
    assert tally["method", "mdav"] == tally["outcome", "released"] == 1
    assert tally["column", "quasi: integer"] == 1
    assert tally["also", "repeated with another number of workers"] == 1
    assert _told(case, Outcome(Path("x"), "'age' is wrong.")) == "refused: '…' is wrong."
