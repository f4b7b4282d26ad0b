"""Tables of independent variables."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from covey.core.errors import RequestError
from covey.datasets import make_normal, make_uniform
from covey.datasets.loading import content_sha256

MAKERS = [make_uniform, make_normal]
UNIFORM = "5a7d6a8a15e94151b427d82eef73edd281cf895070290dd633ea8b2857d9cf80"
NORMAL = "28d67692023fb42cfd20bbe771d7d972b52bb3e203c7c6a0637e33ec5c7de857"


@pytest.mark.parametrize("make", MAKERS)
def test_shape_names_and_types(make):
    frame = make(7, 3)
    assert frame.schema == {"x1": pl.Float64, "x2": pl.Float64, "x3": pl.Float64}
    assert frame.height == 7
    assert make().shape == (10_000, 10)


@pytest.mark.parametrize("make", MAKERS)
def test_larger_tables_extend_smaller_ones(make):
    large = make(200, 5, seed=3)
    assert large[:50, :2].equals(make(50, 2, seed=3))
    assert not large.equals(make(200, 5, seed=4))


def test_the_values_are_the_same_everywhere():
    assert content_sha256(make_uniform(100, 4, seed=1)) == UNIFORM
    assert content_sha256(make_normal(100, 4, seed=1)) == NORMAL


def test_ranges_and_moments_of_the_papers():
    uniform, normal = make_uniform(20_000, 4).to_numpy(), make_normal(20_000, 4).to_numpy()
    for values in uniform.T:
        assert stats.kstest(values, "uniform", (0, 1000)).pvalue > 0.001
    for values in normal.T:
        assert stats.kstest(values, "norm", (0, 0.05)).pvalue > 0.001
    for X in (uniform, normal):
        assert np.abs(np.corrcoef(X.T) - np.eye(4)).max() < 0.03


def test_other_ranges_and_moments():
    uniform = make_uniform(1000, 2, low=-5, high=40_000).to_numpy()
    assert -5 <= uniform.min() < 200
    assert 39_800 < uniform.max() < 40_000
    normal = make_normal(1000, 2, mean=500, deviation=150).to_numpy()
    assert np.allclose(normal, 500 + 3000 * make_normal(1000, 2).to_numpy(), rtol=1e-12)


@pytest.mark.parametrize("make", MAKERS)
def test_progress_is_told(make):
    shares = []
    make(10, 4, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


@pytest.mark.parametrize(
    ("make", "settings", "message"),
    [
        (make_uniform, {"n_records": 0}, "'n_records' must be a whole number of at least 1. Got 0"),
        (make_normal, {"n_variables": -2}, "'n_variables' must be a whole number .* Got -2"),
        (make_normal, {"seed": -1}, "'seed' must be a whole number of at least 0. Got -1"),
        (make_uniform, {"low": 3, "high": 3}, "'high' must be larger than 'low'"),
        (make_uniform, {"high": float("nan")}, "'high' must be a finite number"),
        (make_normal, {"deviation": 0}, "'deviation' must be larger than 0"),
    ],
)
def test_wrong_settings(make, settings, message):
    with pytest.raises(RequestError, match=message):
        make(**settings)


@pytest.mark.parametrize(
    "draw",
    [
        lambda: make_uniform(5, 1, low=-1e308, high=1e308),
        lambda: make_normal(5, 1, deviation=1e308),
        lambda: make_uniform(10**30, 1),
    ],
)
def test_what_no_float_or_machine_holds_is_refused(draw):
    with pytest.raises(RequestError, match="must be"):
        draw()
