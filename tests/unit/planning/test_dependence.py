"""The three metrics, against numbers worked by hand, and the tree that follows from them."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.planning.categories import categorize
from covey.planning.dependence import (
    MOST_SUBSETS,
    correlation,
    dependence,
    maximum_spanning_tree,
    rank,
)


def codes_of(table):
    """Return the codes of two variables whose table of counts this is."""
    cells = [(i, j) for i, row in enumerate(table) for j, n in enumerate(row) for _ in range(n)]
    return tuple(np.array(code) for code in zip(*cells, strict=True))


TWO = [[4, 1], [1, 4]]
THREE = [[3, 0, 0], [0, 2, 1], [0, 1, 3]]
LINKED = [[5, 0, 0], [0, 3, 0], [0, 0, 2]]
FREE = [[2, 4], [3, 6]]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (TWO, 0.8 * math.log(1.6) + 0.2 * math.log(0.4)),
        (
            THREE,
            0.3 * math.log(0.3 / 0.09)
            + 0.2 * math.log(0.2 / 0.09)
            + 0.2 * math.log(0.1 / 0.12)
            + 0.3 * math.log(0.3 / 0.16),
        ),
        (LINKED, -0.5 * math.log(0.5) - 0.3 * math.log(0.3) - 0.2 * math.log(0.2)),
        (FREE, 0.0),
    ],
)
def test_emim(table, expected):
    assert dependence(codes_of(table), "emim")[0, 1] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (TWO, 4 * 0.15**2 / 0.25),
        (
            THREE,
            # occupied cells, then empty ones, which add what was expected of them
            0.21**2 / 0.09
            + 0.11**2 / 0.09
            + 2 * 0.02**2 / 0.12
            + 0.14**2 / 0.16
            + 2 * 0.09
            + 2 * 0.12,
        ),
        (LINKED, 2.0),  # the number of categories less one
        (FREE, 0.0),
    ],
)
def test_chi2(table, expected):
    assert dependence(codes_of(table), "chi2")[0, 1] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("metric", ["emim", "chi2"])
def test_narrow_intervals_give_the_same(metric):
    codes = codes_of(THREE)
    assert (dependence(codes, metric, dense=0) == dependence(codes, metric)).all()


@pytest.mark.parametrize("metric", ["emim", "chi2"])
def test_weights_are_symmetric_and_zero_for_a_single_category(metric):
    rng = np.random.default_rng(0)
    codes = (rng.integers(0, 4, 90), np.zeros(90, dtype=int), rng.integers(0, 3, 90))
    weights = dependence(codes, metric)
    assert (weights == weights.T).all()
    assert (np.diag(weights) == 0).all()
    assert (weights[1] == 0).all()
    assert weights[0, 2] > 0


@pytest.mark.parametrize("metric", ["emim", "chi2"])
def test_equal_variables_weigh_exactly_the_same(metric):
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 30, 400), rng.integers(0, 30, 400)
    weights = dependence((a, b, a), metric)
    assert weights[0, 1] == weights[1, 2]


def test_correlation_has_no_sign():
    x = np.array([1.0, 2.0, 3.0, 4.0])
    X = np.column_stack([x, -x, [1.0, -1.0, -1.0, 1.0]])
    weights = correlation(X)
    assert weights[0, 1] == 1.0
    assert weights[0, 2] == 0.0
    assert weights[0, 0] == 0.0


def test_correlation_worked_by_hand():
    X = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 3.0]])  # covariance 1/3, variances 2/3
    assert correlation(X)[0, 1] == pytest.approx(0.5, abs=1e-9)


def test_emim_approaches_that_of_the_normal_distribution():
    rng = np.random.default_rng(2)
    z = rng.normal(size=(200_000, 2))
    X = np.column_stack([z[:, 0], 0.6 * z[:, 0] + 0.8 * z[:, 1]])
    found = dependence(categorize(X, intervals=40).codes, "emim")[0, 1]
    assert found == pytest.approx(-0.5 * math.log(1 - 0.36), rel=0.03)


def symmetric(pairs, p):
    weights = np.zeros((p, p))
    for (i, j), weight in pairs.items():
        weights[i, j] = weights[j, i] = weight
    return weights


def test_the_heaviest_edges_that_close_no_circle():
    weights = symmetric({(0, 1): 9, (1, 2): 8, (0, 2): 7, (2, 3): 1, (0, 3): 2}, 4)
    assert maximum_spanning_tree(weights) == [(0, 1), (1, 2), (0, 3)]


def test_ties_go_to_the_lowest_pair():
    assert maximum_spanning_tree(np.ones((4, 4))) == [(0, 1), (0, 2), (0, 3)]


def test_what_depends_on_nothing_hangs_on_the_first_variable():
    assert maximum_spanning_tree(symmetric({(1, 2): 3.0}, 4)) == [(1, 2), (0, 1), (0, 3)]


def test_one_variable_has_a_tree_without_edges():
    assert maximum_spanning_tree(np.zeros((1, 1))) == []
    assert rank([], np.zeros((1, 1)), 1).subsets(1) == [(0,)]


@given(st.integers(2, 5), st.integers(0, 10**6))
def test_no_other_tree_weighs_more(p, seed):
    weights = np.random.default_rng(seed).integers(0, 4, (p, p)).astype(float)
    weights = np.triu(weights, 1) + np.triu(weights, 1).T
    pairs = list(itertools.combinations(range(p), 2))

    def is_tree(edges):
        reached = {0}
        for _ in edges:
            reached |= {x for edge in edges if reached & set(edge) for x in edge}
        return len(reached) == p

    best = max(
        sum(weights[edge] for edge in edges)
        for edges in itertools.combinations(pairs, p - 1)
        if is_tree(edges)
    )
    found = maximum_spanning_tree(weights)
    assert is_tree(found)
    assert sum(weights[edge] for edge in found) == best


def subsets(degrees, count):
    loops = [(node, node) for node, degree in enumerate(degrees) for _ in range(degree)]
    return rank(loops, np.zeros((len(degrees), len(degrees))), count).subsets(count)


def test_the_highest_degrees_without_ties():
    assert subsets([1, 4, 2, 3], 2) == [(1, 3)]


def test_ties_leave_a_choice():
    assert subsets([3, 1, 2, 2, 2], 2) == [(0, 2), (0, 3), (0, 4)]
    assert subsets([3, 3, 3, 3, 1], 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


def test_all_variables_are_one_subset():
    assert subsets([2, 1, 1], 3) == [(0, 1, 2)]


def test_a_star_of_22_is_tried_in_full():
    assert len(subsets([21, *[1] * 21], 3)) == math.comb(21, 2)


@pytest.mark.parametrize("count", [3, 5, 50, 98])
def test_no_more_than_a_thousand_subsets_are_tried(count):
    star = {(0, j): float(j) for j in range(1, 100)}
    ranked = rank(list(star), symmetric(star, 100), count)
    found = ranked.subsets(count)
    assert 0 < len(found) <= MOST_SUBSETS
    assert all(len(set(subset)) == count for subset in found)
    assert ranked.n_tied == 99
    assert ranked.tied == tuple(range(100 - len(ranked.tied), 100))  # whose edges weigh most
