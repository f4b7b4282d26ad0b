from __future__ import annotations

import numpy as np
import pytest

from covey.partitioning import ALGORITHMS

pytestmark = pytest.mark.kernels

cvmdav = ALGORITHMS["cvmdav"]


def as_printed(X: np.ndarray, k: int, gamma: float) -> np.ndarray:
    """Section 4 of the paper, step by step; 2k records at the end are two groups (see the card)."""
    labels = np.full(len(X), -1)
    rows = np.arange(len(X))
    group = 0

    def neighbours(point, count, leave_out=-1):
        candidates = rows[rows != leave_out]
        order = np.argsort(np.square(X[candidates] - point).sum(axis=1), kind="stable")
        return candidates[order[:count]]

    def most_distant():
        mean = X[rows].mean(axis=0)
        return rows[np.argmax(np.square(X[rows] - mean).sum(axis=1))]

    while len(rows) >= 3 * k:
        x = most_distant()
        y = neighbours(X[x], 2 * k - 1, x)
        labels[[x, *y[: k - 1]]] = group
        rows = rows[labels[rows] < 0]
        for candidate in y[k - 1 :]:
            members = labels == group
            if members.sum() == 2 * k - 1:
                break
            inside = np.linalg.norm(X[candidate] - X[members].mean(axis=0))
            own = X[neighbours(X[candidate], k)].mean(axis=0)
            if inside < gamma * np.linalg.norm(X[candidate] - own):
                labels[candidate] = group
                rows = rows[labels[rows] < 0]
        group += 1
    if len(rows) >= 2 * k:
        x = most_distant()
        labels[[x, *neighbours(X[x], k - 1, x)]] = group
        rows = rows[labels[rows] < 0]
        group += 1
    labels[rows] = group
    return labels


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("gamma", [0.0, 0.8, 1.1, 3.0])
@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_printed_algorithm(k, gamma, seed):
    X = np.random.default_rng(seed).normal(size=(53, 2))
    np.testing.assert_array_equal(cvmdav(X, k=k, gamma=gamma).labels, as_printed(X, k, gamma))


def test_without_gain_groups_hold_k():
    X = np.random.default_rng(0).normal(size=(60, 2))
    assert set(cvmdav(X, k=3, gamma=0.0).sizes[:-1].tolist()) == {3}


def test_a_large_gain_fills_groups_up():
    X = np.random.default_rng(0).normal(size=(60, 2))
    assert cvmdav(X, k=3, gamma=1e6).sizes.max() == 5


@pytest.mark.parametrize("n", [6, 7, 8])
def test_no_group_reaches_2k(n):
    assert cvmdav(np.random.default_rng(0).normal(size=(n, 1)), k=3).sizes.tolist() == [3, n - 3]
