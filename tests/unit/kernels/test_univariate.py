import microagg1d
import numpy as np
import pytest

from covey.kernels import univariate as kernel
from covey.partitioning.line import fixed_bounds, optimal_bounds

from . import exact_runs

pytestmark = pytest.mark.kernels

# The 'simple' method of microagg1d 0.4, its default for small k, is not always optimal.
ORACLES = ("wilber", "galil_park")


@pytest.mark.parametrize("k", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_no_partition_into_runs_costs_less(k, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(k, 13))
    whole = np.sort(rng.integers(0, 9, size=n).astype(float))
    for values in (whole, np.sort(rng.normal(size=n))):
        bounds = optimal_bounds(values, k)
        exact_runs.check_sizes(bounds, n, k)
        least = min(
            exact_runs.exact_cost(values, other) for other in exact_runs.all_partitions(n, k)
        )
        assert float(exact_runs.exact_cost(values, bounds)) == pytest.approx(
            float(least), rel=1e-13, abs=0
        )


@pytest.mark.parametrize("n", range(4, 8))
def test_no_partition_at_all_costs_less(n):
    """Runs of neighbours suffice: look at every way to deal n records into groups."""
    values = np.sort(np.random.default_rng(n).normal(size=n))
    labels = np.array(np.meshgrid(*[range(n // 2)] * n)).reshape(n, -1).T
    least = min(
        sum(((group - group.mean()) ** 2).sum() for group in groups)
        for groups in ([values[row == g] for g in set(row.tolist())] for row in labels)
        if min(len(group) for group in groups) >= 2
    )
    assert exact_runs.cost(values, optimal_bounds(values, 2)) == pytest.approx(least)


@pytest.mark.parametrize("method", ORACLES)
@pytest.mark.parametrize(("n", "k"), [(50, 2), (101, 7), (257, 16), (300, 40), (200, 99)])
@pytest.mark.parametrize("kind", ["normal", "duplicates", "heavy"])
def test_it_costs_what_another_implementation_finds(method, n, k, kind):
    rng = np.random.default_rng(n + k)
    values = np.sort(
        {
            "normal": rng.normal(size=n),
            "duplicates": rng.integers(0, 12, size=n).astype(float),
            "heavy": rng.standard_cauchy(size=n),
        }[kind]
    )
    labels = microagg1d.univariate_microaggregation(values, k, method=method)
    other = np.concatenate([[0], np.flatnonzero(np.diff(labels)) + 1, [n]])
    bounds = optimal_bounds(values, k)
    exact_runs.check_sizes(bounds, n, k)
    assert exact_runs.cost(values, bounds) == pytest.approx(
        exact_runs.cost(values, other), rel=1e-10, abs=1e-12
    )


@pytest.mark.parametrize(
    ("offset", "spread"),
    [(0.0, 1.0), (1e9, 1e-6), (-1e15, 1.0), (1e-12, 1e-12), (1e300, 1e287), (0.0, 1e-160)],
)
@pytest.mark.parametrize("k", [2, 5])
def test_no_digit_is_lost_far_from_zero(offset, spread, k):
    values = np.sort(offset + spread * np.random.default_rng(k).normal(size=31))
    # In fractions nothing overflows; the ratio of the costs is about one.
    found, least = (
        exact_runs.exact_cost(values, optimal_bounds(values, k)),
        exact_runs.exact_optimum(values, k),
    )
    assert least > 0
    assert float(found / least - 1) < 1e-13


def test_a_costly_group_does_not_blur_the_others():
    rng = np.random.default_rng(3)
    values = np.concatenate([[-1e15, -0.5e15], np.sort(rng.normal(size=24))])
    exact_runs.check_after_a_costly_group(values, optimal_bounds(values, 2))


@pytest.mark.parametrize(("n", "k"), [(2, 2), (5, 5), (9, 5), (3, 2), (13, 7)])
def test_one_group_where_two_do_not_fit(n, k):
    assert optimal_bounds(np.arange(float(n)), k).tolist() == [0, n]


def test_the_smallest_table_with_two_groups():
    assert optimal_bounds(np.array([0.0, 1.0, 2.0, 8.0, 9.0, 10.0]), 3).tolist() == [0, 3, 6]


@pytest.mark.parametrize(
    ("values", "k", "expected"),
    [
        (np.zeros(13), 3, [0, 4, 7, 10, 13]),
        (np.arange(7.0), 2, [0, 3, 5, 7]),
        (np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]), 2, [0, 3, 5, 7]),
    ],
)
def test_ties_go_to_the_shortest_last_run(values, k, expected):
    assert optimal_bounds(values, k).tolist() == expected


@pytest.mark.parametrize("k", [2, 3, 9])
def test_slices_change_nothing(k):
    values = np.sort(np.random.default_rng(0).normal(size=100))
    n = len(values)
    high, low = np.empty(n + 1), np.empty(n + 1)
    starts = np.empty(n + 1, dtype=np.int64)
    kernel.cut_first_runs(values, k, high, low, starts)
    block, n_slices = 2 * k, 0
    while block <= n:
        following = kernel.cut_further_runs(values, k, high, low, starts, block, 1)
        assert following == block + k
        block, n_slices = following, n_slices + 1
    assert n_slices == n // k - 1
    np.testing.assert_array_equal(kernel.run_bounds(starts, n), optimal_bounds(values, k))
    bounds = optimal_bounds(values, k)
    assert high[n] == pytest.approx(exact_runs.cost(values, bounds))


def test_the_values_are_not_changed():
    values = np.sort(np.random.default_rng(0).normal(size=30)) * 1e5
    before = values.copy()
    optimal_bounds(values, 4)
    np.testing.assert_array_equal(values, before)


@pytest.mark.parametrize(
    ("n", "k", "expected"), [(6, 3, [0, 3, 6]), (8, 3, [0, 3, 8]), (5, 3, [0, 5]), (3, 3, [0, 3])]
)
def test_fixed_blocks_leave_the_rest_to_the_last(n, k, expected):
    assert fixed_bounds(n, k).tolist() == expected
