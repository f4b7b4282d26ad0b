import numpy as np
import pytest

from covey.kernels import pool, scanning
from covey.kernels.cells import N_CELLS, make_cells, settle
from covey.kernels.compiling import njit

pytestmark = pytest.mark.kernels


@njit
def search(columns, members, boxes, n_cells, point, count, wants_farthest):
    distances = np.empty(count)
    rows = np.empty(count, dtype=np.int64)
    pool.clear(distances, rows)
    farthest = scanning.scan(
        columns, members, boxes, n_cells, point, distances, rows, wants_farthest, None
    )
    pool.sort_found(distances, rows)
    return distances, rows, farthest


def in_cells(X):
    cells = make_cells(X, np.full(len(X), -1))
    settle(cells)
    return cells.columns, cells.members, cells.boxes, cells.state[N_CELLS]


def squared(X, point):
    """Squared distances, the variables added up in their order."""
    total = np.zeros(len(X))
    for column, at in zip(X.T, point, strict=True):
        total += (column - at) ** 2
    return total


@pytest.mark.parametrize("p", [1, 2, 3, 4, 5, 8, 11])
@pytest.mark.parametrize("count", [1, 2, 7, 200])
def test_a_scan_agrees_with_sorting_to_the_last_bit(p, count):
    rng = np.random.default_rng(p)
    for X in (rng.normal(size=(200, p)), rng.integers(0, 3, size=(200, p)) * 0.7):
        for point in (X[3], rng.normal(size=p), 10.0 * rng.normal(size=p)):
            distances, rows, farthest = search(*in_cells(X), point, count, True)
            order = np.argsort(squared(X, point), kind="stable")[:count]
            np.testing.assert_array_equal(rows, order)
            np.testing.assert_array_equal(distances, squared(X, point)[order])
            assert farthest == np.argmax(squared(X, point))


@njit
def search_better(columns, members, boxes, n_cells, point, distance, row):
    distances = np.array([distance])
    rows = np.array([row])
    scanning.scan(
        columns, members, boxes, n_cells, point, distances, rows, wants_farthest=False, units=None
    )
    return rows[0]


def test_a_known_candidate_gives_way_to_what_comes_before_it_only():
    X = np.arange(100.0).reshape(-1, 1)
    point = np.array([50.0])
    assert search_better(*in_cells(X), point, 1.0, 7) == 50
    assert search_better(*in_cells(X), point, 0.0, 7) == 7
    assert search_better(*in_cells(X), point, 0.0, 70) == 50
