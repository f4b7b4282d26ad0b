from __future__ import annotations

from datetime import timedelta

import numpy as np
import polars as pl
import pytest

from covey.core.errors import InputError
from covey.core.request import Request
from covey.pipeline import protect
from covey.reading import parquet


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(parquet, "_LARGEST_BATCH", 10)
    monkeypatch.setattr(parquet, "_SMALLEST_BATCH", 10)


A = np.arange(50.0)
LATE = np.where(A >= 44, np.nan, A)


@pytest.mark.parametrize(
    "columns",
    [
        {"a": np.where(A == 7, np.inf, A), "b": A},
        {"a": np.where(A == 7, -np.inf, np.where(A == 30, np.nan, A)), "b": LATE},
        {"a": A, "b": [timedelta(1)] * 50},
        {"a": A, "b": np.full(50, np.nan)},
    ],
)
def test_what_is_wrong_is_said_as_in_memory(tmp_path, protect_file, columns):
    path = tmp_path / "in.parquet"
    pl.DataFrame(columns).write_parquet(path)
    request = Request.of({"k": 3, "roles": {"quasi": ["a", "b"]}})
    with pytest.raises(InputError) as expected:
        protect(path, request)
    with pytest.raises(InputError) as found:
        protect_file(path, tmp_path / "out.parquet", request, n_blocks=2)
    assert str(found.value) == str(expected.value)
    assert [file.name for file in tmp_path.iterdir()] == ["in.parquet"]


def test_a_name_that_looks_like_a_pattern_is_a_name(tmp_path, protect_file):
    infinite = np.where(A >= 44, np.inf, A)
    pl.DataFrame({"^a.*$": infinite}).write_parquet(path := tmp_path / "in.parquet")
    with pytest.raises(InputError, match=r"Column '\^a\.\*\$' has 6 values infinite"):
        protect_file(path, tmp_path / "out.parquet", Request.of({"k": 3}), n_blocks=2)


def test_constant_columns_are_noted_for_the_whole_table(tmp_path, protect_file):
    path = tmp_path / "in.parquet"
    pl.DataFrame(
        {"a": np.repeat([1.0, 2.0], 50), "b": np.arange(100), "c": [7] * 100}
    ).write_parquet(path)
    request = Request.of({"k": 3, "method": "mdav-generic", "roles": {"quasi": ["a", "b", "c"]}})
    release = protect_file(path, tmp_path / "out.parquet", request, n_blocks=2)
    assert any("'c' is constant" in note for note in release.plan.notes)
