"""A unit of measurement changes no group, no release and no score, at the ends of the range too."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.request import Request
from covey.pipeline import RUNNABLE
from covey.refining import REFINERS

EXPONENTS = (1024, -1000, 700, -600)
"""Powers of two: with the first, values reach 1.79e308, and neither sums nor squares exist."""


@pytest.fixture(scope="module")
def values():
    """Whole numbers over 1024, so that every multiple by a power of two is exact."""
    rng = np.random.default_rng(1)
    drawn = rng.integers(-1000, 1000, size=(48, 3)) / 1024
    drawn[:2] = [[-0.99, 0.999, 0.99], [0.999, 0.999, -0.999]]
    return drawn


def frame(X, exponent):
    return pl.DataFrame(dict(zip("abc", np.ldexp(X, exponent).T, strict=False)))


def assert_same(found, expected, exponent):
    np.testing.assert_array_equal(np.ldexp(found[0], -exponent), expected[0])
    assert found[1] == pytest.approx(expected[1], rel=1e-12)


def run(X, exponent, method, **settings):
    roles = {"confidential": ["c"]} if method == "hm-pfsom" else None
    release = covey.protect(
        frame(X, exponent),
        k=3,
        method=method,
        roles=roles,
        measures="all",
        model="a ~ b" if X.shape[1] > 1 else None,
        allow_not_k_anonymous=True,
        **settings,
    )
    return release.data.to_numpy(), dict(release.scores)


@pytest.mark.parametrize("scaling", ["zscore", "minmax", "none"])
@pytest.mark.parametrize("method", RUNNABLE)
def test_methods(values, method, scaling):
    X = values[:, :1] if method == "optimal-1d" else values
    expected = run(X, 0, method, scaling=scaling)
    for exponent in EXPONENTS:
        assert_same(run(X, exponent, method, scaling=scaling), expected, exponent)


@pytest.mark.parametrize("refine", REFINERS)
def test_refinements(values, refine):
    settings = {"refine": refine, "effort": 0.02, "scaling": "none"}
    expected = run(values, 0, "mdav", **settings)
    for exponent in EXPONENTS:
        assert_same(run(values, exponent, "mdav", **settings), expected, exponent)


@pytest.mark.parametrize("scaling", ["zscore", "minmax", "none"])
def test_blocks_of_a_streamed_table(values, scaling, tmp_path, protect_file):
    def streamed(exponent):
        source, output = tmp_path / f"{exponent}.parquet", tmp_path / f"{exponent}-safe.parquet"
        frame(values, exponent).write_parquet(source)
        request = Request.of({"k": 3, "method": "mdav", "scaling": scaling, "measures": "all"})
        release = protect_file(source, output, request, n_blocks=3)
        return pl.read_parquet(output).to_numpy(), dict(release.scores)

    expected = streamed(0)
    for exponent in EXPONENTS:
        assert_same(streamed(exponent), expected, exponent)
