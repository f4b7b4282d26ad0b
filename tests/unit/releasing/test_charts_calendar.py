"""Round dates on axes."""

from __future__ import annotations

from datetime import datetime, timedelta

import numpy as np
import pytest

from covey.releasing.charts import Classes, draw_histogram
from covey.releasing.charts.calendar import round_dates


def us(text: str) -> float:
    return (datetime.fromisoformat(text) - datetime(1970, 1, 1)) / timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("low", "high", "most", "names"),
    [
        ("1931-05-02", "1999-03-01", 8, ["1940", "1950", "1960", "1970", "1980", "1990"]),
        ("2024-01-15", "2024-05-20", 8, ["2024-02", "2024-03", "2024-04", "2024-05"]),
        ("1850-01-01", "1899-12-31", 3, ["1860", "1880"]),
        ("2024-02-28", "2024-03-02", 8, ["2024-02-29", "2024-03-01", "2024-03-02"]),
    ],
)
def test_limits_are_round_dates(low: str, high: str, most: int, names: list[str]) -> None:
    limits, texts = round_dates(us(low), us(high), most)
    assert texts == names
    assert all(us(low) < limit <= us(high) for limit in limits)


def test_beyond_the_calendar_there_are_none() -> None:
    assert round_dates(0.0, 1e18, 8) == ([], [])


def test_a_histogram_of_dates_shows_years_and_gaps() -> None:
    values = np.linspace(us("1950-06-01"), us("2010-06-01"), 600)
    classes = Classes.of_dates(values, n_records=640, k=3)
    assert classes is not None
    counts = classes.count(values)
    assert counts.sum() == 600
    histogram = classes.histogram(counts, counts, 3, missing=(40, 2))
    assert histogram.missing == (39, 0)
    drawn = draw_histogram(histogram, ident="d", title="t", text="x")
    assert "&lt; 195" in drawn
    assert ">missing<" in drawn
    assert classes.count(np.array([us("1900-01-01")]))[0] == 1
