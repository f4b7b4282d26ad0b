import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from covey.kernels import pool

pytestmark = pytest.mark.kernels

X = np.array([[0.0], [3.0], [3.0], [-3.0], [1.0]])
ROWS = np.arange(5)


def test_farthest_prefers_the_lowest_index():
    assert pool.farthest(X, ROWS, 5, np.array([0.0])) == 1
    assert pool.farthest(X, np.array([2, 3]), 2, np.array([0.0])) == 2


def test_centroid_of_a_part():
    assert pool.centroid(X, np.array([1, 3, 0]), 2).tolist() == [0.0]


def test_nearest_prefers_the_lowest_index():
    assert sorted(pool.nearest(X, ROWS, 5, np.array([3.0]), 1, -1, None).tolist()) == [1]
    assert sorted(pool.nearest(X, ROWS, 5, np.array([3.0]), 2, 1, None).tolist()) == [2, 4]


def test_none_asked_none_given():
    assert pool.nearest(X, ROWS, 5, np.array([0.0]), 0, -1, None).tolist() == []


@given(
    values=arrays(np.float64, st.integers(1, 30), elements=st.integers(-4, 4).map(float)),
    count=st.integers(1, 30),
)
def test_nearest_agrees_with_sorting(values, count):
    count = min(count, len(values))
    column = values.reshape(-1, 1)
    found = pool.nearest(column, np.arange(len(values)), len(values), np.zeros(1), count, -1, None)
    expected = np.lexsort((np.arange(len(values)), values**2))[:count]
    assert found.tolist() == expected.tolist()


def test_removal_keeps_the_order():
    rows = np.arange(6)
    labels = np.array([-1, 0, -1, 0, -1, 0])
    assert pool.remove_assigned(rows, 6, labels) == 3
    assert rows[:3].tolist() == [0, 2, 4]


def test_leftovers_look_at_groups_as_they_were_formed():
    """Record 4 joins group 0 although record 3, joining first, would have drawn group 1 nearer."""
    data = np.array([[0.0], [0.0], [10.0], [7.0], [4.9]])
    labels = np.array([0, 0, 1, -1, -1])
    pool.join_nearest(data, np.array([3, 4]), labels, pool.group_centroids(data, labels, 2))
    assert labels.tolist() == [0, 0, 1, 1, 0]


def test_equally_near_groups_go_to_the_first():
    data = np.array([[0.0], [10.0], [5.0]])
    labels = np.array([0, 1, -1])
    pool.join_nearest(data, np.array([2]), labels, pool.group_centroids(data, labels, 2))
    assert labels.tolist() == [0, 1, 0]


@pytest.mark.parametrize("step", [1, 3, 100])
def test_the_most_distant_pair_is_that_of_all_pairs(step):
    X = np.random.default_rng(2).integers(0, 4, size=(20, 2)).astype(float)
    expected = max(
        itertools.combinations(range(20), 2),
        key=lambda pair: (((X[pair[0]] - X[pair[1]]) ** 2).sum(), -pair[0], -pair[1]),
    )
    best = (0, 1, -1.0)
    for first in range(0, 20, step):
        best = pool.most_distant_pair(X, np.arange(20), 20, first, min(first + step, 20), *best)
    assert best[:2] == expected
