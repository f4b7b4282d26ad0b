"""Subsets of variables and the tree that proposes them."""

from covey.core.plan import Plan
from covey.core.roles import Roles
from covey.core.subsets import Candidate, DependenceTree, Edge, RankedSubsets

TREE = DependenceTree(("a", "b", "c"), (Edge("a", "b", 0.9), Edge("b", "c", 0.4)))
CANDIDATES = (Candidate(("a", "b"), 7.5), Candidate(("b", "c"), 8.0))


def selection(**changes):
    settings = {"metric": "emim", "k": 3, "method": "mdav", "options": {}, "intervals": 4}
    return RankedSubsets(CANDIDATES, TREE, **{**settings, **changes})


def test_the_first_candidate_is_chosen():
    assert selection().variables == ("a", "b")
    assert selection().loss == 7.5


def test_degrees_count_edges():
    assert dict(TREE.degrees) == {"a": 1, "b": 2, "c": 1}
    assert dict(DependenceTree(("alone",), ()).degrees) == {"alone": 0}


def test_an_outline_has_each_variable_once_below_what_it_hangs_on():
    edges = (Edge("c", "d", 5.0), Edge("b", "a", 3.0), Edge("b", "c", 2.0), Edge("b", "e", 1.0))
    rows = DependenceTree(("a", "b", "c", "d", "e"), edges).outline()
    assert [(row.name, row.depth, row.parent, row.weight) for row in rows] == [
        ("b", 0, 0, None),
        ("a", 1, 0, 3.0),
        ("c", 1, 0, 2.0),
        ("d", 2, 2, 5.0),
        ("e", 1, 0, 1.0),
    ]
    assert [row.name for row in DependenceTree(("alone",), ()).outline()] == ["alone"]


def test_what_json_shows():
    shown = selection(notes=("One.",)).to_dict()
    assert shown["variables"] == ["a", "b"]
    assert shown["candidates"] == [
        {"variables": ["a", "b"], "IL": 7.5},
        {"variables": ["b", "c"], "IL": 8.0},
    ]
    assert shown["tree"] == [["a", "b", 0.9], ["b", "c", 0.4]]
    assert (shown["intervals"], shown["width"], shown["notes"]) == (4, None, ["One."])


def test_a_manifest_names_some_candidates_and_their_number():
    shown = selection().to_dict(most=1)
    assert len(shown["candidates"]) == 1
    assert shown["n_candidates"] == 2


PLAN = Plan(3, "mdav", "mdav", {}, Roles(quasi=("a", "b", "c")), "zscore", notes=("First.",))


def test_a_plan_groups_on_all_variables_by_default():
    assert PLAN.variables == ("a", "b", "c")
    assert PLAN.to_dict()["variables"] == ["a", "b", "c"]
    assert PLAN.to_dict()["selection"] is None


def test_a_plan_records_the_chosen_variables_in_words_too():
    plan = PLAN.grouping_on(selection(notes=("Last.",)))
    assert plan.to_dict()["variables"] == ["a", "b"]
    assert plan.to_dict()["selection"]["IL"] == 7.5
    assert plan.notes[0] == "First."
    assert "grouped on 'a', 'b' alone, chosen from the tree" in plan.notes[1]
    assert plan.notes[2] == "Last."


def test_a_plan_says_that_all_subsets_were_tried():
    plan = PLAN.grouping_on(selection(is_exhaustive=True))
    assert "the best of all 2 subsets of that size" in plan.notes[1]
