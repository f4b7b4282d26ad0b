"""Dates in text: proposed by an inspection, and pointed at where nobody declared them."""

from __future__ import annotations

from datetime import date, timedelta

import polars as pl
import pytest

import covey
from covey.core.errors import InputError

DAYS = [(date(1999, 1, 1) + timedelta(days=7 * i)).isoformat() for i in range(1_200)]


def frame(n_days: int) -> pl.DataFrame:
    return pl.DataFrame(
        {"x": [float(i) for i in range(1_200)], "day": DAYS[:n_days] * (1200 // n_days)}
    )


def test_an_inspection_proposes_dates():
    [finding] = [one for one in covey.inspect(frame(60)).columns if one.name == "day"]
    assert (finding.role, finding.kind) == ("quasi", "date")


def test_a_note_points_at_dates_that_were_taken_as_categories():
    release = covey.protect(frame(60), k=3, method="mdav", roles={"quasi": ["x", "day"]})
    assert any("'day' holds dates as text" in note for note in release.plan.notes)


def test_declared_dates_need_no_note():
    release = covey.protect(
        frame(60),
        k=3,
        method="mdav",
        roles={"quasi": ["x", "day"]},
        columns={"day": {"kind": "date"}},
    )
    assert not any("as text" in note for note in release.plan.notes)
    assert release.data["day"].dtype == pl.Date


def test_more_dates_than_categories_are_told_how_to_become_dates():
    with pytest.raises(InputError, match="written like dates"):
        covey.protect(frame(1_200), k=3, roles={"quasi": ["x", "day"]})
