import numpy as np
import pytest

from covey.kernels import runs as kernel
from covey.partitioning.line import fixed_bounds, optimal_bounds, optimal_row_bounds

from .exact_runs import (
    all_partitions,
    check_after_a_costly_group,
    check_sizes,
    cost,
    exact_cost,
    exact_optimum,
    exact_sse,
)

pytestmark = pytest.mark.kernels


def row_bounds(X, k):
    """Return the bounds for records that stand in the order of their index."""
    return optimal_row_bounds(X, np.arange(len(X)), k)


def table(kind, n, p, seed):
    """Return records in a row; sorting them by anything is not the kernel's concern."""
    rng = np.random.default_rng(seed)
    return {
        "normal": lambda: rng.normal(size=(n, p)),
        "whole": lambda: rng.integers(0, 9, size=(n, p)).astype(float),
        "duplicates": lambda: rng.normal(size=(3, p))[np.sort(rng.integers(0, 3, size=n))],
        "heavy": lambda: rng.standard_cauchy(size=(n, p)),
    }[kind]()


@pytest.mark.parametrize("kind", ["normal", "whole", "duplicates"])
@pytest.mark.parametrize("p", [1, 2, 3])
@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_no_partition_into_runs_costs_less(k, p, kind):
    for n in range(k, 13):
        X = table(kind, n, p, seed=n)
        bounds = row_bounds(X, k)
        check_sizes(bounds, n, k)
        least = min(exact_cost(X, other) for other in all_partitions(n, k))
        assert float(exact_cost(X, bounds)) == pytest.approx(float(least), rel=1e-13, abs=1e-28)


@pytest.mark.parametrize("kind", ["normal", "whole", "duplicates", "heavy"])
@pytest.mark.parametrize(("n", "k"), [(50, 2), (101, 7), (120, 16), (90, 40)])
def test_one_variable_costs_what_the_univariate_programme_finds(kind, n, k):
    values = np.sort(table(kind, n, 1, seed=k), axis=0)
    known = cost(values, optimal_bounds(values[:, 0], k))
    bounds = row_bounds(values, k)
    check_sizes(bounds, n, k)
    assert cost(values, bounds) == pytest.approx(known, rel=1e-12, abs=1e-25)


@pytest.mark.parametrize("kind", ["normal", "whole", "duplicates", "heavy"])
@pytest.mark.parametrize(("n", "k"), [(60, 2), (61, 3), (100, 7), (83, 20)])
def test_fixed_blocks_never_cost_less(kind, n, k):
    for seed in range(3):
        X = table(kind, n, 3, seed)
        assert exact_cost(X, row_bounds(X, k)) <= exact_cost(X, fixed_bounds(n, k))


@pytest.mark.parametrize(
    ("offset", "spread"),
    [(0.0, 1.0), (1e9, 1.0), (1e9, 1e-6), (-1e15, 1.0), (1e-12, 1e-12), (1e90, 1e80)],
)
@pytest.mark.parametrize("k", [2, 5])
def test_no_digit_is_lost_far_from_zero(offset, spread, k):
    rng = np.random.default_rng(k)
    X = offset * np.array([1.0, -1.0, 0.5]) + spread * rng.normal(size=(31, 3))
    found, least = exact_cost(X, row_bounds(X, k)), exact_optimum(X, k)
    assert least > 0
    assert float(found / least - 1) < 1e-13


def test_long_runs_keep_their_digits():
    """An origin at the edge of a run of M costs up to M: not more than three digits of sixteen."""
    X = 1e9 + np.sort(np.random.default_rng(0).normal(size=(300, 2)), axis=0)
    k, n = 100, len(X)
    high, low, starts = np.zeros(n + 1), np.zeros(n + 1), np.zeros(n + 1, dtype=np.int64)
    kernel.cut_runs(X, np.arange(n), k, high, low, starts, k, 10**9)
    for j in (100, 150, 199):  # a single run; those of 200 or more are made of two
        assert high[j] == pytest.approx(float(exact_sse(X[:j])), rel=1e-13)
    least = min(cost(X, [0, i, n]) for i in range(k + 1, n - k))
    assert high[n] <= least * (1 + 1e-12)


def test_a_costly_group_does_not_blur_the_others():
    X = np.random.default_rng(3).normal(size=(26, 2))
    X[:2, 0] = -1e15, -0.5e15
    check_after_a_costly_group(X, row_bounds(X, 2))


@pytest.mark.parametrize(("n", "k"), [(2, 2), (5, 5), (9, 5), (3, 2), (13, 7)])
def test_one_group_where_two_do_not_fit(n, k):
    assert row_bounds(np.random.default_rng(n).normal(size=(n, 2)), k).tolist() == [0, n]


def test_the_smallest_table_with_two_groups():
    X = np.array([[0.0, 5.0], [1.0, 5.0], [2.0, 5.0], [8.0, 0.0], [9.0, 0.0], [10.0, 0.0]])
    assert row_bounds(X, 3).tolist() == [0, 3, 6]


def test_all_variables_decide():
    """On the first variable alone the gap is after three records, on both together after two."""
    X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 9.0], [4.0, 9.0], [5.0, 9.0]])
    assert row_bounds(X[:, :1].copy(), 2).tolist() == [0, 3, 5]
    assert row_bounds(X, 2).tolist() == [0, 2, 5]


@pytest.mark.parametrize(
    ("X", "k", "expected"),
    [
        (np.zeros((13, 2)), 3, [0, 4, 7, 10, 13]),
        (np.repeat(np.arange(7.0), 2).reshape(7, 2), 2, [0, 3, 5, 7]),
        (np.outer([0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0], [1.0, -3.0]), 2, [0, 3, 5, 7]),
    ],
)
def test_ties_go_to_the_shortest_last_run(X, k, expected):
    assert row_bounds(X, k).tolist() == expected


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("k", [2, 3, 5])
def test_whole_numbers_tie_in_any_order_of_the_columns_and_anywhere(k, seed):
    X = np.random.default_rng(seed).integers(0, 3, size=(40, 4)).astype(float)
    expected = row_bounds(X, k)
    moved = X + np.array([1e9, -7.0, 1e12, 0.0])
    for variant in (X[:, ::-1], X[:, [2, 0, 3, 1]], moved):
        np.testing.assert_array_equal(row_bounds(np.ascontiguousarray(variant), k), expected)


@pytest.mark.parametrize("k", [2, 3, 9])
def test_slices_change_nothing(k):
    X = np.random.default_rng(0).normal(size=(60, 3))
    n, order = len(X), np.arange(len(X))
    whole, sliced = (
        (np.zeros(n + 1), np.zeros(n + 1), np.zeros(n + 1, dtype=np.int64)) for _ in range(2)
    )
    assert kernel.cut_runs(X, order, k, *whole, k, 10**9) == n + 1
    for end in range(k, n + 1):
        assert kernel.cut_runs(X, order, k, *sliced, end, 1) == end + 1
    for one, other in zip(whole, sliced, strict=True):
        np.testing.assert_array_equal(one, other)
    assert whole[0][n] == pytest.approx(cost(X, row_bounds(X, k)))


def test_progress_is_told_slice_by_slice():
    seen = []
    optimal_row_bounds(np.zeros((9, 2)), np.arange(9), 3, seen.append, budget=1)
    assert seen == [4 / 9, 5 / 9, 6 / 9, 7 / 9, 8 / 9, 1.0, 1.0]


def test_records_are_taken_in_the_order_given():
    X = np.random.default_rng(0).normal(size=(40, 3))
    order = np.argsort(X[:, 1])
    expected = row_bounds(X[order], 4)
    np.testing.assert_array_equal(optimal_row_bounds(X, order, 4), expected)


def test_the_records_are_not_changed():
    X = np.random.default_rng(0).normal(size=(30, 2))
    before, order = X.copy(), np.arange(30)
    optimal_row_bounds(X, order, 4)
    np.testing.assert_array_equal(X, before)
    np.testing.assert_array_equal(order, np.arange(30))
