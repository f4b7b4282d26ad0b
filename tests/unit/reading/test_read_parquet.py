"""Parquet files, sound and damaged."""

from __future__ import annotations

import datetime as dt
import hashlib
from decimal import Decimal

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from covey.core.errors import InputError
from covey.reading import parquet, read

FRAME = pl.DataFrame(
    {
        "n": [1, 2, None],
        "x": [1.5, float("nan"), None],
        "d": pl.Series([Decimal("1.50"), Decimal("2.25"), None], dtype=pl.Decimal(6, 2)),
        "s": ["s3cr3t", None, "c"],
        "c": pl.Series(["p", "q", None], dtype=pl.Categorical),
        "b": [True, None, False],
        "t": [dt.date(2020, 1, 1), None, dt.date(2021, 1, 1)],
    }
)


@pytest.mark.parametrize("name", ["t.parquet", "t.pq", "[t] *.parquet"])
def test_columns_come_as_they_are(tmp_path, name):
    path = tmp_path / name
    FRAME.write_parquet(path)
    table = read(path)
    assert table.to_native().equals(FRAME)
    assert table.origin.name == name
    assert table.origin.path == path.resolve()
    assert table.origin.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert table.origin.dialect is None
    assert table.verbatim == {}
    kinds = [table.kind(column) for column in table.names]
    assert kinds == ["integer", "decimal", "decimal", "text", "text", "boolean", "date"]


def test_a_name_like_a_pattern_is_one_file(tmp_path):
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "a1.parquet")
    with pytest.raises(InputError, match="There is no file"):
        read(tmp_path / "a*.parquet")


def refusal(path) -> str:
    with pytest.raises(InputError) as caught:
        read(path)
    assert caught.value.__cause__ is None
    assert "s3cr3t" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("kept", [4, 40, -1, -100])
def test_a_file_cut_off(tmp_path, kept):
    path = tmp_path / "t.parquet"
    FRAME.write_parquet(path)
    path.write_bytes(path.read_bytes()[:kept] + b"xxxx")
    assert "is a Parquet file that was cut off. Export or copy it again" in refusal(path)


def test_a_damaged_footer(tmp_path):
    path = tmp_path / "t.parquet"
    FRAME.write_parquet(path)
    data = path.read_bytes()
    path.write_bytes(data[:-40] + b"\xff" * 32 + data[-8:])
    assert "is damaged or uses a feature that cannot be read" in refusal(path)
    path.write_bytes(b"PAR1PAR1")
    assert "is damaged" in refusal(path)


def test_delimited_text_named_parquet(tmp_path):
    path = tmp_path / "t.parquet"
    path.write_text("a,b\n1,s3cr3t\n")
    assert "is not a Parquet file. If it is delimited text, rename it to end in .csv" in refusal(
        path
    )


def test_no_columns_and_no_records(tmp_path):
    path = tmp_path / "t.parquet"
    pl.DataFrame().write_parquet(path)
    assert "has no columns" in refusal(path)
    FRAME.head(0).write_parquet(path)
    assert "has columns but no records" in refusal(path)


def test_duplicate_and_blank_names(tmp_path):
    path = tmp_path / "t.parquet"
    pq.write_table(pa.table([[1], [2]], names=["a", "a"]), path)
    assert "has more than one column of the same name" in refusal(path)
    pl.DataFrame({"a": [1], " ": [2]}).write_parquet(path)
    assert "has no header for column 2" in refusal(path)


def test_what_the_reader_says_is_not_passed_on(tmp_path, monkeypatch):
    path = tmp_path / "t.parquet"
    FRAME.write_parquet(path)

    def fail(*args, **kwargs):
        raise pl.exceptions.ComputeError("s3cr3t")

    monkeypatch.setattr(parquet.pl, "read_parquet", fail)
    assert "is damaged" in refusal(path)


def test_values_are_those_of_the_bytes_that_the_digest_names(tmp_path, monkeypatch):
    path = tmp_path / "in.parquet"
    pl.DataFrame({"a": [1, 2]}).write_parquet(path)
    reading = pl.read_parquet

    def meanwhile(*args, **kwargs):
        pl.DataFrame({"a": [2, 1]}).write_parquet(path)
        return reading(*args, **kwargs)

    monkeypatch.setattr(pl, "read_parquet", meanwhile)
    with pytest.raises(InputError, match="changed while it was read"):
        read(path)
