import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.variation import M1, M2, M3, M4


def test_m1_by_hand():
    """1/2 + 1/4 + 0 of three in the first column; nothing + 1 + 0 of three in the second."""
    X = np.array([[2.0, 0.0], [4.0, 0.0], [5.0, 10.0]])
    Y = np.array([[3.0, 0.0], [3.0, 1.0], [5.0, 10.0]])
    found = M1.compute(Evidence(X, Y, names=("a", "b")))
    assert found.details == pytest.approx({"a": 25.0, "b": 100 / 3})
    assert found.value == pytest.approx(175 / 6)


def test_signs_do_not_matter():
    X, Y = np.array([[-2.0], [4.0]]), np.array([[-3.0], [-4.0]])
    assert M1.compute(Evidence(X, Y)).value == pytest.approx(100 * (0.5 + 2.0) / 2)


def test_differences_beyond_a_double():
    X = np.array([[1.5e308], [1.5e308]])
    assert M1.compute(Evidence(X, -X)).value == pytest.approx(200.0)
    assert np.isfinite(M1.compute(Evidence(X * 1e-300 * 1e-300, X)).value)


def test_m2_by_hand():
    """The first mean goes from 2 to 3, the second from 0 to 1, which counts as 100 %."""
    X = np.array([[1.0, -1.0], [2.0, 0.0], [3.0, 1.0]])
    Y = np.array([[2.0, 0.0], [2.0, 0.0], [5.0, 3.0]])
    found = M2.compute(Evidence(X, Y, names=("a", "b")))
    assert found.details == pytest.approx({"a": 50.0, "b": 100.0})
    assert found.value == pytest.approx(75.0)


def test_the_rounding_of_a_zero_mean_is_no_change():
    X = np.random.default_rng(0).normal(size=(1000, 2))
    X -= X.mean(axis=0)
    Y = np.repeat(X.reshape(250, 4, 2).mean(axis=1), 4, axis=0)
    assert X.mean(axis=0).any()  # or this test shows nothing
    assert M2.compute(Evidence(X, Y)).value == 0.0


def test_m3_by_hand():
    """The variance of a goes from 1 to 3/4; b was constant and varies now; c never varies."""
    X = np.array([[1.0, 7.0, 0.1], [2.0, 7.0, 0.1], [3.0, 7.0, 0.1]])
    Y = np.array([[1.5, 7.0, 0.1], [1.5, 7.0, 0.1], [3.0, 9.0, 0.1]])
    found = M3.compute(Evidence(X, Y, names=("a", "b", "c")))
    assert found.details == pytest.approx({"a": 25.0, "b": 100.0, "c": 0.0})
    assert found.value == pytest.approx(125 / 3)


def test_a_constant_that_moves_keeps_its_variance():
    assert M3.compute(Evidence(np.full((3, 1), 7.0), np.full((3, 1), 8.0))).value == 0.0


def test_m4_by_hand():
    """Sums of products: aa 4 and 4, ab 2 and 4, bb 11 and 4; three entries, the diagonal too."""
    X = np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 3.0]])
    Y = np.array([[-1.0, 0.0], [-1.0, 0.0], [1.0, 2.0], [1.0, 2.0]])
    found = M4.compute(Evidence(X, Y, names=("a", "b")))
    assert found.value == pytest.approx(100 * (0 + 1 + 7 / 11) / 3)
    assert found.details == pytest.approx({"a": 50.0, "b": 100 * (1 + 7 / 11) / 2})


def test_a_covariance_that_arises_counts_as_one():
    X = np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
    Y = X[:, [0, 0]]
    assert M4.compute(Evidence(X, Y)).value == pytest.approx(100 / 3)


def test_against_numpy():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 4)) @ rng.normal(size=(4, 4)) + 3
    Y = X + rng.normal(size=(60, 4))
    V, W = np.cov(X.T), np.cov(Y.T)
    expected = (np.abs(V - W) / np.abs(V))[np.triu_indices(4)].mean()
    assert M4.compute(Evidence(X, Y)).value == pytest.approx(100 * expected)
