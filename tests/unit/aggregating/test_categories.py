"""Encoders of categories, by hand."""

from datetime import date

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from covey.aggregating import fit
from covey.core.encoding import Treatment
from covey.core.errors import CoveyError
from covey.core.partition import Partition
from covey.core.profile import Profile
from covey.core.table import Origin, Table


def encoder_of(values, **treatment):
    table = Table(nw.from_native(pl.DataFrame({"x": values}), eager_only=True), Origin("t"))
    treatment = Treatment(**treatment)
    categorical = ["x"] if treatment.kind not in ("numeric", "date") else []
    profile = Profile.of(table, ["x"], categorical=categorical)
    return fit(profile, ["x"], {"x": treatment}).encoders[0], table


def test_indicators_have_a_variance_of_one():
    encoder, table = encoder_of(["a", "a", "b", "c"], kind="nominal")
    X = encoder.encode(table)
    # Shares 1/2, 1/4, 1/4: P = 1 − 3/8. Rows differ by √(2/P) if their categories do.
    assert X.shape == (4, 3)
    assert X.var(axis=0).sum() == pytest.approx(1.0)
    assert np.square(X[0] - X[2]).sum() == pytest.approx(2 / (1 - 3 / 8))
    assert np.square(X[0] - X[1]).sum() == 0.0
    assert X.mean(axis=0) == pytest.approx(0.0)


@pytest.mark.parametrize("scaling", ["minmax", "none"])
def test_a_mismatch_costs_one_unless_variances_do(scaling):
    encoder, table = encoder_of(["a", "a", "b", "c"], kind="nominal", scaling=scaling)
    X = encoder.encode(table)
    assert np.square(X[0] - X[3]).sum() == pytest.approx(1.0)
    encoder, table = encoder_of(["a", "b"], kind="nominal", scaling=scaling, importance=3.0)
    assert np.square(np.diff(encoder.encode(table), axis=0)).sum() == pytest.approx(3.0)


def test_a_group_has_its_mode_and_ties_go_to_the_more_frequent_category():
    values = ["b", "a", "a", "b", "c", "c", "b", "d", "a"]
    encoder, table = encoder_of(values, kind="nominal")
    # a and b occur three times, c twice, d once: of b and d, b; of a and b, a by its name.
    found = encoder.decode(table, Partition([0, 0, 0, 1, 1, 1, 2, 2, 0], k=2))
    assert found.to_list() == ["a", "a", "a", "c", "c", "c", "b", "b", "a"]
    tied, _ = encoder_of(values, kind="nominal")
    found = tied.decode(table, Partition([0, 0, 1, 1, 1, 1, 1, 1, 1], k=2))
    assert found.to_list()[:2] == ["a", "a"]


@pytest.mark.parametrize("kind", ["nominal", "boolean"])
def test_values_keep_their_type(kind):
    values = [True, False, True] if kind == "boolean" else [3, 1, 3]
    encoder, table = encoder_of(values, kind=kind)
    found = encoder.decode(table, Partition([0, 0, 0], k=2))
    assert found.to_list() == [values[0]] * 3
    assert found.dtype == table.column("x").dtype


def test_an_order_is_kept_and_the_lower_of_two_middle_categories_released():
    levels = ("none", "low", "high")
    encoder, table = encoder_of(["high", "none", "low", "high"], kind="ordinal", levels=levels)
    X = encoder.encode(table)[:, 0]
    places = np.array([2.0, 0.0, 1.0, 2.0])
    assert pytest.approx((places - places.mean()) / places.std()) == X
    found = encoder.decode(table, Partition([0, 0, 0, 0], k=2))
    assert found.to_list() == ["low"] * 4
    plain, _ = encoder_of(
        ["high", "none", "low", "high"], kind="ordinal", levels=levels, scaling="none"
    )
    assert plain.encode(table)[:, 0].tolist() == places.tolist()
    minmax, _ = encoder_of(
        ["high", "none", "low", "high"], kind="ordinal", levels=levels, scaling="minmax"
    )
    assert minmax.encode(table)[:, 0].tolist() == [1.0, 0.0, 0.5, 1.0]


def test_constants_take_no_part_in_distances():
    for kind, levels in (("nominal", ()), ("ordinal", ("a", "b"))):
        encoder, table = encoder_of(["a", "a"], kind=kind, levels=levels)
        assert not encoder.encode(table).any()


def test_what_is_no_level_is_counted_and_not_shown():
    with pytest.raises(CoveyError, match="holds 2 values that are no level") as caught:
        encoder_of(["a", "secret", "hidden"], kind="ordinal", levels=("a", "b"))
    assert "secret" not in str(caught.value)


def test_very_many_categories_are_refused():
    with pytest.raises(CoveyError, match="more than 1,000 categories"):
        encoder_of([f"name {i}" for i in range(1_001)], kind="nominal")
    encoder, _ = encoder_of([f"name {i}" for i in range(1_000)], kind="nominal")
    assert encoder.width == 1_000


def test_dates_come_back_as_dates():
    days = [date(2020, 1, 1), date(2020, 1, 4), date(1890, 5, 1), date(1890, 5, 2)]
    encoder, table = encoder_of(days, kind="date")
    found = encoder.decode(table, Partition([0, 0, 1, 1], k=2))
    masked = table.with_values({"x": found}).column("x")
    assert masked.to_list() == [date(2020, 1, 3)] * 2 + [date(1890, 5, 2)] * 2
    assert masked.dtype == nw.Date


def test_medians_of_numbers():
    encoder, table = encoder_of([1.0, 100.0, 3.0, 4.0], kind="numeric", aggregate="median")
    assert encoder.decode(table, Partition([0] * 4, k=2)).tolist() == [3.5] * 4
