"""The three metrics, against numbers worked by hand."""

import math

import numpy as np
import pytest

from covey.planning import dependence as module
from covey.planning.categories import categorize
from covey.planning.dependence import correlation, dependence


def codes_of(table):
    """Return the codes of two variables whose table of counts this is."""
    cells = [(i, j) for i, row in enumerate(table) for j, n in enumerate(row) for _ in range(n)]
    return tuple(np.array(code) for code in zip(*cells, strict=True))


TWO = [[4, 1], [1, 4]]
THREE = [[3, 0, 0], [0, 2, 1], [0, 1, 3]]
LINKED = [[5, 0, 0], [0, 3, 0], [0, 0, 2]]
FREE = [[2, 4], [3, 6]]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (TWO, 0.8 * math.log(1.6) + 0.2 * math.log(0.4)),
        (
            THREE,
            0.3 * math.log(0.3 / 0.09)
            + 0.2 * math.log(0.2 / 0.09)
            + 0.2 * math.log(0.1 / 0.12)
            + 0.3 * math.log(0.3 / 0.16),
        ),
        (LINKED, -0.5 * math.log(0.5) - 0.3 * math.log(0.3) - 0.2 * math.log(0.2)),
        (FREE, 0.0),
    ],
)
def test_emim(table, expected):
    assert dependence(codes_of(table), "emim")[0, 1] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (TWO, 4 * 0.15**2 / 0.25),
        (
            THREE,
            # occupied cells, then empty ones, which add what was expected of them
            0.21**2 / 0.09
            + 0.11**2 / 0.09
            + 2 * 0.02**2 / 0.12
            + 0.14**2 / 0.16
            + 2 * 0.09
            + 2 * 0.12,
        ),
        (LINKED, 2.0),  # the number of categories less one
        (FREE, 0.0),
    ],
)
def test_chi2(table, expected):
    assert dependence(codes_of(table), "chi2")[0, 1] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("metric", ["emim", "chi2"])
def test_narrow_intervals_give_the_same(metric, monkeypatch):
    codes = codes_of(THREE)
    dense = dependence(codes, metric)
    monkeypatch.setattr(module, "_DENSE", 0)
    assert (dependence(codes, metric) == dense).all()


@pytest.mark.parametrize("metric", ["emim", "chi2"])
def test_weights_are_symmetric_and_zero_for_a_single_category(metric):
    rng = np.random.default_rng(0)
    codes = (rng.integers(0, 4, 90), np.zeros(90, dtype=int), rng.integers(0, 3, 90))
    weights = dependence(codes, metric)
    assert (weights == weights.T).all()
    assert (np.diag(weights) == 0).all()
    assert (weights[1] == 0).all()
    assert weights[0, 2] > 0


@pytest.mark.parametrize("metric", ["emim", "chi2"])
def test_equal_variables_weigh_exactly_the_same(metric):
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 30, 400), rng.integers(0, 30, 400)
    weights = dependence((a, b, a), metric)
    assert weights[0, 1] == weights[1, 2]


def test_correlation_has_no_sign():
    x = np.array([1.0, 2.0, 3.0, 4.0])
    X = np.column_stack([x, -x, [1.0, -1.0, -1.0, 1.0]])
    weights = correlation(X)
    assert weights[0, 1] == 1.0
    assert weights[0, 2] == 0.0
    assert weights[0, 0] == 0.0


def test_correlation_worked_by_hand():
    X = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 3.0]])  # covariance 1/3, variances 2/3
    assert correlation(X)[0, 1] == pytest.approx(0.5, abs=1e-9)


def test_emim_approaches_that_of_the_normal_distribution():
    rng = np.random.default_rng(2)
    z = rng.normal(size=(200_000, 2))
    X = np.column_stack([z[:, 0], 0.6 * z[:, 0] + 0.8 * z[:, 1]])
    found = dependence(categorize(X, intervals=40).codes, "emim")[0, 1]
    assert found == pytest.approx(-0.5 * math.log(1 - 0.36), rel=0.03)
