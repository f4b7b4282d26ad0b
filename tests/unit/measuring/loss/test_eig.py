import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.eig import EIG

A, B = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([-1.0, 1.0, -1.0, 1.0])
APART, TOGETHER = np.column_stack([A, B]), np.column_stack([A, A])


def test_by_hand():
    """Eigenvalues 1 and 1 become 2 and 0."""
    found = EIG.compute(Evidence(APART, TOGETHER))
    assert found.value == pytest.approx(2.0)
    assert found.details == pytest.approx({"component 1": 1.0, "component 2": 1.0})


def test_an_eigenvalue_of_zero():
    """From 2 and 0 to 1 and 1: half of the first, and one for the second, which arose."""
    assert EIG.compute(Evidence(TOGETHER, APART)).value == pytest.approx(1.5)
    assert EIG.compute(Evidence(TOGETHER, TOGETHER * 3.0 + 1.0)).value == pytest.approx(0.0)


def test_a_single_group_loses_every_component():
    found = EIG.compute(Evidence(APART, np.zeros((4, 2)), names=("a", "b")))
    assert found.value == pytest.approx(2.0)
    assert found.note == "Constant after masking, its correlations count as 0: 'a', 'b'."


def test_against_numpy():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(80, 4)) @ rng.normal(size=(4, 4))
    Y = X + rng.normal(size=(80, 4))
    before, after = (np.linalg.eigvalsh(np.corrcoef(Z.T))[::-1] for Z in (X, Y))
    expected = (np.abs(before - after) / before).sum()
    assert EIG.compute(Evidence(X, Y)).value == pytest.approx(expected)
