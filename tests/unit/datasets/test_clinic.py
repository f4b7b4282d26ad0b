"""The packaged sample is what its generator says, and looks like a clinic."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import polars as pl
import pytest

from covey.core.errors import RequestError
from covey.datasets import load
from covey.datasets.clinic import make_clinic


def correlation(data: pl.DataFrame, one: str, other: str) -> float:
    return float(np.corrcoef(data[one], data[other])[0, 1])


def test_packaged_file_is_what_the_generator_writes() -> None:
    packaged = (files("covey.datasets") / "clinic.csv").read_text(encoding="utf-8")
    assert packaged == make_clinic().write_csv()


def test_loaded_columns_and_types() -> None:
    assert load("clinic").schema == {
        "patient_id": pl.String,
        "age": pl.Int64,
        "height_cm": pl.Int64,
        "weight_kg": pl.Float64,
        "systolic_bp": pl.Int64,
        "distance_km": pl.Float64,
        "yearly_income": pl.Int64,
        "hba1c": pl.Float64,
        "visit_month": pl.String,
    }
    assert load("clinic").equals(make_clinic())


def test_each_load_gives_a_frame_of_its_own() -> None:
    assert load("clinic") is not load("clinic")


def test_identifiers_are_unique_and_no_row_numbers() -> None:
    identifiers = load("clinic")["patient_id"]
    assert identifiers.n_unique() == len(identifiers) == 1000
    assert identifiers.str.contains(r"^P-\d{6}$").all()
    numbers = identifiers.str.strip_prefix("P-").cast(pl.Int64).to_numpy()
    assert abs(np.corrcoef(numbers, np.arange(1000))[0, 1]) < 0.1


@pytest.mark.parametrize(
    ("column", "low", "high"),
    [
        ("age", 18, 95),
        ("height_cm", 135, 210),
        ("weight_kg", 35, 180),
        ("systolic_bp", 75, 230),
        ("distance_km", 0.2, 200),
        ("yearly_income", 3_000, 250_000),
        ("hba1c", 4, 14),
    ],
)
def test_ranges_are_plausible(column: str, low: float, high: float) -> None:
    values = load("clinic")[column].to_numpy()
    assert low <= values.min() < values.max() <= high
    assert values.max() - values.min() > (high - low) / 3
    assert np.array_equal(values, np.round(values, 1))


def test_correlations_are_plausible() -> None:
    data = load("clinic")
    assert 0.3 < correlation(data, "age", "systolic_bp") < 0.7
    assert 0.4 < correlation(data, "height_cm", "weight_kg") < 0.7
    assert 0.2 < correlation(data, "age", "hba1c") < 0.6
    assert 0.1 < correlation(data, "weight_kg", "hba1c") < 0.5
    assert abs(correlation(data, "distance_km", "hba1c")) < 0.1


@pytest.mark.parametrize("column", ["distance_km", "yearly_income"])
def test_skewed_columns_are_skewed(column: str) -> None:
    values = load("clinic")[column].to_numpy()
    assert values.mean() > 1.1 * np.median(values)


def test_months_are_those_of_one_year() -> None:
    assert sorted(load("clinic")["visit_month"].unique()) == [f"2025-{m:02d}" for m in range(1, 13)]


def test_generator_obeys_size_and_seed() -> None:
    assert make_clinic(50, seed=1).equals(make_clinic(50, seed=1))
    assert not make_clinic(50, seed=1).equals(make_clinic(50, seed=2))
    assert make_clinic(7).shape == (7, 9)


def test_unknown_name_lists_what_there_is() -> None:
    with pytest.raises(RequestError, match=r"No data set 'clinics'\. Did you mean 'clinic'"):
        load("clinics")
    with pytest.raises(RequestError, match="Choose from: clinic"):
        load("nothing")
