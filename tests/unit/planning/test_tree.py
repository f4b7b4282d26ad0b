"""The maximum spanning tree and the subsets that its degrees allow."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.planning.tree import (
    MOST_SUBSETS,
    degrees_of,
    maximum_spanning_tree,
    rank,
    strengths_of,
)


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
    assert degrees_of([], 1).tolist() == [0]


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


def test_degrees_and_strengths():
    edges = [(0, 1), (1, 2)]
    weights = symmetric({(0, 1): 2.0, (1, 2): 0.5}, 4)
    assert degrees_of(edges, 4).tolist() == [1, 2, 1, 0]
    assert strengths_of(edges, weights).tolist() == [2.0, 2.5, 0.5, 0.0]


def subsets(degrees, count):
    return rank(np.array(degrees), np.zeros(len(degrees)), count).subsets(count)


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
    strengths = np.arange(100.0)
    ranked = rank(np.array([99, *[1] * 99]), strengths, count)
    found = ranked.subsets(count)
    assert 0 < len(found) <= MOST_SUBSETS
    assert all(len(set(subset)) == count for subset in found)
    assert ranked.n_tied == 99
    assert ranked.tied == tuple(range(100 - len(ranked.tied), 100))  # whose edges weigh most
