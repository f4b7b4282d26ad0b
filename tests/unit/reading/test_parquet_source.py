from __future__ import annotations

import datetime
from decimal import Decimal

import polars as pl
import pytest

from covey.core.errors import InputError
from covey.reading.parquet import batch_size, open_parquet

from .refusals import check_refused_alike

FRAME = pl.DataFrame(
    {
        "a.b": [1.0, 2.0, 3.0],
        "a": [1, None, 3],
        "^x.*$": ["u", "v", None],
        "category": pl.Series(["p", "q", "p"], dtype=pl.Categorical),
        "enum": pl.Series(["p", "q", "p"], dtype=pl.Enum(["p", "q"])),
        "date": [datetime.date(2020, 1, 1)] * 3,
        "decimal": [Decimal("1.10")] * 3,
        "short": pl.Series([1, 2, 3], dtype=pl.Float32),
        "small": pl.Series([1, 2, 3], dtype=pl.UInt8),
        "list": [[1], [2], []],
        "nothing": pl.Series([None] * 3),
    }
)


@pytest.mark.parametrize("size", [1, 2, 100])
def test_types_are_those_of_the_ordinary_reader(tmp_path, size):
    FRAME.write_parquet(path := tmp_path / "in.parquet")
    source = open_parquet(path, at_a_time=size)
    found = pl.concat([table.frame.to_native() for table in source.batches(source.names)])
    assert found.schema == FRAME.schema
    assert found.equals(FRAME)
    assert source.n_records == 3
    assert next(source.batches(["a"])).names == ("a",)


@pytest.mark.parametrize("data", [b"", b"a,b\n1,2\n", b"PAR1cut off", b"PAR1damagedPAR1"])
def test_what_is_wrong_is_said_as_by_the_ordinary_reader(tmp_path, data):
    path = tmp_path / "in.parquet"
    path.write_bytes(data)
    check_refused_alike(path, open_parquet)


def test_a_damaged_part_is_refused(tmp_path):
    path = tmp_path / "in.parquet"
    pl.DataFrame({"a": range(10_000)}).write_parquet(path)
    data = bytearray(path.read_bytes())
    data[100:3_000] = b"\xaa" * 2_900
    path.write_bytes(data)
    source = open_parquet(path)
    with pytest.raises(InputError, match="is damaged or uses a feature"):
        list(source.batches(["a"]))


def test_wide_tables_come_in_smaller_batches():
    assert batch_size(10) == 65_536
    assert batch_size(1_000) == 4_194
    assert batch_size(10**9) == 1_024
