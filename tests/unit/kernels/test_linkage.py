import numpy as np
import pytest

from covey.kernels import boxes
from covey.kernels.linkage import TOLERANCE, distance_below, link, push

pytestmark = pytest.mark.kernels

ALL_OF_IT = 1e12
ONE = np.array([[0]])


def tree_over(points, weights=None):
    weights = np.ones(len(points), dtype=np.int64) if weights is None else weights
    order = np.arange(len(points))
    starts, ends, lows, highs = boxes.plant(*points.shape)
    for level in range(boxes.depth_for(len(points)) + 1):
        first, last = 2**level - 1, 2 ** (level + 1) - 1
        boxes.grow(points, order, starts, ends, lows, highs, first, last)
    before = np.concatenate([[0], np.cumsum(weights[order])])
    return boxes.BoxTree(points[order], before, starts, ends, lows, highs)


def counts(tree, rows, partners, variables, most=10**9, most_work=ALL_OF_IT):
    n = len(rows)
    nearer, tied = np.full(n, -1), np.full(n, -1)
    end, work = link(
        tree, rows, partners, np.arange(n), variables, most, 0, n, most_work, nearer, tied
    )
    return nearer, tied, end, work


def by_brute_force(candidates, rows, partners, variables):
    nearer, tied = [], []
    for row, partner in zip(rows, partners, strict=True):
        distances = ((candidates - row)[:, variables] ** 2).sum(axis=1)
        own = ((partner - row)[variables] ** 2).sum()
        nearer.append((distances < own * (1 - TOLERANCE)).sum())
        tied.append((np.abs(distances - own) <= own * TOLERANCE).sum())
    return nearer, tied


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("n_values", [2, 4, 1000])
@pytest.mark.parametrize("variables", [[0], [2, 0], [0, 1, 2]])
def test_counts_as_brute_force_does(seed, n_values, variables):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, n_values, size=(120, 3)).astype(float)
    Y = np.repeat(X.reshape(40, 3, 3).mean(axis=1), 3, axis=0)
    nearer, tied, end, _ = counts(tree_over(Y), X, Y, np.array([variables]))
    expected_nearer, expected_tied = by_brute_force(Y, X, Y, variables)
    np.testing.assert_array_equal(nearer, expected_nearer)
    np.testing.assert_array_equal(tied, expected_tied)
    assert end == 120


def test_a_point_counts_for_all_records_at_its_place():
    tree = tree_over(np.array([[0.0], [1.0], [3.0]]), np.array([5, 2, 1]))
    nearer, tied, _, _ = counts(tree, np.array([[1.5], [0.5]]), np.array([[3.0], [0.0]]), ONE)
    assert nearer.tolist() == [2, 0]  # 1 is nearer to 1.5 than 3 is
    assert tied.tolist() == [6, 7]  # 0 and 3 are 1.5 away; 0 and 1 are 0.5 away


def test_the_search_ends_when_the_right_one_is_lost():
    points = np.arange(200.0)[:, None]
    rows, partners = np.array([[0.0]]), np.array([[199.0]])
    nearer, tied, _, work = counts(tree_over(points), rows, partners, np.array([[0]]), most=2)
    assert nearer[0] >= 2
    assert tied[0] == 0
    assert work < 200


def test_a_box_of_ties_is_counted_without_a_look_inside():
    points = np.column_stack([np.repeat([0.0, 100.0], 400), np.arange(800.0) / 1e4])
    rows = partners = np.array([[0.0, 0.0]])
    nearer, tied, _, work = counts(tree_over(points), rows, partners, np.array([[0]]))
    assert (nearer[0], tied[0]) == (0, 400)
    assert work == 2


def test_each_target_may_be_compared_on_its_own_variables():
    points = np.array([[0.0, 9.0], [5.0, 0.0]])
    rows, partners = np.zeros((2, 2)), points[[0, 0]]
    nearer, tied, _, _ = counts(tree_over(points), rows, partners, np.array([[0], [1]]))
    assert nearer.tolist() == [0, 1]
    assert tied.tolist() == [1, 1]


def test_work_is_done_in_slices():
    X = np.random.default_rng(0).normal(size=(100, 2))
    tree, variables = tree_over(X), np.array([[0, 1]])
    whole_nearer, whole_tied, _, whole = counts(tree, X, X[::-1], variables)
    nearer, tied = np.full(100, -1), np.full(100, -1)
    start, total, n_slices = 0, 0, 0
    while start < 100:
        start, work = link(
            tree, X, X[::-1], np.arange(100), variables, 10**9, start, 100, 300, nearer, tied
        )
        total += work
        n_slices += 1
    assert n_slices > 3
    assert total == whole
    np.testing.assert_array_equal(nearer, whole_nearer)
    np.testing.assert_array_equal(tied, whole_tied)


def test_rounding_makes_no_difference_between_equal_distances():
    """0.1 + 0.2 is not quite 0.3, and means are full of such sums."""
    tree = tree_over(np.array([[0.3], [-0.3]]))
    nearer, tied, _, _ = counts(tree, np.array([[0.0]]), np.array([[0.1 + 0.2]]), np.array([[0]]))
    assert (nearer[0], tied[0]) == (0, 2)


def test_a_distance_beyond_the_limit_need_not_be_complete():
    points = np.array([[3.0, 4.0]])
    assert distance_below(points, 0, np.zeros(2), np.arange(2), np.inf) == 25.0
    assert 1.0 < distance_below(points, 0, np.zeros(2), np.arange(2), 1.0) <= 25.0


@pytest.mark.parametrize(
    ("left", "right", "stacked"), [(1.0, 2.0, [6, 5]), (2.0, 1.0, [5, 6]), (1.0, 9.0, [5])]
)
def test_the_nearer_box_is_on_top(left, right, stacked):
    nodes, gaps = np.zeros(4, dtype=np.int64), np.zeros(4)
    assert push(nodes, gaps, 0, 5, left, right, 4.0) == len(stacked)
    assert nodes[: len(stacked)].tolist() == stacked
