import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.cor import COR


def test_by_hand():
    """The correlation of a and b is 4 / (2·√8) = 1/√2 and becomes 1; p = 2."""
    a, b = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([-1.0, 1.0, 1.0, 3.0])
    X, Y = np.column_stack([a, b]), np.column_stack([a, a])
    found = COR.compute(Evidence(X, Y, names=("a", "b")))
    assert found.value == pytest.approx((np.sqrt(2) - 1) / 2)
    assert sum(found.details.values()) == pytest.approx(found.value)


def test_a_correlation_that_arises_counts_as_one():
    a, b = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([-1.0, 1.0, -1.0, 1.0])
    X, Y = np.column_stack([a, b]), np.column_stack([a, a])
    assert COR.compute(Evidence(X, Y)).value == pytest.approx(0.5)


def test_against_the_sum_over_the_whole_matrix():
    """sdcMicro adds all p² entries and divides by 2p."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(50, 4)) @ rng.normal(size=(4, 4))
    Y = X + rng.normal(size=(50, 4))
    R, S = np.corrcoef(X.T), np.corrcoef(Y.T)
    assert COR.compute(Evidence(X, Y)).value == pytest.approx((np.abs(R - S) / np.abs(R)).sum() / 8)


def test_one_variable():
    X = np.array([[1.0], [2.0]])
    assert COR.compute(Evidence(X, X)).note == "One variable has no correlations."


def test_a_constant_column_does_not_count():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(12, 2))
    Y = np.repeat(X.reshape(4, 3, 2).mean(axis=1), 3, axis=0)
    one = np.full((12, 1), 7.3)
    beside = COR.compute(Evidence(np.hstack([X, one]), np.hstack([Y, one])))
    assert beside.value == pytest.approx(COR.compute(Evidence(X, Y)).value)
    assert beside.value > 0.0
