import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance

from covey.measuring import Evidence
from covey.measuring.loss.w1 import W1


def test_by_hand():
    """a: the two lowest of three values move by half a deviation. b: only the order changes."""
    X = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    Y = np.array([[1.5, 3.0], [1.5, 1.0], [3.0, 2.0]])
    found = W1.compute(Evidence(X, Y, names=("a", "b")))
    assert found.details == pytest.approx({"a": 1 / 3, "b": 0.0})
    assert found.value == pytest.approx(1 / 6)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=30))
def test_against_scipy_with_many_ties(pairs):
    X = np.array([(0, 0), (1, 1), *pairs], dtype=float)
    found = W1.compute(Evidence(X[:, :1], X[:, 1:])).value
    assert found == pytest.approx(wasserstein_distance(X[:, 0], X[:, 1]) / X[:, 0].std(ddof=1))


def test_constant_columns():
    X = np.full((4, 1), 7.0)
    Y = X.copy()
    Y[2] = 9.0
    assert W1.compute(Evidence(X, X)).note == ""
    found = W1.compute(Evidence(X, Y, names=("a",)))
    assert found.value == 0.25
    assert found.note == "Constant before masking, so that each changed value counts as 1: 'a'."


def test_a_constant_column_does_not_count():
    X, Y = np.array([[1.0], [2.0], [3.0], [4.0]]), np.array([[1.5], [1.5], [3.5], [3.5]])
    one = np.full((4, 1), 7.3)
    beside = W1.compute(Evidence(np.hstack([X, one]), np.hstack([Y, one])))
    assert beside.value == W1.compute(Evidence(X, Y)).value > 0.0
