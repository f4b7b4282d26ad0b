import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.m5 import M5


def test_by_hand():
    """The correlations ab, ac, bc are 0, −1, 0 and become 1, −1, −1."""
    a, b = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([-1.0, 1.0, -1.0, 1.0])
    X, Y = np.column_stack([a, b, -a]), np.column_stack([a, a, -a])
    found = M5.compute(Evidence(X, Y, names=("a", "b", "c")))
    assert found.value == pytest.approx(200 / 3)
    assert found.details == pytest.approx({"a": 50.0, "b": 100.0, "c": 50.0})
    assert found.note == ""


def test_against_numpy():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(50, 3)) @ rng.normal(size=(3, 3))
    Y = X + rng.normal(size=(50, 3))
    expected = np.abs(np.corrcoef(X.T) - np.corrcoef(Y.T))[np.triu_indices(3, 1)].mean()
    assert M5.compute(Evidence(X, Y)).value == pytest.approx(100 * expected)


def test_notes():
    X = np.array([[1.0, 2.0, 5.0], [2.0, 4.0, 5.0], [3.0, 6.0, 5.0]])
    Y = np.array([[2.0, 2.0, 5.0], [2.0, 4.0, 5.0], [2.0, 6.0, 8.0]])
    found = M5.compute(Evidence(X, Y, names=("a", "b", "c")))
    assert found.note == (
        "Constant after masking, its correlations count as 0: 'a'. "
        "Constant before masking, its correlations count as 0: 'c'."
    )
    r = np.corrcoef(Y[:, 1], Y[:, 2])[0, 1]
    assert found.value == pytest.approx(100 * (1 + 0 + r) / 3)
    only = M5.compute(Evidence(X[:, :1], X[:, :1]))
    assert (only.value, only.note) == (0.0, "One variable has no correlations.")
