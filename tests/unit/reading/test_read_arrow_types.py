"""Types and dates that libraries fail on are refused by column, without a dump of polars."""

from __future__ import annotations

from decimal import Decimal

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import covey
from covey.core.errors import InputError
from covey.reading import read
from covey.reading.parquet import open_parquet

N = 12
CODES = pa.array([0, 1] * (N // 2), pa.int8())


def _whole(kind, value):
    width = pa.int32() if kind == pa.date32() else pa.int64()
    return pa.array([None, value, *[0] * (N - 2)], width).cast(kind)


DATES = {
    "after, s": _whole(pa.timestamp("s"), 253402300800),
    "before, s": _whole(pa.timestamp("s"), -62135596801),
    "after, ms": _whole(pa.timestamp("ms"), 253402300800_000),
    "before, us": _whole(pa.timestamp("us"), -62135596801_000_000),
    "after, days": _whole(pa.date32(), 2**31 - 1),
    "before, days": _whole(pa.date32(), -(2**31)),
    "after, date64": _whole(pa.date64(), 10**12 * 86_400),
    "after in the zone": _whole(pa.timestamp("us", "Pacific/Auckland"), 253402300799_000_000),
    "durations": _whole(pa.duration("ms"), 2**62),
    "in lists": pa.array([[0, 253402300800_000]] * N, pa.list_(pa.timestamp("ms"))),
    "in structs": pa.array([{"x": 2**31 - 1}] * N, pa.struct([("x", pa.date32())])),
    "in dictionaries": pa.DictionaryArray.from_arrays(
        CODES, pa.array([0, 253402300800], pa.timestamp("s"))
    ),
}
TYPES = {
    "zone": pa.array([0] * N, pa.timestamp("us", "Mars/Olympus")),
    "offset": pa.array([0] * N, pa.timestamp("us", "+05:30")),
    "zone in lists": pa.array([[0]] * N, pa.list_(pa.timestamp("us", "Mars/Olympus"))),
    "decimal": pa.array([Decimal("1.5")] * N, pa.decimal256(60, 2)),
    "decimals in structs": pa.array([{"x": Decimal(1)}] * N, pa.struct([("x", pa.decimal256(60))])),
    "coded decimals": pa.DictionaryArray.from_arrays(
        CODES, pa.array([Decimal(1), Decimal(2)], pa.decimal256(60))
    ),
    "coded lists": pa.DictionaryArray.from_arrays(CODES, pa.array([[1], [2]])),
    "list views": pa.array([[1]] * N, pa.list_view(pa.int64())),
}


def _table(column):
    return pa.table({"a": pa.array(range(N)), "odd one": column})


def _frames(column):
    """Return a table as each library holds it, where it does."""
    table = _table(column)
    yield table
    yield table.to_pandas(types_mapper=pd.ArrowDtype)


def _refusal(source):
    roles = {"quasi": ["a"], "confidential": ["odd one"]}
    with pytest.raises(InputError) as caught:
        covey.protect(source, k=3, method="mdav", roles=roles)
    return str(caught.value)


@pytest.mark.parametrize("case", DATES)
def test_dates_outside_the_calendar(case):
    for frame in _frames(DATES[case]):
        message = _refusal(frame)
        assert "dates outside the years 1 to 9999" in message
        assert "in column 'odd one'" in message


@pytest.mark.parametrize("case", ["after, ms", "before, us", "after, days", "in lists"])
def test_dates_outside_the_calendar_in_other_frames(case):
    assert "in column 'odd one'" in _refusal(pl.from_arrow(_table(DATES[case])))
    if case in ("after, ms", "before, us"):
        assert "in column 'odd one'" in _refusal(_table(DATES[case]).to_pandas())


@pytest.mark.parametrize("case", TYPES)
def test_types_that_cannot_be_used(case, capfd):
    for frame in _frames(TYPES[case]):
        message = _refusal(frame)
        assert "has a column 'odd one' of a type that cannot be used: " in message
    assert "panicked" not in capfd.readouterr().err


def _parquet(tmp_path, column):
    path = tmp_path / "in.parquet"
    try:
        pq.write_table(_table(column), path)
    except pa.ArrowNotImplementedError:
        pytest.skip("no such Parquet file")
    return path


@pytest.mark.parametrize("case", [*DATES, *TYPES])
def test_parquet_files(tmp_path, capfd, case):
    path = _parquet(tmp_path, {**DATES, **TYPES}[case])
    for look in (_refusal, _streamed_refusal):
        message = look(path)
        assert message.startswith(f"'{path}' ")
        assert "column 'odd one'" in message
    assert "panicked" not in capfd.readouterr().err


def _streamed_refusal(path):
    with pytest.raises(InputError) as caught:
        list(open_parquet(path).batches())
    return str(caught.value)


def test_the_first_and_the_last_day_are_dates(tmp_path):
    zones = ["UTC", "+01:00", "Europe/Berlin"]
    columns = {
        "day": pa.array([-719162, 2932896, None], pa.int32()).cast(pa.date32()),
        "time": pa.array([-62135596800, 253402300799, None]).cast(pa.timestamp("s")),
        **{zone: pa.array([0, 253402297199, None]).cast(pa.timestamp("s", zone)) for zone in zones},
        "length": pa.array([2**62, None, 0]).cast(pa.duration("us")),
        "coded": pa.array([0, 1, 0]).cast(pa.timestamp("us")).dictionary_encode(),
    }
    for columns_of_one in ({name: column} for name, column in columns.items()):
        table = pa.table(columns_of_one)
        assert read(table).n_records == 3
        pq.write_table(table, tmp_path / "in.parquet")
        assert read(tmp_path / "in.parquet").n_records == 3


def test_zones_that_only_pandas_knows_are_left_to_it():
    zone = pd.Timestamp("2020-01-01T00:00+05:30").tz
    frame = pd.DataFrame({"d": pd.Series(pd.to_datetime(["2020-01-01"] * 3)).dt.tz_localize(zone)})
    assert read(frame).n_records == 3


def test_views_of_texts_are_read_as_texts():
    table = read(pa.table({"a": pa.array(["x", None, "y"], type=pa.string_view())}))
    assert table.kind("a") == "text"
    assert table.take([2, 1]).column("a").to_list() == ["y", None]
