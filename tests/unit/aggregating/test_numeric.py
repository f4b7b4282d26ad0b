from datetime import UTC, date, datetime, timedelta

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from covey.aggregating import fit
from covey.core.encoding import Treatment
from covey.core.partition import Partition
from covey.core.profile import Profile
from covey.core.table import Dialect, Origin, Table

FRAME = pl.DataFrame(
    {
        "name": ["a", "b", "c", "d"],
        "age": pl.Series([30, 33, 40, 44], dtype=pl.Int16),
        "weight": [70.5, 71.0, 80.25, 81.0],
        "share": [1 / 3, 2 / 3, 1 / 7, 2 / 7],
        "illness": ["x", "y", "x", "y"],
    }
)
QUASI = ("age", "weight", "share")


def masked(rounding, frame=FRAME, names=QUASI):
    table = Table(nw.from_native(frame, eager_only=True), Origin("test"))
    profile = Profile.of(table, names, with_decimals=rounding == "auto")
    encoding = fit(profile, names, dict.fromkeys(names, Treatment(rounding=rounding)))
    return encoding.decode(table, Partition([0, 0, 1, 1], k=2)).to_native()


def test_the_rest_stays_in_order():
    released = masked("none")
    assert released.columns == FRAME.columns
    assert released["illness"].to_list() == ["x", "y", "x", "y"]
    assert released["age"].to_list() == [31.5, 31.5, 42.0, 42.0]


@pytest.mark.parametrize(
    ("decimals", "ages", "shares"),
    [(0, [32, 32, 42, 42], [0.0] * 4), (1, [31.5, 31.5, 42.0, 42.0], [0.5, 0.5, 0.2, 0.2])],
)
def test_a_number_of_decimals_holds_for_every_column(decimals, ages, shares):
    released = masked(decimals)
    assert released["age"].to_list() == ages
    assert released["age"].dtype == (pl.Int16 if decimals == 0 else pl.Float64)
    assert released["share"].to_list() == shares
    means = [70.75, 70.75, 80.625, 80.625]
    assert released["weight"].to_list() == [round(mean, decimals) for mean in means]


def test_rounding_brings_back_type_and_decimals():
    released = masked("auto")
    assert released["age"].dtype == pl.Int16
    assert released["age"].to_list() == [32, 32, 42, 42]
    assert released["weight"].to_list() == [70.75, 70.75, 80.62, 80.62]
    np.testing.assert_allclose(released["share"].to_list(), [0.5, 0.5, 3 / 14, 3 / 14])


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([2**64 - 1 - i for i in range(4)], pl.UInt64),
        ([2**63 - 1, 2**63 - 2, -5, -6], pl.Int64),
        ([-(2**63), -(2**63) + 1, 3, 4], pl.Int64),
        ([127, 127, -128, -127], pl.Int8),
    ],
)
def test_rounding_never_leaves_the_range_of_the_column(values, dtype):
    frame = pl.DataFrame({"x": pl.Series(values, dtype=dtype)})
    released = masked("auto", frame, ("x",))["x"]
    assert released.dtype == dtype
    assert min(values) <= released.min()
    assert released.max() <= max(values)
    assert released[0] == released[1]
    assert abs(released[0] - values[0]) <= 2048  # a float near 2⁶⁴ is that coarse


def test_rounding_keeps_the_decimals_of_single_precision():
    frame = pl.DataFrame({"x": pl.Series([0.1, 0.3, 7.2, 7.7], dtype=pl.Float32)})
    released = masked("auto", frame, ("x",))["x"]
    assert released.dtype == pl.Float32
    assert released.cast(pl.String).to_list()[::2] == ["0.2", "7.4"]


@pytest.mark.parametrize("name", ["x", "^x.*$"])
def test_rounding_takes_the_decimals_that_the_file_writes(name):
    texts = ["7.50", "3.00", "2.80", "1.05"]
    frame = nw.from_native(pl.DataFrame({name: [7.5, 3.0, 2.8, 1.05]}), eager_only=True)
    text = nw.from_native(pl.Series(name, texts), series_only=True)
    table = Table(frame, Origin("t.csv", dialect=Dialect()), verbatim={name: text})
    assert table.written_decimals(name) == 2
    assert Profile.of(table, [name], with_decimals=True)[name].decimals == 2


def test_exponents_show_no_decimals():
    frame = nw.from_native(pl.DataFrame({"x": [7.5, 300.0]}), eager_only=True)
    text = nw.from_native(pl.Series("x", ["7.50", "3e2"]), series_only=True)
    table = Table(frame, Origin("t.csv", dialect=Dialect()), verbatim={"x": text})
    assert table.written_decimals("x") is None
    assert Profile.of(table, ["x"], with_decimals=True)["x"].decimals == 1


def test_a_part_has_the_precision_and_the_scale_of_the_whole():
    whole = Table(nw.from_native(FRAME, eager_only=True), Origin("test"))
    profile = Profile.of(whole, QUASI, with_decimals=True)
    encoding = fit(profile, QUASI, dict.fromkeys(QUASI, Treatment(rounding="auto")))
    part = whole.take([2, 3])
    assert (encoding.encode(part) == encoding.encode(whole)[2:]).all()
    released = encoding.decode(part, Partition([0, 0], k=2)).to_native()
    assert released["weight"].to_list() == [80.62, 80.62]


def coded(values, partition, rounding="none", **limits):
    table = Table(nw.from_native(pl.DataFrame({"x": values}), eager_only=True), Origin("test"))
    treatment = Treatment(rounding=rounding, **limits)
    profile = Profile.of(table, ["x"], limits={"x": treatment.limits})
    encoder = fit(profile, ["x"], {"x": treatment}).encoders[0]
    return encoder, table, encoder.decode(table, Partition(partition, k=2))


def test_values_beyond_limits_are_set_to_them_before_all_else():
    values = [0.0, 2.0, 4.0, 100.0]
    encoder, table, released = coded(values, [0, 0, 1, 1], top=6.0, bottom=2.0)
    # Coded: 2, 2, 4, 6, of mean 3.5 and variance (2.25 + 2.25 + 0.25 + 6.25) / 4 = 2.75.
    wanted = (np.array([2.0, 2.0, 4.0, 6.0]) - 3.5) / np.sqrt(2.75)
    np.testing.assert_allclose(encoder.encode(table)[:, 0], wanted)
    assert released.tolist() == [2.0, 2.0, 5.0, 5.0]
    assert (encoder.profile.n_below, encoder.profile.n_above) == (1, 1)
    assert encoder.blank == pytest.approx(0.0)
    # The loss is counted from the true values.
    true = (np.array(values) - np.mean(values)) / np.std(values)
    np.testing.assert_allclose(encoder.standard(table)[:, 0], true)


def test_limits_on_the_scale_of_extremes():
    encoder, table, _ = coded([0.0, 2.0, 4.0, 100.0], [0] * 4, scaling="minmax", top=8.0)
    assert encoder.encode(table)[:, 0].tolist() == [0.0, 0.25, 0.5, 1.0]


def test_a_limit_below_all_values_is_released():
    encoder, table, released = coded([10, 11, 12, 13], [0] * 4, rounding="auto", top=5.0)
    assert released.tolist() == [5] * 4
    assert not encoder.encode(table).any()
    assert encoder.profile.n_above == 4


def test_one_limit_that_nothing_passes_changes_nothing():
    encoder, table, released = coded([1.0, 3.0, 5.0, 7.0], [0, 0, 1, 1], top=9.0)
    plain, _, same = coded([1.0, 3.0, 5.0, 7.0], [0, 0, 1, 1], bottom=0.0)
    assert released.tolist() == same.tolist() == [2.0, 2.0, 6.0, 6.0]
    assert (encoder.encode(table) == plain.encode(table)).all()


def dates(values, partition=(0, 0), **treatment):
    table = Table(nw.from_native(pl.DataFrame({"x": values}), eager_only=True), Origin("test"))
    made = Treatment(kind="date", **treatment)
    limits = {} if made.limits is None else {"x": made.limits}
    encoding = fit(Profile.of(table, ["x"], limits=limits), ["x"], {"x": made})
    return encoding.decode(table, Partition(partition, k=2)).column("x").to_list()


def test_days_stay_days_and_seconds_seconds():
    midnights = [datetime(1965, 1, 1), datetime(1965, 1, 4)]
    assert dates(midnights) == [datetime(1965, 1, 3)] * 2  # 1.5 days: the even of two neighbours
    seconds = [datetime(2024, 1, 1, 12, 0, 0), datetime(2024, 1, 1, 12, 0, 3)]
    assert dates(seconds) == [seconds[0] + timedelta(seconds=2)] * 2
    parts = [datetime(2024, 1, 1, 12), datetime(2024, 1, 1, 12, 0, 0, 500_000)]
    assert dates(parts) == [datetime(2024, 1, 1, 12, 0, 0, 250_000)] * 2


def test_medians_and_limits_of_dates():
    days = [date(1890, 1, 1), date(1950, 1, 1), date(2020, 1, 1)]
    assert dates(days, [0] * 3, aggregate="median") == [date(1950, 1, 1)] * 3
    top = datetime(1960, 1, 1, tzinfo=UTC).timestamp() * 1e6
    assert dates([date(1958, 1, 1), date(2020, 1, 1)], top=top) == [date(1959, 1, 1)] * 2
