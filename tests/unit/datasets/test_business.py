"""The simulated companies have the distributions that their documentation states."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.core.errors import RequestError
from covey.datasets import make_business
from covey.datasets.business import SECTORS, STATES
from covey.datasets.loading import content_sha256

CONTENT = "e450ae65d179167849c4e2fe8b89451cdb74b7f9dab0136642abce39753e1729"


@pytest.fixture(scope="module")
def business():
    return make_business(8_000, 12, seed=3)


def shares(values: pl.Series) -> dict[object, float]:
    return {value: count / len(values) for value, count in values.value_counts().rows()}


def test_columns_and_types():
    assert make_business(5, 2).schema == {
        "company": pl.Int64,
        "name": pl.String,
        "state": pl.String,
        "sector": pl.String,
        "month": pl.String,
        "employees": pl.Int64,
        "revenue": pl.Float64,
        "wages": pl.Float64,
        "sales": pl.Int64,
    }


def test_every_company_reports_every_month():
    frame = make_business(7, 14)
    assert frame.height == 7 * 14
    months = [*(f"2024-{month:02d}" for month in range(1, 13)), "2025-01", "2025-02"]
    for (_number,), own in frame.group_by("company"):
        assert own["month"].to_list() == months
        assert own["state"].n_unique() == own["sector"].n_unique() == own["name"].n_unique() == 1


def test_shares_of_states_and_sectors(business):
    companies = business.unique("company")
    assert shares(companies["state"]) == pytest.approx(STATES, abs=0.02)
    expected = {code: sector.share for code, sector in SECTORS.items()}
    assert shares(companies["sector"]) == pytest.approx(expected, abs=0.02)


def test_employees_follow_a_pareto_law(business):
    size = business.group_by("company").agg(pl.col("employees").mean())["employees"].to_numpy()
    for least in (10, 50, 200):
        expected = (5 / least) ** 1.1
        assert (size >= least).mean() == pytest.approx(expected, rel=0.15)
    size = np.sort(size)
    assert size[-2] < 2_100
    assert size[-1] == pytest.approx(9_000, rel=0.02)


def test_revenue_is_skewed(business):
    revenue = business["revenue"].drop_nulls().to_numpy()
    assert revenue.mean() > 4 * np.median(revenue)
    assert revenue.min() > 0


def test_revenue_for_each_employee(business):
    """The median of lognormal factors around 1 is 1, and that of a whole year's seasons nearly."""
    rate = business.group_by("sector").agg((pl.col("revenue") / pl.col("employees")).median())
    expected = {code: sector.productivity for code, sector in SECTORS.items()}
    assert dict(rate.rows()) == pytest.approx(expected, rel=0.08)


def test_seasons(business):
    level = pl.col("revenue") / pl.col("revenue").mean().over("company")
    month = pl.col("month").str.slice(5).cast(pl.Int64)
    levels = business.with_columns(month, level=level)
    medians = levels.group_by("sector", "month").agg(pl.col("level").median())
    for code, expected in (("F41", 7), ("G47", 12)):
        own = medians.filter(pl.col("sector") == code).sort("level")
        assert own["month"][-1] == expected
        assert own["level"][-1] == pytest.approx(1 + SECTORS[code].season, abs=0.03)


def test_one_company_makes_thirty_percent(business):
    totals = business.group_by("company").agg(pl.col("revenue").sum()).sort("revenue")["revenue"]
    assert totals[-1] / totals.sum() == pytest.approx(0.30, abs=0.05)
    assert totals[-1] > 10 * totals[-2]


def test_the_largest_company_is_at_a_random_place():
    places = {make_business(20, 1, seed=seed)["employees"].arg_max() for seed in range(10)}
    assert len(places) > 4


def test_gaps(business):
    missing = {name: business[name].is_null().mean() for name in ("revenue", "wages", "sales")}
    expected = {"revenue": 0.03, "wages": 0.02, "sales": 0.05}
    assert missing == pytest.approx(expected, abs=0.003)
    assert business["employees"].null_count() == 0


def test_size_and_seed():
    assert make_business(9, 3, seed=1).equals(make_business(9, 3, seed=1))
    assert not make_business(9, 3, seed=1).equals(make_business(9, 3, seed=2))
    assert make_business(9, 3).shape == (27, 9)


def test_the_values_are_the_same_everywhere():
    assert content_sha256(make_business(20, 6, seed=1)) == CONTENT


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n_companies": 1}, "'n_companies' must be a whole number of at least 2"),
        ({"n_months": 0}, "'n_months' must be a whole number of at least 1"),
        ({"n_months": 1_201}, "'n_months' must be at most 1,200"),
        ({"seed": -1}, "'seed' must be a whole number of at least 0"),
    ],
)
def test_wrong_numbers(settings, message):
    with pytest.raises(RequestError, match=message):
        make_business(**settings)
