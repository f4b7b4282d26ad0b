import threading

import numpy as np
import pytest

from covey.measuring.risk import linking
from covey.measuring.risk.linking import count_rivals, fingerprints, plant

EVERY = np.arange(2)[None, :]


@pytest.fixture(scope="module")
def table():
    X = np.random.default_rng(0).integers(0, 40, size=(3000, 2)).astype(float)
    return X, np.repeat(X.reshape(1000, 3, 2).mean(axis=1), 3, axis=0)


def test_threads_change_the_time_never_the_answer(table):
    X, Y = table
    found = []
    for n_threads in (1, 2, 7):
        every = np.arange(3000)
        found.append(count_rivals(plant(Y, Y), X, Y, every, EVERY, most=2, workers=n_threads))
    for nearer, tied, work in found[1:]:
        np.testing.assert_array_equal(nearer, found[0][0])
        np.testing.assert_array_equal(tied, found[0][1])
        assert work == found[0][2]


def test_progress_is_told(table):
    X, Y = table
    seen = []
    count_rivals(plant(Y, Y), X, Y, np.arange(3000), EVERY, most=2, progress=seen.append)
    assert len(seen) > 10
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_an_interrupt_leaves_no_thread_behind(table):
    X, Y = table
    n_threads = threading.active_count()

    def interrupt(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_rivals(plant(Y, Y), X, Y, np.arange(3000), EVERY, most=2, progress=interrupt)
    assert threading.active_count() == n_threads


def test_no_target_no_answer(table):
    X, Y = table
    nearer, tied, work = count_rivals(plant(Y, Y), X, Y, np.arange(0), EVERY, most=2)
    assert (len(nearer), len(tied), work) == (0, 0, 0)


def test_each_distinct_row_once():
    X = np.random.default_rng(0).integers(0, 3, size=(200, 2)).astype(float)
    X[0] = -0.0
    X[1] = 0.0
    tree = plant(X, X)
    rows, counts = np.unique(X + 0.0, axis=0, return_counts=True)
    found = {
        tuple(point + 0.0): n for point, n in zip(tree.points, np.diff(tree.before), strict=True)
    }
    assert found == {tuple(row): n for row, n in zip(rows, counts, strict=True)}
    assert tree.before[-1] == 200


def test_rows_with_one_fingerprint_stay_apart(monkeypatch):
    monkeypatch.setattr(linking, "fingerprints", lambda values: np.zeros(len(values)))
    X = np.array([[1.0], [2.0], [1.0]])
    tree = plant(X, X)
    assert sorted(tree.points.ravel()) == [1.0, 1.0, 2.0]
    assert tree.before[-1] == 3


def test_the_tree_does_not_depend_on_the_row_order():
    rng = np.random.default_rng(1)
    X = rng.integers(0, 9, size=(300, 3)).astype(float)
    rows = rng.permutation(300)
    for before, after in zip(plant(X, X), plant(X[rows], X[rows]), strict=True):
        np.testing.assert_array_equal(before, after)


def test_fingerprints_tell_rows_apart():
    """Few digits, and the same values in other columns: what simple sums confuse."""
    X = np.stack(np.meshgrid(*[np.arange(-10.0, 11.0)] * 3), axis=-1).reshape(-1, 3)
    assert len(np.unique(fingerprints(X))) == len(X)
    assert len(np.unique(fingerprints(X[:, :1], X[:, 1:]))) == len(X)
