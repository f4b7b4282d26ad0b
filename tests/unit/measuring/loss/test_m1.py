import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.m1 import M1


def test_by_hand():
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
