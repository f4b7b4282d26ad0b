from __future__ import annotations

import numpy as np
import pytest

from covey.partitioning import ALGORITHMS

pytestmark = pytest.mark.kernels

iamat = ALGORITHMS["iamat"]


def algorithm_1(X: np.ndarray, k: int, alpha: float) -> np.ndarray:
    """Algorithm 1 of the paper, step by step, on logarithms: sums of log a instead of products."""
    n = len(X)
    log_a = -np.square(X[:, None, :] - X[None, :, :]).sum(axis=2) / alpha
    log_a_centroid = -np.square(X - X.mean(axis=0)).sum(axis=1) / alpha
    labels = np.full(n, -1)
    group = -1
    while (labels < 0).sum() > k - 1:
        group += 1
        free = np.flatnonzero(labels < 0)
        members = [free[np.argmin(log_a_centroid[free])]]
        labels[members] = group
        while len(members) < k:
            free = np.flatnonzero(labels < 0)
            log_eta = log_a[np.ix_(members, free)].sum(axis=0)
            members.append(free[np.argmax(log_eta)])
            labels[members[-1]] = group
    labels[labels < 0] = group
    return labels


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_it_is_algorithm_1_whatever_alpha(k, seed):
    X = np.random.default_rng(seed).normal(size=(47, 3))
    paper_alpha = np.sqrt(47) / np.square(X - X.mean(axis=0)).sum(axis=1).mean()
    expected = iamat(X, k=k).labels
    for alpha in (paper_alpha, 1e-3, 1e3):
        np.testing.assert_array_equal(algorithm_1(X, k, alpha), expected)


def test_a_group_grows_towards_its_own_mean():
    """Worked by hand: founder 10, then 8; their mean 9 draws 6.5 and not the founder's 13.9."""
    X = np.array([[10.0], [8.0], [6.5], [13.0], [0.0], [0.5], [1.0], [0.2], [0.3]]) * [[-1.0]]
    X[3] = -13.0
    labels = iamat(X, k=3).labels
    assert labels[3] == labels[0] == labels[1]


def test_leftovers_join_the_last_group_in_the_fixed_form():
    X = np.array([[0.0], [0.1], [9.0], [9.1], [20.0], [20.1], [10.0]])
    found = iamat(X, k=2)
    assert found.sizes.tolist()[-1] == 3
    assert found.sizes[:-1].tolist() == [2, 2]


def test_the_centroid_option_changes_something():
    X = np.random.default_rng(1).exponential(size=(60, 2))
    assert iamat(X, k=3).labels.tolist() != iamat(X, k=3, centroid="recomputed").labels.tolist()


def test_variable_groups_follow_clusters():
    """Clusters of four with k = 3: fixed groups tear them, variable ones keep them."""
    centres = np.array([[0.0, 0.0], [50.0, 0.0], [0.0, 50.0], [50.0, 50.0], [25.0, 90.0]])
    X = np.repeat(centres, 4, axis=0) + np.random.default_rng(0).normal(size=(20, 2))
    found = iamat(X, k=3, size="variable")
    assert sorted(found.sizes.tolist()) == [4, 4, 4, 4, 4]
    assert all(len(set(found.labels[i : i + 4].tolist())) == 1 for i in range(0, 20, 4))


@pytest.mark.parametrize("k", [2, 3, 4])
def test_variable_groups_stay_below_2k_but_for_leftovers(k):
    X = np.random.default_rng(k).normal(size=(101, 2))
    found = iamat(X, k=k, size="variable")
    assert found.sizes.min() >= k
    assert np.sort(found.sizes)[:-k].max() < 2 * k
