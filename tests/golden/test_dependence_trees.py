"""Simulated sets of Oommen and Fayyoumi (2011): their trees are found, for every seed tried."""

from __future__ import annotations

import pytest

from covey.datasets import TREES, make_binary, make_tree
from covey.planning.categories import categorize
from covey.planning.dependence import dependence, maximum_spanning_tree

BINARY = (("x1", "x2"), ("x1", "x3"), ("x1", "x4"), ("x3", "x5"), ("x3", "x6"))


def tree_of(frame, metric, width):
    codes = categorize(frame.to_numpy().astype(float), width=width).codes
    edges = maximum_spanning_tree(dependence(codes, metric))
    return {frozenset((frame.columns[i], frame.columns[j])) for i, j in edges}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("metric", ["emim", "chi2"])
@pytest.mark.parametrize("size", TREES)
def test_the_default_trees_at_width_100(size, metric, seed):
    found = tree_of(make_tree(size, seed=seed), metric, 100)
    assert found == set(map(frozenset, TREES[size]))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("metric", ["emim", "chi2"])
@pytest.mark.parametrize("kind", ["sibling", "unrelated"])
def test_the_binary_sets_from_5000_records(kind, metric, seed):
    found = tree_of(make_binary(kind, 5_000, seed=seed), metric, 1)
    assert found == set(map(frozenset, BINARY))
