import numpy as np

from covey.measuring.risk import candidates
from covey.measuring.risk.candidates import fingerprints, plant


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
    monkeypatch.setattr(candidates, "fingerprints", lambda values: np.zeros(len(values)))
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
