import numpy as np
import pytest

from covey.partitioning.mdav1 import mdav1
from covey.partitioning.mdav2 import mdav2
from covey.refining import dissolve

pytestmark = pytest.mark.kernels


def loss(X, labels):
    groups = (X[labels == group] for group in np.unique(labels))
    return float(sum(((members - members.mean(axis=0)) ** 2).sum() for members in groups))


def test_by_hand():
    """The ends leave 1 and 9 to each other; the second phase sends both home."""
    X = np.array([[0.0], [0.1], [10.0], [10.1], [1.0], [9.0]])
    assert mdav1(X, k=2).labels.tolist() == [1, 1, 0, 0, 2, 2]
    assert mdav2(X, k=2).labels.tolist() == [1, 1, 0, 0, 1, 0]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("n", "k"), [(90, 2), (91, 3), (92, 5), (7, 7), (13, 7)])
def test_it_is_mdav1_refined(n, k, seed):
    X = np.random.default_rng(seed).normal(size=(n, 2))
    start, found = mdav1(X, k=k), mdav2(X, k=k)
    np.testing.assert_array_equal(found.labels, dissolve(X, start).labels)
    assert loss(X, found.labels) <= loss(X, start.labels) * (1 + 1e-12)
    assert found.sizes.max() < 2 * k


def test_the_second_phase_pays():
    X = np.random.default_rng(0).normal(size=(90, 2))
    assert loss(X, mdav2(X, k=3).labels) < 0.99 * loss(X, mdav1(X, k=3).labels)
