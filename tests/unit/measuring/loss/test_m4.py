import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.m4 import M4


def test_by_hand():
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
