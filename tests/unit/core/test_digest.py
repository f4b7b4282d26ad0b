import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from covey.core.digest import digest_of
from covey.core.settings import ReadingRequest
from covey.reading import read

COLUMNS = {"a": [1, 2, 3], "b": [0.5, -1.25, 1e300], "c": ["x", "", "ž"]}


def of(data):
    return digest_of(read(data, ReadingRequest()))


def test_every_kind_of_frame_with_the_same_content_has_the_same_digest(tmp_path):
    frame = pl.DataFrame(COLUMNS)
    frame.write_parquet(tmp_path / "t.parquet")
    digests = {of(frame), of(pd.DataFrame(COLUMNS)), of(pa.table(COLUMNS))}
    assert digests == {of(tmp_path / "t.parquet")}


def test_a_digest_stays_the_same_from_version_to_version():
    assert of(pl.DataFrame({"a": [1, 2]})).startswith("2af3d4e2")


@pytest.mark.parametrize(
    "changed",
    [
        {"a": [1, 2, 4]},
        {"b": [0.5, -1.25, np.nextafter(1e300, 0)]},
        {"c": ["x", "ž", ""]},
        {"a": [2**60, 2, 3]},
    ],
)
def test_any_other_value_gives_another_digest(changed):
    assert of(pl.DataFrame(COLUMNS)) != of(pl.DataFrame({**COLUMNS, **changed}))


def test_whole_numbers_that_floats_cannot_tell_apart_are_told_apart():
    assert of(pl.DataFrame({"a": [2**60]})) != of(pl.DataFrame({"a": [2**60 + 1]}))


def test_names_and_order_count():
    frame = pl.DataFrame(COLUMNS)
    assert of(frame) != of(frame.rename({"a": "z"}))
    assert of(frame) != of(frame.select("b", "a", "c"))
    assert of(frame) != of(frame.reverse())


def test_missing_is_not_zero():
    assert of(pl.DataFrame({"a": [0, None]})) != of(pl.DataFrame({"a": [0, 0]}))
    assert of(pl.DataFrame({"a": [0.0, math.nan]})) == of(pl.DataFrame({"a": [0.0, None]}))
