"""What is released of variables with missing values, worked by hand."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd
import polars as pl
import pytest

from covey.aggregating import fit
from covey.aggregating.gaps import GapEncoder, fates_of, stepped_in, with_indicators
from covey.core.classes import Classes
from covey.core.encoding import Encoding, Treatment
from covey.core.markers import Markers
from covey.core.partition import Partition
from covey.core.profile import Profile
from covey.core.taxonomy import Taxonomy
from covey.reading import read


def encoder_of(frame, *codes, unit=(), **settings):
    table = read(frame)
    treatment = Treatment(codes=codes, **settings)
    kind = treatment.kind
    categorical = ["a"] if kind in ("nominal", "ordinal", "boolean") else []
    profile = Profile.of(
        table,
        ["a"],
        categorical=categorical,
        classes=Classes(2, markers=(Markers("a", codes),)),
    )
    [encoder] = fit(profile, ["a"], {"a": treatment}, unit).encoders
    return encoder, table


def released(frame, labels, *codes, k=2, weights=None, **settings):
    encoder, table = encoder_of(frame, *codes, **settings)
    return encoder.decode(table, Partition(labels, k=k), weights)


NUMBERS = pl.DataFrame({"a": [1.0, 4.0, None, None, -9.0, -9.0, 6.0, None, -9.0, None]})
GROUPS = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
"""Values; gaps; codes; a value and a gap; a code and a gap."""


def test_pattern_gives_aggregates_and_keeps_what_all_members_lack():
    found = released(NUMBERS, GROUPS, "-9")
    assert found.to_list() == [2.5, 2.5, None, None, -9.0, -9.0, None, None, None, None]
    encoder, table = encoder_of(NUMBERS, "-9")
    fates = encoder.fates(table, Partition(GROUPS, k=2))
    assert np.flatnonzero(fates.is_new_gap).tolist() == [6, 8]
    assert not fates.is_filled.any()


def test_fill_gives_a_group_its_value_if_enough_units_have_one():
    frame = pl.DataFrame({"a": [1.0, 2.0, 6.0, None, -9.0, 7.0, 8.0, None, None, None]})
    labels = [0] * 5 + [1] * 5
    found = released(frame, labels, "-9", k=4, missing="fill")
    # Three of the first group have a value, their mean is 3; two of the second, too few.
    assert found.to_list() == [3.0] * 5 + [None] * 5
    # For k = 2 two are enough.
    found = released(frame, labels, "-9", k=2, missing="fill")
    assert found.to_list() == [3.0] * 5 + [7.5] * 5
    encoder, table = encoder_of(frame, "-9", missing="fill")
    fates = encoder.fates(table, Partition(labels, k=4))
    assert np.flatnonzero(fates.is_filled).tolist() == [3, 4]
    assert np.flatnonzero(fates.is_new_gap).tolist() == [5, 6]


def test_fill_counts_units_and_not_records():
    frame = pl.DataFrame({"a": [1.0, 2.0, 6.0, None], "u": ["x", "x", "y", "z"]})
    table_units = {"unit": ("u",), "missing": "fill"}
    assert released(frame, [0] * 4, k=3, **table_units).to_list() == [None] * 4
    other = frame.with_columns(u=pl.Series(["x", "w", "y", "z"]))
    assert released(other, [0] * 4, k=3, **table_units).to_list() == [3.0] * 4


def test_means_are_weighted_among_those_who_have_a_value():
    frame = pl.DataFrame({"a": [1.0, 4.0, None, 9.0, 9.0, 9.0]})
    weights = np.array([2.0, 1.0, 50.0, 1.0, 1.0, 1.0])
    settings = {"k": 2, "missing": "fill", "weights": weights}
    found = released(frame, [0, 0, 0, 1, 1, 1], **settings)
    assert found.to_list() == [2.0, 2.0, 2.0, 9.0, 9.0, 9.0]


@pytest.mark.parametrize(
    ("frame", "settings", "expected"),
    [
        (["b", "b", "a", "x", "x", "b", None], {"kind": "nominal"}, "b"),
        (
            ["lo", "mid", "mid", "x", "x", "hi", None],
            {"kind": "ordinal", "levels": ("lo", "mid", "hi")},
            "mid",
        ),
    ],
)
def test_codes_of_categories_stay_as_well(frame, settings, expected):
    found = released(pl.DataFrame({"a": frame}), [0, 0, 0, 1, 1, 2, 2], "x", **settings)
    assert found.to_list() == [expected] * 3 + ["x", "x", None, None]


@pytest.mark.parametrize("categories", [["a", "b", "x"], ["x", "b", "a"]])
def test_codes_stay_beside_nodes_that_are_no_categories_of_the_column(categories):
    # The first two differ and are covered by r, which pandas' type of the column does not know.
    column = pd.Categorical(["a", "b", "x", "x", "b", "b"], categories=categories)
    tree = Taxonomy.of((("a", "r"), ("b", "r"), ("r", "all"), ("c", "all")), "The tree")
    settings = {"kind": "nominal", "taxonomy": tree, "aggregate": "ancestor"}
    found = released(pd.DataFrame({"a": column}), [0, 0, 1, 1, 2, 2], "x", **settings)
    assert found.to_list() == ["r", "r", "x", "x", "b", "b"]


def test_categories_of_pandas_that_are_numbers_may_have_gaps_and_codes():
    column = pd.Categorical([1, 1, 2, 9, 9, 2, None])
    found = released(
        pd.DataFrame({"a": column}), [0, 0, 0, 1, 1, 2, 2], "9", kind="nominal"
    ).to_native()
    assert found.tolist()[:5] == [1, 1, 1, 9, 9]
    assert found.isna().tolist() == [False] * 5 + [True] * 2


def test_codes_of_dates_stay_and_dates_come_back():
    never, days = dt.date(1900, 1, 1), [dt.date(2020, 1, 1), dt.date(2020, 1, 3)]
    frame = pl.DataFrame({"a": [*days, never, never, None, None, days[0], None]})
    found = released(frame, [0, 0, 1, 1, 2, 2, 3, 3], "1900-01-01", kind="date")
    middle = dt.date(2020, 1, 2)
    assert found.to_list() == [middle, middle, never, never, None, None, None, None]
    assert found.dtype == read(frame).column("a").dtype


def test_integers_of_pandas_become_nullable_where_cells_are_blanked():
    frame = pd.DataFrame({"a": [1, 3, -9, -9, 5, -9]})
    settings = {"rounding": "auto"}
    found = released(frame, [0, 0, 1, 1, 2, 2], "-9", **settings).to_native()
    assert str(found.dtype) == "Int64"
    assert found.to_list() == [2, 2, -9, -9, pd.NA, pd.NA]
    kept = released(frame, [0, 0, 1, 1, 0, 1], "-9", **settings).to_native()
    assert str(kept.dtype) == "int64"
    assert kept.to_list() == [3, 3, -9, -9, 3, -9]


def test_floats_of_pandas_hold_nan():
    frame = pd.DataFrame({"a": [1.0, np.nan, 3.0, 5.0]})
    found = released(frame, [0, 0, 1, 1]).to_native()
    assert str(found.dtype) == "float64"
    assert np.isnan(found.to_list()[:2]).all()
    assert found.to_list()[2:] == [4.0, 4.0]


@pytest.mark.parametrize("scaling", ["zscore", "minmax", "none"])
@pytest.mark.parametrize("kind", ["numeric", "nominal", "ordinal"])
def test_a_missing_value_lies_at_the_mean_of_the_others(scaling, kind):
    values = [1.0, 2.0, 6.0, None] if kind == "numeric" else ["u", "v", "v", None]
    settings = {"kind": kind, "scaling": scaling, "importance": 4.0}
    if kind == "ordinal":
        settings["levels"] = ("u", "v", "w")
    encoder, table = encoder_of(pl.DataFrame({"a": values}), **settings)
    X = encoder.encode(table)
    assert X[3] == pytest.approx(X[:3].mean(axis=0))
    assert encoder.standard(table)[3] == pytest.approx(0.0)


def test_a_mismatch_costs_one_more_under_fill_times_the_importance():
    frame = pl.DataFrame({"a": [1.0, 3.0, None, None]})
    encoder, table = encoder_of(frame, missing="fill", importance=4.0)
    X = encoder.encode(table)
    # One deviation from the mean, times the importance, and the mismatch, times the importance.
    assert np.square(X[0] - X[2]).sum() == pytest.approx(4.0 + 4.0)
    assert X[2].tolist() == X[3].tolist() == encoder.blank.tolist()


def test_a_variable_without_gaps_has_the_encoder_of_its_kind():
    encoder, _ = encoder_of(pl.DataFrame({"a": [1.0, 3.0]}))
    assert not isinstance(encoder, GapEncoder)


def test_indicators_part_gaps_from_values_where_they_are_asked_for():
    encoder, table = encoder_of(pl.DataFrame({"a": [1.0, 3.0, None]}))
    encoding = with_indicators(Encoding((encoder,)), frozenset({"a"}), 9.0)
    X = encoding.encode(table)
    assert X.shape == (3, 2)
    assert X[:, 1].tolist() == [0.0, 0.0, 3.0]
    assert list(fates_of(encoding, table, Partition([0, 0, 0], k=2))) == ["a"]


@pytest.mark.parametrize(("rounding", "expected"), [("auto", 98), (1, 98.9), ("none", 99 - 3.7e-5)])
def test_a_group_whose_mean_is_a_code_is_released_beside_it(rounding, expected):
    frame = pl.DataFrame({"a": [98, 98, 100, 100] + [99] * 4 + [20, 22] * 4})
    labels = [0] * 4 + [1] * 4 + [2] * 8
    found = released(frame, labels, "99", rounding=rounding).to_list()
    # The mean is 47, so it goes down; the deviation about 37, a millionth of it 3.7e-5.
    assert len(set(found[:4])) == 1
    assert found[0] == pytest.approx(expected, abs=1e-6)
    assert found[4:] == [99] * 4 + [21] * 8
    encoder, table = encoder_of(frame, "99", rounding=rounding)
    groups = Partition(labels, k=4)
    assert stepped_in(Encoding((encoder,)), table, groups, None) == {"a": 1}


def test_a_date_that_is_a_code_is_released_a_day_beside_it():
    days = [dt.date(2020, 1, 1), dt.date(2020, 1, 3), dt.date(2024, 1, 1), dt.date(2024, 1, 1)]
    found = released(pl.DataFrame({"a": days}), [0, 0, 1, 1], "2020-01-02", kind="date")
    assert found[0] == pd.Timestamp("2020-01-03")
