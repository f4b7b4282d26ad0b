import numpy as np
import pytest

from covey.partitioning.axis import axis, optimal_1d

pytestmark = pytest.mark.kernels


def column(*values: float) -> np.ndarray:
    return np.array(values)[:, None]


def test_a_case_worked_by_hand():
    """Runs of 2 or 3: {1,2} {5,6,7} {20,21} costs 0.5 + 2 + 0.5; any other cut crosses a gap."""
    labels = optimal_1d(column(6, 20, 1, 5, 21, 2, 7), k=2).labels
    assert labels.tolist() == [1, 2, 0, 1, 2, 0, 1]


def test_equal_values_keep_the_order_of_the_records():
    labels = optimal_1d(column(5, 5, 0, 5, 0, 5, 0), k=3).labels
    assert labels.tolist() == [1, 1, 0, 1, 0, 1, 0]
    assert optimal_1d(np.zeros((7, 1)), k=3).labels.tolist() == [0, 0, 0, 0, 1, 1, 1]


def test_one_variable_is_cut_where_it_is():
    """Centring would round values that differ in their last digit to one."""
    low, high = 1e16, np.nextafter(1e16, np.inf)
    labels = optimal_1d(column(high, low, high, low, -3e15, -3e15), k=2).labels
    assert labels.tolist() == [2, 1, 2, 1, 0, 0]


def test_groups_hold_at_most_2k_minus_1():
    partition = optimal_1d(np.random.default_rng(1).normal(size=(200, 1)), k=6)
    assert partition.sizes.max() <= 11


def test_several_variables_are_put_on_the_axis_of_axis():
    X = np.random.default_rng(2).normal(size=(80, 3))
    np.testing.assert_array_equal(optimal_1d(X, k=4).labels, axis(X, k=4).labels)


def test_several_variables_never_lose_more_than_in_blocks():
    X = np.random.default_rng(4).normal(size=(90, 5))
    for k in (2, 3, 8):
        optimal, fixed = optimal_1d(X, k=k).labels, axis(X, k=k, cuts="fixed").labels
        sse = [
            sum(((X[labels == g] - X[labels == g].mean(axis=0)) ** 2).sum() for g in set(labels))
            for labels in (optimal, fixed)
        ]
        assert sse[0] <= sse[1]


def test_variables_in_step_are_one_variable():
    """On a straight line in space the method is exact again."""
    values = np.random.default_rng(3).normal(size=(50, 1))
    line = values @ np.array([[1.0, -2.0, 0.5]])
    expected, found = optimal_1d(values, k=3), optimal_1d(line, k=3)
    same = expected.labels[:, None] == expected.labels
    np.testing.assert_array_equal(found.labels[:, None] == found.labels, same)
