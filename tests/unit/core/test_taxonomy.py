"""Trees of categories."""

import pytest

from covey.core.errors import RequestError
from covey.core.taxonomy import Taxonomy

JOBS = [("cook", "food"), ("waiter", "food"), ("food", "any"), ("nurse", "any")]


def test_the_way_from_below_the_root():
    tree = Taxonomy.of(JOBS, "The tree")
    assert tree.root == "any"
    assert tree.path("cook") == ("food", "cook")
    assert tree.path("food") == ("food",)
    assert tree.path("any") == ()
    assert "any" in tree
    assert "baker" not in tree
    assert tree.paths(["cook", "nurse"]) == {
        "cook": ("food", "cook"),
        "food": ("food",),
        "nurse": ("nurse",),
    }


def test_the_root_may_be_stated_and_a_line_repeated():
    assert Taxonomy.of([*JOBS, ("any", ""), ("cook", "food")], "The tree").root == "any"


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([], "The tree is empty"),
        ([("any", "")], "The tree is empty"),
        ([*JOBS, ("cook", "nurse")], "gives 1 node two parents"),
        ([*JOBS, ("car", "thing")], "has 2 nodes with nothing above them"),
        ([*JOBS, ("thing", "")], "has 2 nodes with nothing above them"),
        ([("a", "b"), ("b", "c"), ("c", "a")], "has a cycle: from 3 nodes"),
        ([*JOBS, ("x", "y"), ("y", "x"), ("z", "x")], "has a cycle: from 3 nodes"),
        ([("a", "a"), ("b", "c")], "has a cycle: from 1 node "),
        ([("*", "any")], r"calls a node '\*'"),
    ],
)
def test_what_is_no_tree_is_refused_without_naming_a_node(pairs, message):
    with pytest.raises(RequestError, match=message) as caught:
        Taxonomy.of(pairs, "The tree")
    assert "cook" not in str(caught.value)
