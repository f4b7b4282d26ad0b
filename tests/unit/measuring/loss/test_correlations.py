import numpy as np
import pytest

from covey.measuring import Evidence
from covey.measuring.loss.correlations import COR, EIG, M5


def test_m5_by_hand():
    """The correlations ab, ac, bc are 0, −1, 0 and become 1, −1, −1."""
    a, b = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([-1.0, 1.0, -1.0, 1.0])
    X, Y = np.column_stack([a, b, -a]), np.column_stack([a, a, -a])
    found = M5.compute(Evidence(X, Y, names=("a", "b", "c")))
    assert found.value == pytest.approx(200 / 3)
    assert found.details == pytest.approx({"a": 50.0, "b": 100.0, "c": 50.0})
    assert found.note == ""


def test_m5_against_numpy():
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


def test_cor_by_hand():
    """The correlation of a and b is 4 / (2·√8) = 1/√2 and becomes 1; p = 2."""
    a, b = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([-1.0, 1.0, 1.0, 3.0])
    X, Y = np.column_stack([a, b]), np.column_stack([a, a])
    found = COR.compute(Evidence(X, Y, names=("a", "b")))
    assert found.value == pytest.approx((np.sqrt(2) - 1) / 2)
    assert sum(found.details.values()) == pytest.approx(found.value)


def test_a_correlation_that_arises_counts_as_one():
    a, b = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([-1.0, 1.0, -1.0, 1.0])
    X, Y = np.column_stack([a, b]), np.column_stack([a, a])
    assert COR.compute(Evidence(X, Y)).value == pytest.approx(0.5)


def test_against_the_sum_over_the_whole_matrix():
    """sdcMicro adds all p² entries and divides by 2p."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(50, 4)) @ rng.normal(size=(4, 4))
    Y = X + rng.normal(size=(50, 4))
    R, S = np.corrcoef(X.T), np.corrcoef(Y.T)
    assert COR.compute(Evidence(X, Y)).value == pytest.approx((np.abs(R - S) / np.abs(R)).sum() / 8)


def test_one_variable():
    X = np.array([[1.0], [2.0]])
    assert COR.compute(Evidence(X, X)).note == "One variable has no correlations."


def test_a_constant_column_does_not_count():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(12, 2))
    Y = np.repeat(X.reshape(4, 3, 2).mean(axis=1), 3, axis=0)
    one = np.full((12, 1), 7.3)
    beside = COR.compute(Evidence(np.hstack([X, one]), np.hstack([Y, one])))
    assert beside.value == pytest.approx(COR.compute(Evidence(X, Y)).value)
    assert beside.value > 0.0


A, B = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([-1.0, 1.0, -1.0, 1.0])
APART, TOGETHER = np.column_stack([A, B]), np.column_stack([A, A])


def test_eig_by_hand():
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


def test_eig_against_numpy():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(80, 4)) @ rng.normal(size=(4, 4))
    Y = X + rng.normal(size=(80, 4))
    before, after = (np.linalg.eigvalsh(np.corrcoef(Z.T))[::-1] for Z in (X, Y))
    expected = (np.abs(before - after) / before).sum()
    assert EIG.compute(Evidence(X, Y)).value == pytest.approx(expected)
