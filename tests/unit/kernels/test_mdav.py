import numpy as np
import pytest

from covey.kernels import growth, mdav, variable_size
from covey.kernels.cells import N_GROUPS, N_LEFT, in_slices, make_cells, settle

pytestmark = pytest.mark.kernels


def start(X, centre=None):
    return make_cells(X, np.full(len(X), -1), centre)


def test_a_budget_of_nothing_does_one_round():
    cells = start(np.random.default_rng(0).normal(size=(30, 2)))
    settle(cells)
    mdav.rounds_of_nearest(cells, 3, 2, 9, 1)
    assert (cells.state[N_LEFT], cells.state[N_GROUPS]) == (24, 2)
    assert np.bincount(cells.labels[cells.labels >= 0]).tolist() == [3, 3]


def two(k, budget):
    return lambda cells: mdav.rounds_of_nearest(cells, k, 2, 2 * k, budget)


def one(k, budget):
    return lambda cells: mdav.rounds_of_nearest(cells, k, 1, k, budget)


def variable(k, budget):
    group, outsiders = np.empty((2, 2 * k - 1), dtype=np.int64)
    gaps = np.empty(2 * k - 1)
    return lambda cells: variable_size.rounds_of_variable_size(
        cells, k, 0.9, group, gaps, outsiders, budget
    )


def neighbours(k, budget):
    total, found = np.empty((2, 3)), np.empty(2 * k - 1, dtype=np.int64)
    return lambda cells: variable_size.rounds_of_neighbours(cells, k, 1.1, total, found, budget)


def growing(k, budget):
    totals, trial = np.empty((4, 3)), np.empty(k, dtype=np.int64)
    return lambda cells: growth.rounds_of_growth(cells, k, totals, trial, budget)


@pytest.mark.parametrize(
    ("rounds", "limit"), [(two, 6), (one, 3), (variable, 3), (neighbours, 9), (growing, 3)]
)
@pytest.mark.parametrize("budget", [1, 500])
def test_slices_do_not_change_the_answer(rounds, limit, budget):
    X = np.random.default_rng(1).normal(size=(100, 3))
    found = []
    for slice_ in (budget, 10**12):
        cells = start(X)
        left = list(in_slices(cells, rounds(3, slice_), size=3, at_once=1, limit=limit))
        assert left == sorted(left, reverse=True)
        found.append(cells.labels)
    np.testing.assert_array_equal(*found)


def test_one_group_of_two_ends():
    """Worked by hand: centroid 4, r = record 3 at 10 with 8; s = record 0 with 1."""
    cells = start(np.array([[0.0], [1.0], [1.0], [10.0], [8.0]]))
    settle(cells)
    mdav.rounds_of_nearest(cells, 2, 2, 4, 10**9)
    assert (cells.state[N_LEFT], cells.state[N_GROUPS]) == (1, 2)
    assert cells.labels.tolist() == [1, 1, -1, 0, 0]
