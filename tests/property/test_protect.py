"""What holds for every release, on random tables and in every kind of frame."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import covey

FRAMES = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
    "numpy": lambda columns: np.column_stack(list(columns.values())),
}


@st.composite
def tables(draw):
    """Draw columns of numbers, often tied, and a k that fits them."""
    n = draw(st.integers(3, 40))
    values = st.one_of(st.integers(-2, 2).map(float), st.floats(-1e9, 1e9, width=32))
    columns = {
        f"v{j}": draw(arrays(np.float64, n, elements=values))
        for j in range(draw(st.integers(1, 3)))
    }
    return columns, draw(st.integers(2, n))


def columns_of(data) -> list[np.ndarray]:
    if isinstance(data, np.ndarray):
        return list(data.T)
    if isinstance(data, pa.Table):
        return [column.to_numpy() for column in data.columns]
    return [data[name].to_numpy() for name in data.columns]


@pytest.mark.parametrize("kind", FRAMES)
@settings(max_examples=30)
@given(table=tables())
def test_twins_means_and_types(kind, table):
    columns, k = table
    data = FRAMES[kind](columns)
    release = covey.protect(data, k=k)
    assert type(release.data) is type(data)
    released = columns_of(release.data)
    _, twins = np.unique(np.column_stack(released), axis=0, return_counts=True)
    assert twins.min() >= k
    for before, after in zip(columns.values(), released, strict=True):
        assert after.sum() == pytest.approx(before.sum(), rel=1e-9, abs=1e-6 * np.abs(before).max())
        assert before.min() <= after.min() + 1e-9 * np.abs(before).max()
        assert after.max() <= before.max() + 1e-9 * np.abs(before).max()
    assert 0.0 <= release.scores["IL"] <= 100.0 + 1e-9
    assert 0.0 <= release.scores["DLD"] <= 100.0


@settings(max_examples=30)
@given(table=tables(), rounding=st.sampled_from(["none", "auto"]))
def test_rounding_keeps_twins(table, rounding):
    columns, k = table
    frame = pl.DataFrame(columns).with_columns(whole=pl.Series(range(len(columns["v0"]))))
    released = covey.protect(frame, k=k, round=rounding, roles={"quasi": frame.columns}).data
    assert released.group_by(released.columns).len()["len"].min() >= k
    assert (released["whole"].dtype == pl.Int64) is (rounding == "auto")


@settings(max_examples=20)
@given(table=tables(), seed=st.integers(0, 99))
def test_every_frame_gives_the_same_numbers(table, seed):
    columns, k = table
    results = [
        np.column_stack(columns_of(covey.protect(make(columns), k=k, seed=seed).data))
        for make in FRAMES.values()
    ]
    for other in results[1:]:
        np.testing.assert_array_equal(other, results[0])
