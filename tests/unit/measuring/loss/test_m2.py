import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.m2 import M2


def test_by_hand():
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
