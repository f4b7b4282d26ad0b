"""The simulated survey has the distributions that its documentation states."""

from __future__ import annotations

import datetime

import numpy as np
import polars as pl
import pytest

from covey.core.errors import RequestError
from covey.datasets import make_survey
from covey.datasets.loading import content_sha256
from covey.datasets.survey import REGIONS, WEIGHTS

CONTENT = "67dd417c9cf5d4d8a8b6dc193774de41cf28ace6f331b5f5156c2cca6db57316"


@pytest.fixture(scope="module")
def survey():
    return make_survey(40_000, seed=3)


def shares(values: pl.Series) -> dict[object, float]:
    return {value: count / len(values) for value, count in values.value_counts().rows()}


def test_columns_and_types():
    assert make_survey(5).schema == {
        "person": pl.String,
        "household": pl.String,
        "region": pl.String,
        "weight": pl.Float64,
        "interview": pl.Date,
        "age": pl.Int64,
        "sex": pl.String,
        "education": pl.String,
        "activity": pl.String,
        "income": pl.Int64,
        "household_income": pl.Int64,
        "illness": pl.String,
    }


def test_households_have_one_to_six_persons(survey):
    sizes = survey.group_by("household").len()["len"]
    assert len(sizes) == 40_000
    assert survey["person"].n_unique() == survey.height
    found = shares(sizes)
    expected = {1: 0.34, 2: 0.33, 3: 0.14, 4: 0.12, 5: 0.05, 6: 0.02}
    assert found == pytest.approx(expected, abs=0.01)
    assert sizes.mean() == pytest.approx(2.27, abs=0.02)


@pytest.mark.parametrize("column", ["region", "weight", "interview", "household_income"])
def test_what_belongs_to_the_household_is_the_same_for_its_members(survey, column):
    assert survey.group_by("household").agg(pl.col(column).n_unique())[column].max() == 1


def test_regions_and_weights(survey):
    first = survey.unique("household")
    assert shares(first["region"]) == pytest.approx(REGIONS, abs=0.01)
    sizes = pl.col("person").len().over("household")
    alone = survey.filter(sizes == 1).group_by("region").agg(pl.col("weight").unique())
    others = survey.filter(sizes > 1).group_by("region").agg(pl.col("weight").unique())
    assert dict(others.rows()) == {region: [weight] for region, weight in WEIGHTS.items()}
    assert dict(alone.rows()) == {region: [1.25 * weight] for region, weight in WEIGHTS.items()}


def test_dates_of_interviews(survey):
    days = survey["interview"]
    assert days.min() == datetime.date(2024, 3, 1)
    assert days.max() == datetime.date(2024, 6, 28)
    assert days.n_unique() == 120


def test_ages(survey):
    place = pl.int_range(pl.len()).over("household")
    size = pl.len().over("household")
    small = survey.filter((place == 0) & (size <= 2))["age"]
    assert (small.min(), small.max()) == (20, 89)
    large = survey.filter((place == 0) & (size > 2))["age"]
    assert (large.min(), large.max()) == (28, 57)
    pairs = survey.with_columns(first=pl.col("age").first().over("household"))
    partners = pairs.filter((place == 1) & (pl.col("first") > 40) & (pl.col("first") < 70))
    gap = partners["age"] - partners["first"]
    assert abs(gap.mean()) < 0.2
    assert gap.std() == pytest.approx(4, abs=0.3)
    gap = (pairs["first"] - pairs["age"]).filter(pairs.select(place=place)["place"] > 1)
    assert gap.min() >= 20
    assert gap.max() <= 38


def test_shares_of_categories(survey):
    assert shares(survey["sex"]) == pytest.approx({"female": 0.51, "male": 0.49}, abs=0.01)
    adults = survey.filter(pl.col("age").is_between(25, 64))
    assert shares(adults["education"].drop_nulls()) == pytest.approx(
        {"none": 0.03, "primary": 0.17, "secondary": 0.47, "tertiary": 0.33}, abs=0.01
    )
    assert shares(adults["activity"]) == pytest.approx(
        {"employed": 0.74, "home": 0.15, "unemployed": 0.07, "student": 0.04}, abs=0.01
    )
    old = survey.filter(pl.col("age") >= 65)
    assert shares(old["illness"]) == pytest.approx(
        {"none": 0.55, "asthma": 0.06, "depression": 0.08, "diabetes": 0.16, "heart disease": 0.15},
        abs=0.01,
    )
    children = survey.filter(pl.col("age") < 15)
    assert children["activity"].unique().to_list() == ["child"]
    assert "child" not in survey.filter(pl.col("age") >= 15)["activity"]


def test_gaps_and_codes(survey):
    children = survey.filter(pl.col("age") < 15)
    assert children["income"].null_count() == children["education"].null_count() == len(children)
    asked = survey.filter(pl.col("age") >= 15)
    assert asked["education"].is_null().mean() == pytest.approx(0.02, abs=0.003)
    assert asked["income"].is_null().mean() == pytest.approx(0.04, abs=0.005)
    assert (asked["income"] == -9).sum() / len(asked) == pytest.approx(0.06, abs=0.005)
    whole = ("person", "household", "region", "weight", "interview", "age", "sex", "activity")
    assert sum(survey[name].null_count() for name in whole) == 0


def test_incomes_are_skewed_and_depend_on_activity(survey):
    told = survey.filter((pl.col("income") >= 0) & (pl.col("education") == "secondary"))
    medians = dict(told.group_by("activity").agg(pl.col("income").median()).rows())
    expected = {
        "employed": 30_000,
        "retired": 17_000,
        "unemployed": 9_000,
        "home": 7_000,
        "student": 5_000,
    }
    assert medians == pytest.approx(expected, rel=0.06)
    employed = told.filter(pl.col("activity") == "employed")["income"].to_numpy()
    assert np.log(employed).std() == pytest.approx(0.55, abs=0.02)
    assert employed.mean() == pytest.approx(30_000 * np.exp(0.55**2 / 2), rel=0.03)


def test_household_income_is_the_sum_of_what_everybody_has(survey):
    known = pl.col("income").is_null() & (pl.col("age") >= 15) | (pl.col("income") == -9)
    told = survey.filter(~known.any().over("household"))
    totals = told.group_by("household").agg(
        pl.col("income").sum(), pl.col("household_income").first()
    )
    assert (totals["income"] - totals["household_income"]).abs().max() <= 50
    hidden = (
        survey.filter(known.any().over("household"))
        .group_by("household")
        .agg(
            pl.col("income").filter(pl.col("income") >= 0).sum(), pl.col("household_income").first()
        )
    )
    assert (hidden["household_income"] > hidden["income"]).mean() > 0.9


def test_size_and_seed():
    assert make_survey(50, seed=1).equals(make_survey(50, seed=1))
    assert not make_survey(50, seed=1).equals(make_survey(50, seed=2))
    larger = make_survey(80, seed=1)
    assert larger.head(make_survey(50, seed=1).height).equals(make_survey(50, seed=1))
    assert make_survey(1)["household"].unique().to_list() == ["H-000001"]


def test_the_values_are_the_same_everywhere():
    assert content_sha256(make_survey(100, seed=1)) == CONTENT


@pytest.mark.parametrize("count", [0, -1, 2.5, True, "many"])
def test_wrong_numbers(count):
    with pytest.raises(RequestError, match="'n_households' must be a whole number of at least 1"):
        make_survey(count)
