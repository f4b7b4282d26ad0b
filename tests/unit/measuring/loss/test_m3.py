import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.m3 import M3


def test_by_hand():
    """The variance of a goes from 1 to 3/4; b was constant and varies now; c never varies."""
    X = np.array([[1.0, 7.0, 0.1], [2.0, 7.0, 0.1], [3.0, 7.0, 0.1]])
    Y = np.array([[1.5, 7.0, 0.1], [1.5, 7.0, 0.1], [3.0, 9.0, 0.1]])
    found = M3.compute(Evidence(X, Y, names=("a", "b", "c")))
    assert found.details == pytest.approx({"a": 25.0, "b": 100.0, "c": 0.0})
    assert found.value == pytest.approx(125 / 3)


def test_a_constant_that_moves_keeps_its_variance():
    assert M3.compute(Evidence(np.full((3, 1), 7.0), np.full((3, 1), 8.0))).value == 0.0
