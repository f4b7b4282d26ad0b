"""From a table to the subsets to try, and from their losses to the choice."""

import numpy as np
import pytest

from covey.core.errors import RequestError
from covey.core.method import Method
from covey.core.plan import Plan
from covey.core.request import Request
from covey.core.roles import Roles
from covey.core.settings import RolesRequest
from covey.planning.emad import conclude, describe_search, only_considered, propose

PARENTS = (None, 0, 0, 1, 1, 2, 4, 4)
TRUE_TREE = {(parent, child) for child, parent in enumerate(PARENTS) if parent is not None}


def gaussian_tree(seed, n=5_000):
    """Draw normal variables of which each depends on its parent alone."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, len(PARENTS)))
    for parent, child in sorted(TRUE_TREE):
        X[:, child] = 0.6 * X[:, parent] + 0.8 * X[:, child]
    return X


def plan_for(X, **changes):
    names = tuple(f"x{j}" for j in range(X.shape[1]))
    settings = {"k": 3, "method": "mdav", "requested_method": "mdav", "options": {}}
    return Plan(**{**settings, "roles": Roles(quasi=names), "scaling": "zscore", **changes})


def proposal_for(X, count=2, **settings):
    return propose(X, plan_for(X), Request(k=3, select=count, **settings))


@pytest.mark.parametrize("metric", ["emim", "correlation"])
@pytest.mark.parametrize("seed", range(5))
def test_a_true_tree_is_recovered(metric, seed):
    tree = proposal_for(gaussian_tree(seed), metric=metric).tree
    found = {(int(edge.first[1:]), int(edge.second[1:])) for edge in tree.edges}
    assert found == TRUE_TREE


@pytest.mark.parametrize("seed", range(5))
def test_chi2_recovers_it_where_no_cell_is_rare(seed):
    X = np.sign(gaussian_tree(seed))
    tree = proposal_for(X, metric="chi2", width=2).tree
    found = {(int(edge.first[1:]), int(edge.second[1:])) for edge in tree.edges}
    assert found == TRUE_TREE


def test_the_nodes_with_most_edges_are_proposed():
    # degrees 2, 3, 2, 1, 3, 1, 1, 1
    X = gaussian_tree(0)
    assert proposal_for(X, 2).subsets == ((1, 4),)
    assert proposal_for(X, 3).subsets == ((0, 1, 4), (1, 2, 4))


def test_an_exhaustive_search_proposes_all():
    assert len(proposal_for(gaussian_tree(0), 3, exhaustive=True).subsets) == 56


def test_edges_come_with_the_heaviest_first():
    weights = [edge.weight for edge in proposal_for(gaussian_tree(1)).tree.edges]
    assert weights == sorted(weights, reverse=True)
    assert min(weights) > 0


def test_the_lowest_loss_wins_and_ties_go_to_the_lowest_indices():
    X = gaussian_tree(0)
    request = Request(k=3, select=3, intervals=6)
    proposal = propose(X, plan_for(X), request)
    selection = conclude(proposal, [5.0, 4.0], plan_for(X), request)
    assert selection.variables == ("x1", "x2", "x4")
    assert [candidate.loss for candidate in selection.candidates] == [4.0, 5.0]
    assert conclude(proposal, [4.0, 4.0], plan_for(X), request).variables == ("x0", "x1", "x4")
    assert (selection.intervals, selection.width) == (6, None)


def test_correlation_has_no_categories():
    X = gaussian_tree(0)
    request = Request(k=3, select=3, metric="correlation")
    selection = conclude(propose(X, plan_for(X), request), [1.0, 2.0], plan_for(X), request)
    assert (selection.intervals, selection.width, selection.metric) == (None, None, "correlation")


def test_more_variables_than_there_are():
    with pytest.raises(RequestError, match=r"must be at most 8, the number of quasi-id.* Got 9"):
        proposal_for(gaussian_tree(0), 9)


def test_a_constant_column_is_named():
    X = gaussian_tree(0, n=20)
    X[:, 3] = 1.0
    with pytest.raises(RequestError, match=r"'x3' is constant.*Give it another role"):
        proposal_for(X)
    X[:, 5] = 2.0
    with pytest.raises(RequestError, match="'x3' and 'x5' are constant"):
        proposal_for(X)


def test_a_method_without_groups_of_records_has_nothing_to_choose():
    X = gaussian_tree(0, n=20)
    plan = plan_for(X, method="individual-ranking", is_k_anonymous=False)
    with pytest.raises(RequestError, match="'individual-ranking' treats each variable by itself"):
        propose(X, plan, Request(k=3, select=2))


def test_a_width_beyond_every_range_is_refused():
    X = gaussian_tree(0, n=50)
    with pytest.raises(RequestError, match=r"'width' must not exceed.*'x0', .* and 3 more"):
        proposal_for(X, width=1e6)


def test_a_width_beyond_all_ranges_but_one_is_refused_too():
    X = gaussian_tree(0, n=50)
    X[:, 2] *= 1e6
    with pytest.raises(RequestError, match="'width' must not exceed"):
        proposal_for(X, width=1e6)


def test_a_width_beyond_some_ranges_is_told():
    X = gaussian_tree(0, n=500)
    X[:, 2] /= 1e6
    proposal = proposal_for(X, width=0.5)
    assert "exceeds the range of 'x2'" in proposal.notes[0]
    assert "x2" in proposal.tree.edges[-1].second
    assert proposal.tree.edges[-1].weight == 0.0
    assert proposal_for(gaussian_tree(0, n=500), width=0.5).notes == ()


def test_one_variable_can_be_chosen_from_one():
    X = gaussian_tree(0, n=50)[:, :1]
    proposal = proposal_for(X, 1)
    assert proposal.subsets == ((0,),)
    assert proposal.tree.edges == ()


def test_too_many_subsets_for_an_exhaustive_search():
    X = np.random.default_rng(0).normal(size=(50, 60))
    told = r"at most 1,000,000 subsets. There are 5,461,512 of 5 among 60"
    with pytest.raises(RequestError, match=told):
        proposal_for(X, 5, exhaustive=True)


def test_too_many_ties_are_told():
    rng = np.random.default_rng(0)
    hub = rng.normal(size=3_000)
    X = np.column_stack([hub, hub[:, None] + rng.normal(size=(3_000, 15))])
    proposal = proposal_for(X, 6, metric="correlation")
    assert len(proposal.subsets) <= 1_000
    assert "15 variables tie in degree" in proposal.notes[0]


def test_columns_that_are_not_considered_need_no_role():
    roles = RolesRequest(quasi=("a",), identifier=("b",))
    assert only_considered(["a", "b", "c", "d"], roles).other == ("c", "d")
    assert only_considered(["a", "b"], RolesRequest()) == RolesRequest()


def test_the_wait_is_that_of_all_subsets():
    slow = Method(
        name="md",
        family="MDAV",
        summary="Slow.",
        reference="2002",
        work=lambda n, p, k: 1.5e9 * 50,
    )
    assert describe_search(1, slow, 100, 3, 3) == ""
    sentence = describe_search(30, slow, 100, 3, 3)
    assert "30 subsets of 3 variables with 'md' will take about 25 minutes" in sentence
