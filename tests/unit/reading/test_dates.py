"""Dates that are written as text."""

from datetime import UTC, date, datetime

import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from covey.core.declared import DeclaredColumns
from covey.reading import read
from covey.reading.dates import DateForms, form_of, with_dates

DATES = DeclaredColumns(dates=frozenset({"d"}))


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        (["2024-05-31", None, "1890-01-02"], "day"),
        (["2024-05-31", "2024-05-31 12:30"], "time"),
        (["2024-05-31T12:30:00.5"], "time"),
        (["2024-05-31T12:30Z", "2024-05-31T12:30:00+02:00"], "zoned"),
        (["2024-05-31T12:30Z", "2024-05-31"], None),
        (["2023-02-29"], None),
        (["31.05.2024"], None),
        (["2024-05"], None),
    ],
)
def test_how_dates_are_written(texts, form):
    assert form_of(pl.Series(texts, dtype=pl.String)) == form


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        (["1890-01-02", "2024-05-31"], [date(1890, 1, 2), date(2024, 5, 31)]),
        (
            ["1890-01-02", "2024-05-31 12:30"],
            [datetime(1890, 1, 2), datetime(2024, 5, 31, 12, 30)],
        ),
        (
            ["2024-05-31T12:30:00.25Z", "2024-05-31T12:30+02:00"],
            [
                datetime(2024, 5, 31, 12, 30, 0, 250_000, UTC),
                datetime(2024, 5, 31, 10, 30, tzinfo=UTC),
            ],
        ),
    ],
)
def test_a_column_of_a_file_that_is_declared_holds_dates(tmp_path, texts, values):
    path = tmp_path / "t.csv"
    path.write_text("d,x\n" + "".join(f"{text},1\n" for text in texts), encoding="utf-8")
    table = read(path, None, DATES)
    assert table.kind("d") == "date"
    assert table.column("d").to_list() == values
    assert table.text("d").to_list() == texts  # released so if nothing is done to it
    assert read(path).kind("d") == "text"


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, pa.table])
@pytest.mark.parametrize("text", ["1890-01-02", "2024-05-31T12:30:00", "2024-05-31T12:30:00Z"])
def test_columns_of_frames_too(frame, text):
    table = read(frame({"d": [text, None]}), None, DATES)
    assert table.kind("d") == "date"
    assert table.missing("d").tolist() == [False, True]
    seconds = datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()
    assert table.measured("d")[0] == seconds * 1e6


def test_what_is_no_date_is_counted_and_not_shown():
    table = read(pl.DataFrame({"d": ["2024-05-31", None, "secret", "31.5.24"]}), None, DATES)
    assert table.kind("d") == "text"
    assert table.hints["d"].startswith("2 of 3 values are not dates of the form 2024-05-31")
    assert table.hints["d"].endswith("the first in record 3")


def test_pieces_agree_with_the_whole():
    def forms_of(*pieces):
        forms = DateForms(frozenset({"d"}))
        for piece in pieces:
            forms.add(read(pl.DataFrame({"d": pl.Series(piece, dtype=pl.String)})))
        return forms.settle({"kinds": {"d": "text"}, "hints": {}})

    found = forms_of(["2024-05-31"], [None], ["2024-05-31 12:00"])
    assert found == {"kinds": {"d": "date"}, "hints": {}, "dates": {"d": "time"}}
    found = forms_of(["2024-05-31"], ["2024-05-31", "secret"])
    assert found["kinds"] == {"d": "text"}
    assert found["dates"] == {}
    assert "the first in record 3, are not dates" in found["hints"]["d"]
    assert "secret" not in found["hints"]["d"]


def test_other_columns_stay_as_they_are():
    table = read(pl.DataFrame({"e": ["2024-05-31"], "d": [5]}), None, DATES)
    assert table.column("e").dtype == nw.String
    assert table.kind("d") == "integer"


def test_dates_with_and_without_a_distance_from_utc_are_said_to_be_mixed():
    moments = ["2024-05-01T10:00", "2024-05-02T10:00", "2024-05-01T10:00+02:00"]
    table = with_dates(read(pl.DataFrame({"d": moments})), ["d"])
    assert table.hints["d"].startswith("1 of 3 values are dates with a distance from UTC among")
    forms = DateForms(frozenset({"d"}))
    forms.add(read(pl.DataFrame({"d": moments})))
    assert "the first in record 3, are dates with a distance" in forms.hints["d"]
