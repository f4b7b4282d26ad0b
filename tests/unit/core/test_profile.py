from __future__ import annotations

import json

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from covey.core.encoding import Scale, scale
from covey.core.errors import InputError
from covey.core.profile import ColumnProfile, Moments, Profile
from covey.core.table import Origin, Table
from covey.reading import read

TABLES = {
    "normal": np.random.default_rng(0).normal(size=(1000, 3)),
    "far from zero": 1e9 + np.random.default_rng(1).normal(size=(1000, 2)),
    "huge and tiny": np.random.default_rng(2).normal(size=(300, 2)) * [1e300, 1e-300],
    "constant": np.column_stack([np.full(50, 0.1), np.zeros(50), np.arange(50.0)]),
    "zeros first": np.concatenate([np.zeros((40, 1)), np.full((20, 1), 1e-200)]),
}


def in_steps(column, step):
    profile = ColumnProfile("x")
    for start in range(0, len(column), step):
        profile.add_numbers(column[start : start + step])
    return profile


def table(**columns):
    return Table(nw.from_native(pl.DataFrame(columns), eager_only=True), Origin("a.csv"))


class InPieces:
    """A table as a source of several batches."""

    def __init__(self, whole, *sizes):
        self.whole, self.sizes = whole, sizes
        self.origin, self.names, self.n_records = whole.origin, whole.names, whole.n_records
        self.kind = whole.kind

    def batches(self, _names):
        start = 0
        for size in self.sizes:
            yield self.whole.take(list(range(start, start + size)))
            start += size


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("scaling", ["zscore", "minmax", "none"])
@pytest.mark.parametrize("step", [1, 7, 1000])
def test_parts_are_scaled_as_the_whole_table(name, scaling, step):
    X = TABLES[name]
    tolerance = 1e-5 if name == "far from zero" else 1e-12
    for j, column in enumerate(X.T):
        scaled = Scale.of(in_steps(column, step), scaling).apply(column)
        wanted = scale(X, scaling)[:, j]
        np.testing.assert_allclose(scaled, wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", TABLES)
def test_one_batch_has_the_moments_that_numpy_computes(name):
    for column in TABLES[name].T:
        profile = in_steps(column, len(column))
        unit = np.ldexp(np.ascontiguousarray(column), -profile.exponent)
        assert profile.mean == unit.mean()
        assert profile.deviation() == unit.std()


def test_a_profile_survives_a_note():
    whole = Profile.of(table(x=[1, 2**60 + 1], y=[0.25, 1e300]), ["x", "y"], with_decimals=True)
    again = Profile.from_dict(json.loads(json.dumps(whole.to_dict(), allow_nan=False)))
    assert again == whole
    assert again["x"].most == 2**60 + 1


def test_batches_merge_to_the_profile_of_the_whole():
    whole = table(x=[1.5, 2.25, 7.0, -3.0, 0.1], y=[5, 4, 3, 2, 1])
    parts = InPieces(whole, 2, 1, 2)
    found = Profile.of(parts, ["x", "y"], with_decimals=True)
    wanted = Profile.of(whole, ["x", "y"], with_decimals=True)
    for name in ("x", "y"):
        assert found[name].squares == pytest.approx(wanted[name].squares)
        assert (found[name].low, found[name].high) == (wanted[name].low, wanted[name].high)
        assert (found[name].least, found[name].decimals) == (
            wanted[name].least,
            wanted[name].decimals,
        )


def test_gaps_are_counted_over_all_batches():
    whole = table(x=[1.0, 2.0, None, float("nan"), float("inf")])
    found = Profile.of(InPieces(whole, 2, 2, 1), ["x"])
    assert (found["x"].missing.count, found["x"].missing.first) == (2, 3)
    assert (found["x"].infinite.count, found["x"].infinite.first) == (1, 5)
    sentence = "Column 'x' has 2 values missing, the first in record 3. Fill them in or remove"
    with pytest.raises(InputError, match=sentence):
        found.check_complete(["x"])


def test_another_number_of_records_is_refused():
    whole = table(x=[1.0, 2.0, 3.0])
    with pytest.raises(InputError, match=r"'a\.csv' has 2 records where its header says 3"):
        Profile.of(InPieces(whole, 2), ["x"])


def test_moments_stand_side_by_side():
    profile = Profile.of(table(x=[1.0, 3.0], y=[7.0, 7.0]), ["x", "y"])
    moments = profile.moments(["y", "x"])
    assert isinstance(moments, Moments)
    assert moments.is_constant.tolist() == [True, False]
    assert np.ldexp(moments.deviations(), moments.exponents).tolist() == [0.0, 1.0]


def test_no_numbers_change_nothing():
    profile = ColumnProfile("x")
    profile.add_numbers(np.empty(0))
    assert profile.count == 0


@pytest.mark.parametrize("step", [1, 100])
def test_different_whole_numbers_that_are_equal_as_floats_are_refused(step):
    source = table(a=[2**60 + step * i for i in range(20)])
    with pytest.raises(
        InputError, match=r"'a' holds whole numbers above 2⁵³, which .* identifier: "
    ):
        Profile.of(source, ["a"]).check_complete(["a"])


def test_large_whole_numbers_that_floats_tell_apart_are_taken():
    columns = {
        "a": [2**60 + 256 * i for i in range(20)],
        "b": [2**60] * 20,
        "c": [*range(19), 2**62],
    }
    Profile.of(table(**columns), list(columns)).check_complete(columns)


def test_more_digits_than_an_integer_has(tmp_path):
    path = tmp_path / "in.csv"
    path.write_text("a\n" + "".join(f"{10**20 + i}\n" for i in range(20)), encoding="utf-8")
    with pytest.raises(InputError, match="different ones become equal"):
        Profile.of(read(path), ["a"]).check_complete(["a"])
