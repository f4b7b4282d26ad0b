"""What is a tree and what is not."""

from __future__ import annotations

from collections import Counter

import pytest

from covey.core.errors import RequestError
from covey.datasets import DEFAULT_RECORDS, TREES, Tree


@pytest.mark.parametrize("size", [8, 16, 22])
def test_default_trees(size):
    tree = Tree.of(size)
    assert tree.names == tuple(f"x{number}" for number in range(1, size + 1))
    assert len(tree.edges) == size - 1
    assert set(tree.edges) == set(TREES[size])
    assert size in DEFAULT_RECORDS


@pytest.mark.parametrize(
    ("size", "next_two"), [(8, {"x4", "x6"}), (16, {"x4", "x6"}), (22, {"x5", "x18"})]
)
def test_degrees_are_those_that_the_paper_implies(size, next_two):
    """Its tables 5 to 7: 1 and 3, with either of two others; all four are the four best."""
    degrees = Counter(name for edge in TREES[size] for name in edge)
    ranked = [degree for _, degree in degrees.most_common()]
    assert {name for name, _ in degrees.most_common(2)} == {"x1", "x3"}
    assert ranked[1] > ranked[2] == ranked[3] > ranked[4]
    assert {name for name, _ in degrees.most_common(4)} == {"x1", "x3"} | next_two


def test_edges_have_no_direction():
    tree = Tree.of([("b", "a"), ("c", "a"), ("d", "c")])
    assert tree.names == ("b", "a", "c", "d")
    assert tree.edges == (("b", "a"), ("a", "c"), ("c", "d"))


def test_names_may_be_numbers():
    assert Tree.of([(1, 2), (2, 3)]).names == ("1", "2", "3")


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ([("a", "b"), ("b", "c"), ("c", "a")], "must have no cycle: the edge c-a closes one"),
        ([("a", "b"), ("b", "a")], "must have no cycle: the edge b-a"),
        ([("a", "b"), ("a", "b")], "must have no cycle: the edge a-b"),
        ([("a", "b"), ("c", "d")], "must be connected: no path leads from a to c"),
        ([("a", "a")], "must join two different variables. Got a-a"),
        ([("a", "b", "c")], "must join two named variables"),
        ([("a", " ")], "must join two named variables"),
        (["ab"], "must join two named variables"),
        ([3], "must join two named variables"),
        ([], "must have at least one edge"),
        (9, "no default tree of 9 variables. Choose one of 8, 16, 22"),
        (True, "'tree' must be 8, 16, 22 or a list of edges"),
        ("a-b", "'tree' must be 8, 16, 22 or a list of edges"),
        (None, "'tree' must be 8, 16, 22 or a list of edges"),
    ],
)
def test_what_is_no_tree(tree, message):
    with pytest.raises(RequestError, match=message):
        Tree.of(tree)
