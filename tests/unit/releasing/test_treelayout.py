"""Drawings of trees: nothing overlaps, whatever the tree."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.core.subsets import DependenceTree, Edge
from covey.releasing.treelayout import arrange


def tree_of(parents, names=None):
    names = names or tuple(f"variable_{i}" for i in range(len(parents) + 1))
    edges = tuple(
        Edge(names[parent], names[child], 1.0 + child) for child, parent in enumerate(parents, 1)
    )
    return DependenceTree(tuple(names), edges)


STAR, CHAIN = tree_of([0] * 21), tree_of(range(21))
HUB = tree_of([0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])


def assert_apart(layout):
    for one, other in itertools.combinations(layout.boxes, 2):
        is_beside = abs(one.x - other.x) >= (one.width + other.width) / 2
        is_below = abs(one.y - other.y) >= (one.height + other.height) / 2
        assert is_beside or is_below, (one.name, other.name)


@pytest.mark.parametrize("tree", [STAR, CHAIN, HUB], ids=["star", "chain", "hub"])
def test_twenty_two_variables_do_not_overlap_and_fit_a_page(tree):
    layout = arrange(tree)
    assert len(layout.boxes) == 22
    assert len(layout.lines) == 21
    assert_apart(layout)
    assert layout.width <= 1000
    assert layout.height <= 1100


@given(st.lists(st.integers(0, 10**6), max_size=25), st.integers(1, 30))
def test_no_tree_overlaps(numbers, length):
    parents = [number % (place + 1) for place, number in enumerate(numbers)]
    names = tuple(f"{i:02d}" + "W" * length for i in range(len(parents) + 1))
    layout = arrange(tree_of(parents, names))
    assert_apart(layout)
    assert [line.weight for line in layout.lines] != [] or len(names) == 1


@pytest.mark.parametrize("tree", [STAR, CHAIN, HUB], ids=["star", "chain", "hub"])
def test_every_line_joins_the_two_boxes_of_its_edge(tree):
    layout = arrange(tree)
    by_name = {box.name: box for box in layout.boxes}

    def touches(point, box):
        x, y = point
        inside = abs(x - box.x) <= box.width / 2 + 0.01 and abs(y - box.y) <= box.height / 2 + 0.01
        return inside and (
            abs(abs(x - box.x) - box.width / 2) < 0.01
            or abs(abs(y - box.y) - box.height / 2) < 0.01
        )

    for edge in tree.edges:
        line = next(line for line in layout.lines if line.weight == edge.weight)
        ends = {edge.first, edge.second}
        assert {n for n in by_name if touches(line.curve[0], by_name[n])} <= ends
        assert {n for n in by_name if touches(line.curve[3], by_name[n])} <= ends
        assert any(touches(line.curve[3], by_name[n]) for n in ends)


def test_the_variable_with_most_edges_is_the_largest():
    boxes = {box.name: box for box in arrange(HUB).boxes}
    assert boxes["variable_0"].height == max(box.height for box in boxes.values())
    assert boxes["variable_0"].font > boxes["variable_21"].font


def test_a_long_name_is_cut():
    box = arrange(tree_of([0], ("n" * 60, "b"))).boxes[0]
    assert box.text == "n" * 23 + "…"


def test_one_variable():
    layout = arrange(DependenceTree(("alone",), ()))
    assert (len(layout.boxes), layout.lines) == (1, ())
