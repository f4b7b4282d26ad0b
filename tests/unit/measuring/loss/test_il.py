import numpy as np
import pytest

from covey.core.errors import InputError
from covey.measuring import IL, Evidence


def loss(original, masked):
    found = IL.compute(Evidence(np.array(original, dtype=float), np.array(masked, dtype=float)))
    return found.value, found.note


def test_by_hand():
    """SST = 1 + 1 + 9 + 9 = 20 about the mean 0; SSE = 4 · 1² = 4."""
    value, note = loss([[-1], [1], [-3], [3]], [[-2], [2], [-2], [2]])
    assert value == pytest.approx(20.0)
    assert note == ""


def test_limits():
    X = [[1, 5], [2, 6], [3, 9]]
    assert loss(X, X)[0] == 0.0
    assert loss(X, [[2, 20 / 3]] * 3)[0] == pytest.approx(100.0)


def test_each_variable_weighs_the_same():
    X = np.array([[1.0, 1000.0], [2.0, 3000.0], [5.0, 2000.0]])
    Y = np.array([[1.5, 2000.0], [1.5, 2000.0], [5.0, 2000.0]])
    assert loss(X, Y)[0] == pytest.approx(loss(X / [1, 1000], Y / [1, 1000])[0])


def test_constant_columns():
    assert loss([[1, 7], [2, 7]], [[1, 7], [2, 7]])[0] == 0.0
    assert loss([[7], [7]], [[7], [7]]) == (0.0, "")
    assert loss([[7], [7]], [[8], [8]])[1] == "No variable varied before masking."


def test_extreme_magnitudes():
    X = np.array([[-1.0], [1.0], [-3.0], [3.0]])
    Y = np.array([[-2.0], [2.0], [-2.0], [2.0]])
    for factor in (1e-300, 1e300):
        assert loss(X * factor, Y * factor)[0] == pytest.approx(20.0)


def test_shapes_must_agree():
    with pytest.raises(InputError, match=r"same shape\. Got 2 by 1 and 3 by 1"):
        loss([[1], [2]], [[1], [2], [3]])
