import numpy as np
import pytest

from covey.partitioning.dba1 import dba1
from covey.partitioning.dba2 import dba2
from covey.refining import dissolve

pytestmark = pytest.mark.kernels


def loss(X, labels):
    groups = (X[labels == group] for group in np.unique(labels))
    return float(sum(((members - members.mean(axis=0)) ** 2).sum() for members in groups))


def test_by_hand():
    """The dense middles leave 0 and 10 to each other; the second phase sends both home."""
    X = np.array([[1.0], [1.1], [9.0], [9.1], [0.0], [10.0]])
    assert dba1(X, k=2).labels.tolist() == [1, 1, 0, 0, 2, 2]
    assert dba2(X, k=2).labels.tolist() == [1, 1, 0, 0, 1, 0]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("n", "k"), [(90, 2), (91, 3), (92, 5), (7, 7), (13, 7)])
def test_it_is_dba1_refined(n, k, seed):
    X = np.random.default_rng(seed).normal(size=(n, 2))
    start, found = dba1(X, k=k), dba2(X, k=k)
    np.testing.assert_array_equal(found.labels, dissolve(X, start).labels)
    assert loss(X, found.labels) <= loss(X, start.labels) * (1 + 1e-12)
    assert found.sizes.max() < 2 * k


def test_the_second_phase_pays():
    X = np.random.default_rng(0).normal(size=(90, 2))
    assert loss(X, dba2(X, k=3).labels) < 0.9 * loss(X, dba1(X, k=3).labels)
