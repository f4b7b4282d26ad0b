import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ks_2samp, wasserstein_distance

from covey.measuring import Evidence
from covey.measuring.loss.distributions import KS, W1


def test_ks_by_hand():
    """a: F and F' differ by 1/4 at 1, 1.5 and 3.5. b: at 1 they are 3/4 and 1/4."""
    X = np.array([[1.0, 1.0], [2.0, 1.0], [3.0, 1.0], [4.0, 5.0]])
    Y = np.array([[1.5, 5.0], [1.5, 5.0], [3.5, 5.0], [3.5, 1.0]])
    found = KS.compute(Evidence(X, Y, names=("a", "b")))
    assert found.details == {"a": 0.25, "b": 0.5}
    assert found.value == 0.5


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=30))
def test_ks_against_scipy_with_many_ties(pairs):
    X = np.array(pairs, dtype=float)
    found = KS.compute(Evidence(X[:, :1], X[:, 1:])).value
    assert found == pytest.approx(ks_2samp(X[:, 0], X[:, 1], method="asymp").statistic)


def test_ks_constant_columns():
    X = np.full((3, 1), 0.1)
    assert KS.compute(Evidence(X, X)).value == 0.0
    assert KS.compute(Evidence(X, X + 1.0)).value == 1.0
    assert KS.compute(Evidence(X, np.full((3, 1), (0.1 + 0.1 + 0.1) / 3))).value == 0.0


def test_small_values_beside_large_ones_stay_apart():
    X = np.array([[1e300], [1e-300], [2e-300]])
    Y = np.array([[1e300], [2e-300], [2e-300]])
    assert KS.compute(Evidence(X, Y)).value == pytest.approx(1 / 3)


def test_w1_by_hand():
    """a: the two lowest of three values move by half a deviation. b: only the order changes."""
    X = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    Y = np.array([[1.5, 3.0], [1.5, 1.0], [3.0, 2.0]])
    found = W1.compute(Evidence(X, Y, names=("a", "b")))
    assert found.details == pytest.approx({"a": 1 / 3, "b": 0.0})
    assert found.value == pytest.approx(1 / 6)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=30))
def test_w1_against_scipy_with_many_ties(pairs):
    X = np.array([(0, 0), (1, 1), *pairs], dtype=float)
    found = W1.compute(Evidence(X[:, :1], X[:, 1:])).value
    assert found == pytest.approx(wasserstein_distance(X[:, 0], X[:, 1]) / X[:, 0].std(ddof=1))


def test_w1_constant_columns():
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
