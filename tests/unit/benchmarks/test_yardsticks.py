"""The yardsticks compute what Covey computes: a faster wrong answer would be no yardstick."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.loss import information_loss
from benchmarks.yardsticks import YARDSTICKS

import covey


def groups(labels):
    return {frozenset(np.flatnonzero(labels == label).tolist()) for label in set(labels.tolist())}


@pytest.mark.kernels
@pytest.mark.parametrize("yardstick", YARDSTICKS.values(), ids=YARDSTICKS)
@pytest.mark.parametrize(("n", "k"), [(6, 3), (8, 3), (9, 3), (100, 3), (101, 4), (47, 5)])
def test_same_groups_as_mdav_generic(yardstick, n, k):
    X = np.random.default_rng(n).normal(size=(n, 4))
    assert groups(yardstick(X, k)) == groups(covey.partition(X, k=k, method="mdav-generic").labels)


def test_loss_by_hand():
    # The groups {0, 2} and {10, 12} lose 4; about their mean 6 all four vary by 36 + 16 + 16 + 36.
    X = np.array([[0.0], [2.0], [10.0], [12.0]])
    assert information_loss(X, np.array([0, 0, 1, 1])) == pytest.approx(100 * 4 / 104)


def test_nothing_varies_and_nothing_is_lost():
    assert information_loss(np.ones((4, 2)), np.array([0, 0, 1, 1])) == 0.0
