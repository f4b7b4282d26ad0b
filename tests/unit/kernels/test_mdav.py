import numpy as np
import pytest

from covey.kernels import mdav

pytestmark = pytest.mark.kernels


def start(n):
    return np.arange(n), np.full(n, -1)


def test_a_budget_of_nothing_does_one_round():
    X = np.random.default_rng(0).normal(size=(30, 2))
    rows, labels = start(30)
    n, n_groups = mdav.rounds_of_two(X, rows, labels, 30, 0, 3, 9, 1)
    assert (n, n_groups) == (24, 2)
    assert np.bincount(labels[labels >= 0]).tolist() == [3, 3]


@pytest.mark.parametrize("budget", [1, 500, 10**9])
def test_slices_do_not_change_the_answer(budget):
    X = np.random.default_rng(1).normal(size=(40, 3))
    centre = X.mean(axis=0)
    expected = start(40)
    mdav.rounds_of_variable_size(X, *expected, 40, 0, 3, 0.9, centre, 10**12)
    rows, labels = start(40)
    n, groups = 40, 0
    while n >= 3:
        n, groups = mdav.rounds_of_variable_size(X, rows, labels, n, groups, 3, 0.9, centre, budget)
    np.testing.assert_array_equal(labels, expected[1])


def test_one_group_of_two_ends():
    """Worked by hand: centroid 4, r = record 3 at 10 with 8; s = record 0 with 1."""
    X = np.array([[0.0], [1.0], [1.0], [10.0], [8.0]])
    rows, labels = start(5)
    assert mdav.rounds_of_two(X, rows, labels, 5, 0, 2, 4, 10**9) == (1, 2)
    assert labels.tolist() == [1, 1, -1, 0, 0]
