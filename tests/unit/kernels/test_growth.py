import numpy as np
import pytest

from covey.kernels.cells import N_CELLS, make_cells, remove, settle
from covey.kernels.compiling import njit
from covey.kernels.growth import follow, least_of
from covey.kernels.pool import NO_ROW

pytestmark = pytest.mark.kernels


@njit
def walk(X, columns, members, boxes, places, n_cells, path):
    """Take the nearest record at each point of a path; return them."""
    before = np.empty(X.shape[1])
    taken = np.empty(path.shape[0], dtype=np.int64)
    found = np.full(2, NO_ROW)
    for turn in range(path.shape[0]):
        follow(X, columns, members, boxes, n_cells, path[turn], before, found, None)
        remove(columns, members, places, found[0])
        taken[turn] = found[0]
    return taken


def walk_through(X, path):
    cells = make_cells(X, np.full(len(X), -1))
    settle(cells)
    return walk(
        X, cells.columns, cells.members, cells.boxes, cells.places, cells.state[N_CELLS], path
    )


def nearest_in_turn(X, path):
    """The same, looking at every record each time, the variables added up in their order."""
    gone = np.zeros(len(X), dtype=bool)
    taken = []
    for point in path:
        squared = np.zeros(len(X))
        for column, at in zip(X.T, point, strict=True):
            squared += (column - at) ** 2
        squared[gone] = np.inf
        taken.append(int(np.argmin(squared)))
        gone[taken[-1]] = True
    return taken


def make_tables(p):
    rng = np.random.default_rng(p)
    yield "normal", rng.normal(size=(400, p))
    yield "ties", rng.integers(0, 3, size=(400, p)) * 0.7
    yield "equal", np.ones((400, p))
    yield "far from zero", rng.normal(size=(400, p)) * 1e-6 + 1e6
    yield "huge", rng.normal(size=(400, p)) * 1e150


@pytest.mark.parametrize("p", [1, 2, 3, 10])
@pytest.mark.parametrize("step", [0.0, 0.01, 0.3, 5.0])
def test_on_every_step_of_a_path_the_nearest_is_found(p, step):
    rng = np.random.default_rng(int(100 * step))
    for name, X in make_tables(p):
        for start in X[:3]:
            steps = step * X.std(axis=0) * rng.normal(size=(25, p))
            path = start + np.cumsum(steps, axis=0)
            assert walk_through(X, path).tolist() == nearest_in_turn(X, path), name


def test_the_last_record_is_found_too():
    X = np.arange(100.0).reshape(-1, 1)
    path = np.linspace(30.0, 60.0, 100).reshape(-1, 1)
    assert sorted(walk_through(X, path)) == list(range(100))


@njit
def call_least_of(squared, count):
    return least_of(squared, count, np.empty(len(squared) // 2))


@pytest.mark.parametrize("count", [1, 2, 31, 33, 63, 64])
def test_the_least_of_a_cell_ignores_what_is_not_in_it(count):
    rng = np.random.default_rng(count)
    for _ in range(20):
        squared = rng.random(64)
        squared[count:] = -1.0
        assert call_least_of(squared.copy(), count) == squared[:count].min()
