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


def test_a_constant_column_does_not_count():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(9, 1))
    Y = np.repeat(X.reshape(3, 3).mean(axis=1), 3)[:, None]
    alone = IL1S.compute(Evidence(X, Y, names=("a",)))
    one = np.full((9, 1), 7.3)
    beside = IL1S.compute(Evidence(np.hstack([X, one]), np.hstack([Y, one]), names=("a", "b")))
    assert beside.value == alone.value > 0.0
    assert beside.details == {"a": alone.value, "b": 0.0}
    changed = one.copy()
    changed[0] = 8.0
    moved = IL1S.compute(Evidence(np.hstack([X, one]), np.hstack([Y, changed])))
    assert moved.value == pytest.approx((alone.value + 100 / 9) / 2)


def test_nothing_varies():
    assert IL1S.compute(Evidence(np.ones((3, 2)), np.ones((3, 2)))).value == 0.0
