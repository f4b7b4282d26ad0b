"""The methods that dissolve and split the groups of another: dba2 and mdav2."""

import numpy as np
import pytest

from covey.partitioning import ALGORITHMS
from covey.refining import dissolve

pytestmark = pytest.mark.kernels

METHODS = ("dba1", "dba2", 0.9), ("mdav1", "mdav2", 0.99)


def loss(X, labels):
    groups = (X[labels == group] for group in np.unique(labels))
    return float(sum(((members - members.mean(axis=0)) ** 2).sum() for members in groups))


@pytest.mark.parametrize(
    ("first", "second", "values"),
    [
        # The dense middles leave 0 and 10 to each other; the second phase sends both home.
        ("dba1", "dba2", [1.0, 1.1, 9.0, 9.1, 0.0, 10.0]),
        # The ends leave 1 and 9 to each other; the second phase sends both home.
        ("mdav1", "mdav2", [0.0, 0.1, 10.0, 10.1, 1.0, 9.0]),
    ],
)
def test_by_hand(first, second, values):
    X = np.array(values).reshape(-1, 1)
    assert ALGORITHMS[first](X, k=2).labels.tolist() == [1, 1, 0, 0, 2, 2]
    assert ALGORITHMS[second](X, k=2).labels.tolist() == [1, 1, 0, 0, 1, 0]


@pytest.mark.parametrize(("first", "second", "_share"), METHODS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("n", "k"), [(90, 2), (91, 3), (92, 5), (7, 7), (13, 7)])
def test_it_is_the_first_refined(first, second, _share, n, k, seed):
    X = np.random.default_rng(seed).normal(size=(n, 2))
    start, found = ALGORITHMS[first](X, k=k), ALGORITHMS[second](X, k=k)
    np.testing.assert_array_equal(found.labels, dissolve(X, start).labels)
    assert loss(X, found.labels) <= loss(X, start.labels) * (1 + 1e-12)
    assert found.sizes.max() < 2 * k


@pytest.mark.parametrize(("first", "second", "share"), METHODS)
def test_the_second_phase_pays(first, second, share):
    X = np.random.default_rng(0).normal(size=(90, 2))
    start, found = ALGORITHMS[first](X, k=3), ALGORITHMS[second](X, k=3)
    assert loss(X, found.labels) < share * loss(X, start.labels)
