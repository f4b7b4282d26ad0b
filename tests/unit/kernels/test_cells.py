import numpy as np
import pytest

from covey.kernels import cells as kernel
from covey.kernels.cells import CELL, COUNT, FIRST, N_CELLS, N_GROUPS, N_LEFT, N_LIKE
from covey.kernels.compiling import njit

pytestmark = pytest.mark.kernels


def settled(X, centre=None):
    cells = kernel.make_cells(X, np.full(len(X), -1), centre)
    kernel.settle(cells)
    return cells


def records_in(cells):
    """Return the records of each cell."""
    filled = cells.members[: cells.state[N_CELLS]]
    return [set(members[: members[COUNT]].tolist()) for members in filled]


def table(n=300, p=3):
    return np.random.default_rng(0).normal(size=(n, p))


@njit
def take(cells, row):
    kernel.take(
        cells.X,
        cells.labels,
        cells.columns,
        cells.members,
        cells.places,
        cells.points,
        cells.state,
        cells.units,
        row,
    )


@njit
def remove_and_put_back(cells, row):
    kernel.remove(cells.columns, cells.members, cells.places, row)
    kernel.put_back(cells.X, cells.columns, cells.members, cells.places, row)


@pytest.mark.parametrize("n", [1, CELL - 1, CELL, CELL + 1, 5 * CELL, 333])
def test_every_record_is_in_one_cell_and_its_box(n):
    X = table(n)
    cells = settled(X)
    groups = records_in(cells)
    assert sorted(row for group in groups for row in group) == list(range(n))
    assert [len(group) for group in groups[:-1]] == [CELL] * (len(groups) - 1)
    for cell, group in enumerate(groups):
        rows = sorted(group)
        np.testing.assert_array_equal(cells.boxes[0, :-1, cell], X[rows].min(axis=0))
        np.testing.assert_array_equal(cells.boxes[1, :-1, cell], X[rows].max(axis=0))
        assert cells.members[cell, FIRST] == rows[0]


def test_cells_are_small_boxes():
    cells = settled(table(2048, 2))
    widths = (cells.boxes[1, :-1] - cells.boxes[0, :-1]).prod(axis=0)
    assert np.median(widths) < 0.02 * np.ptp(cells.X, axis=0).prod()


def test_what_is_taken_leaves_the_cells_consistent():
    X = table()
    cells = settled(X)
    for row in range(0, 300, 2):
        take(cells, row)
    assert sorted(row for group in records_in(cells) for row in group) == list(range(1, 300, 2))
    for cell, group in enumerate(records_in(cells)):
        assert cells.members[cell, FIRST] == min(group)
        for row in group:
            slot = cells.places[row] - cell * CELL
            np.testing.assert_array_equal(cells.columns[cell, :, slot], X[row])
    np.testing.assert_allclose(cells.points[kernel.TOTAL], X[1::2].sum(axis=0), rtol=1e-13)
    assert cells.state[N_LEFT] == 150


def test_what_is_put_back_was_never_away():
    cells = settled(table())
    before = records_in(cells)
    for row in (0, 17, 299):
        remove_and_put_back(cells, row)
    assert records_in(cells) == before
    for cell, group in enumerate(before):
        assert cells.members[cell, FIRST] == min(group)


def test_the_ranking_falls():
    cells = settled(table())
    assert (np.diff(cells.norms) <= 0).all()
    centred = cells.X - cells.X.mean(axis=0)
    np.testing.assert_allclose(cells.norms, np.sort(np.linalg.norm(centred, axis=1))[::-1])


def test_equals_are_counted_as_they_go():
    X = np.vstack([np.ones((9, 2)), table(4, 2)])
    cells = settled(X)
    assert cells.state[N_LIKE] == 9
    for row in (9, 10, 0, 11, 12):
        take(cells, row)
    assert cells.state[N_LIKE] == cells.state[N_LEFT] == 8


def test_without_equals_none_is_typical():
    assert settled(table()).state[N_LIKE] == 0


@pytest.mark.parametrize(("n", "limit", "at_once"), [(17, 6, 2), (17, 9, 2), (17, 3, 1), (5, 6, 2)])
def test_dealing_out_is_what_rounds_would_do(n, limit, at_once):
    cells = kernel.make_cells(np.zeros((n, 1)), np.full(n, -1))
    cells.state[N_GROUPS] = 4
    kernel.deal_out_equals(cells, 3, at_once, limit)
    left = n
    while left >= limit:
        left -= 3 * at_once
    given = n - left
    assert cells.labels[:given].tolist() == [4 + i // 3 for i in range(given)]
    assert (cells.labels[given:] == -1).all()
    assert cells.state[N_LEFT] == left
    assert cells.state[N_GROUPS] == 4 + given // 3
