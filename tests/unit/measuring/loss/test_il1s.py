import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.il1s import IL1S


def test_by_hand():
    """S is 1 for a, whose values move by 1/2, 1/2 and 0; b stays."""
    X = np.array([[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]])
    Y = np.array([[1.5, 10.0], [1.5, 20.0], [3.0, 30.0]])
    found = IL1S.compute(Evidence(X, Y, names=("a", "b")))
    assert found.details == pytest.approx({"a": 100 / 3 / np.sqrt(2), "b": 0.0})
    assert found.value == pytest.approx(50 / 3 / np.sqrt(2))
    assert found.note == ""


def test_constant_columns():
    X = np.full((4, 2), 0.1)
    Y = X.copy()
    Y[0, 1] = 0.3
    found = IL1S.compute(Evidence(X, Y, names=("a", "b")))
    assert found.details == {"a": 0.0, "b": 25.0}
    assert found.note == (
        "Constant before masking, so that each changed value counts as 100 %: 'b'."
    )
    assert IL1S.compute(Evidence(X, X)).note == ""


def test_the_rounding_of_a_mean_is_no_change():
    X = np.full((3, 1), 0.1)
    Y = np.full((3, 1), (0.1 + 0.1 + 0.1) / 3)
    assert (X != Y).any()
    assert IL1S.compute(Evidence(X, Y)).value == 0.0
