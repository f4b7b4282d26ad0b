import numpy as np
import pytest

from covey.core.progress import quiet
from covey.kernels.cutting import cut
from covey.refining.neighbours import near_records


def exact(X, m):
    squares = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    np.fill_diagonal(squares, np.inf)
    return np.argsort(squares, axis=1, kind="stable")[:, :m]


@pytest.mark.parametrize("seed", range(3))
def test_small_tables_get_the_nearest_with_ties_in_order(seed):
    X = np.random.default_rng(seed).integers(0, 4, size=(60, 3)).astype(float)
    assert np.array_equal(near_records(X, 7, progress=quiet), exact(X, 7))


def test_large_tables_get_most_of_the_nearest():
    X = np.random.default_rng(0).normal(size=(3000, 4))
    found = near_records(X, 10, progress=quiet, exact=100)
    shared = [len(set(a) & set(b)) for a, b in zip(found, exact(X, 10), strict=True)]
    assert np.mean(shared) > 8
    assert all(len(set(row)) == 10 and i not in row for i, row in enumerate(found))


def test_a_table_of_equals_is_cut_as_well():
    blocks = list(cut(np.zeros((1000, 2)), 64))
    assert max(map(len, blocks)) <= 64
    assert np.array_equal(np.sort(np.concatenate(blocks)), np.arange(1000))


def test_no_more_neighbours_than_others():
    assert near_records(np.eye(4), 10, progress=quiet).shape == (4, 3)
