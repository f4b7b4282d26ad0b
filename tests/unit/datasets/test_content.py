"""The checksum sees every value and name, and nothing of how they were written."""

from __future__ import annotations

import hashlib
import struct

import polars as pl
import pytest

from covey.datasets.content import canonical, content_sha256

FRAME = pl.DataFrame({"a": [1, 2], "b": ["x", "y"], "c": [0.5, 1.5]})


def test_checksum_by_hand() -> None:
    content = (
        b"a\0" + struct.pack("<2d", 1, 2) + b"b\0x\0y\0" + b"c\0" + struct.pack("<2d", 0.5, 1.5)
    )
    assert content_sha256(FRAME) == hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize(
    "same",
    [
        FRAME.with_columns(pl.col("a").cast(pl.Float64)),
        FRAME.with_columns(pl.col("a").cast(pl.Int8)),
        FRAME.with_columns(b=pl.Series([" x", "y "])),
        FRAME.with_columns(pl.col("b").cast(pl.Categorical)),
    ],
)
def test_another_way_of_writing_is_the_same(same: pl.DataFrame) -> None:
    assert content_sha256(same) == content_sha256(FRAME)
    assert canonical(same).equals(FRAME)
    assert canonical(same).schema == FRAME.schema


@pytest.mark.parametrize(
    "other",
    [
        FRAME.with_columns(a=pl.Series([1, 3])),
        FRAME.with_columns(b=pl.Series(["x", "z"])),
        FRAME.with_columns(b=pl.Series(["x", None])),
        FRAME.with_columns(a=pl.Series([1, None])),
        FRAME.with_columns(c=pl.Series([0.5, 1.5000000001])),
        FRAME.rename({"a": "A"}),
        FRAME.select("b", "a", "c"),
        FRAME.reverse(),
    ],
)
def test_another_content_is_another(other: pl.DataFrame) -> None:
    assert content_sha256(other) != content_sha256(FRAME)


def test_missing_numbers_stay_missing() -> None:
    assert canonical(pl.DataFrame({"a": [1.0, None]}))["a"].to_list() == [1.0, None]
