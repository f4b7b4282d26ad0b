import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from covey.partitioning.dba import dba1, densest_first, work

pytestmark = pytest.mark.kernels


def naive(X, k):
    """Compute every density from scratch every round, as the definition has it."""
    labels = np.full(len(X), -1)
    n_groups = 0
    while (labels < 0).sum() >= k:
        free = np.flatnonzero(labels < 0)
        densest, least = None, np.inf
        for i in free:
            distances = ((X[free] - X[i]) ** 2).sum(axis=1)
            distances[free == i] = -1.0  # a record comes before its duplicates
            hood = free[np.lexsort((free, distances))[:k]]
            offsets = X[hood] - X[i]
            scatter = k * (offsets**2).sum() - (offsets.sum(axis=0) ** 2).sum()  # k times the SSE
            if scatter < least:
                densest, least = hood, scatter
        labels[densest] = n_groups
        n_groups += 1
    centroids = np.array([X[labels == group].mean(axis=0) for group in range(n_groups)])
    for i in np.flatnonzero(labels < 0):
        labels[i] = ((centroids - X[i]) ** 2).sum(axis=1).argmin()
    return labels


def test_by_hand():
    """4, 5, 6 tie with 5, 6, 7 and come first; 0, 7, 10 is what they leave; 30 joins the nearer."""
    X = np.array([[0.0], [4.0], [5.0], [6.0], [10.0], [30.0], [7.0]])
    assert dba1(X, k=3).labels.tolist() == [1, 0, 0, 0, 1, 1, 1]


@given(
    X=arrays(
        np.float64,
        st.tuples(st.integers(2, 26), st.integers(1, 3)),
        elements=st.integers(-3, 3).map(float),
    ),
    k=st.integers(2, 6),
)
def test_the_definition_on_tables_full_of_ties(X, k):
    """Whole numbers have exact densities, so the tie rule decides, and it must agree."""
    k = min(k, len(X))
    X = X[: len(X) // k * k]  # no leftovers: means of whole numbers are rounded, and may not tie
    np.testing.assert_array_equal(dba1(X, k=k).labels, naive(X, k))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("n", "k"), [(60, 2), (61, 3), (83, 5), (60, 20), (60, 31)])
def test_the_definition_on_scattered_tables(n, k, seed):
    X = np.random.default_rng(seed).normal(size=(n, 3))
    np.testing.assert_array_equal(dba1(X, k=k).labels, naive(X, k))


@pytest.mark.parametrize("seed", range(4))
def test_the_definition_on_tables_full_of_duplicates(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(15, 2))[rng.integers(0, 15, 70)]
    np.testing.assert_array_equal(dba1(X, k=3).labels, naive(X, 3))


@pytest.mark.parametrize("order", [1, -1])
def test_the_definition_where_the_bound_helps_least(order):
    """Sorted by density, every record seems to be the best so far; clusters empty their lists."""
    rng = np.random.default_rng(7)
    X = np.concatenate([rng.normal(scale=0.1 * s, size=(20, 2)) + 9 * s for s in range(1, 5)])
    X = X[::order].copy()
    np.testing.assert_array_equal(dba1(X, k=4).labels, naive(X, 4))


def test_duplicates_first():
    X = np.array([[0.0], [0.3], [9.0], [9.0], [9.0], [0.1], [5.0], [5.0], [5.0]])
    assert dba1(X, k=3).labels.tolist() == [2, 2, 0, 0, 0, 2, 1, 1, 1]


def test_slices_change_nothing():
    X = np.random.default_rng(5).normal(size=(50, 2))
    whole = dba1(X, k=3).labels
    seen = []
    np.testing.assert_array_equal(densest_first(X, 3, seen.append, budget=1), whole)
    assert len(seen) > len(X)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_the_estimate_grows_with_the_square():
    assert work(2000, 10, 3) == pytest.approx(4 * work(1000, 10, 3))
    assert work(1000, 20, 3) == pytest.approx(2 * work(1000, 10, 3))
