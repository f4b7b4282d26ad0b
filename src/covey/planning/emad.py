"""EMAD: the variables to group on, from the tree of their dependences. The card is beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from covey.core.arrays import Matrix, is_constant
from covey.core.errors import RequestError
from covey.core.method import Method
from covey.core.plan import Plan
from covey.core.request import Request
from covey.core.settings import RolesRequest
from covey.core.spelling import Setting
from covey.core.subsets import Candidate, DependenceTree, Edge, RankedSubsets
from covey.core.wording import counted, figure
from covey.planning.categories import Categories, categorize, range_of
from covey.planning.dependence import (
    MOST_SUBSETS,
    correlation,
    dependence,
    maximum_spanning_tree,
    rank,
)
from covey.planning.duration import PATIENCE, seconds_of, time_in_words
from covey.planning.kinds import CATEGORICAL

MOST_EXHAUSTIVE = 1_000_000
"""Subsets that an exhaustive search tries; their losses must also be kept."""

UNORDERED = ("nominal", "boolean")
"""Kinds whose categories have no order."""

_SHOWN = 5
"""Column names in one sentence; wide tables have thousands."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The dependence tree and the subsets of variables to try."""

    tree: DependenceTree  # over the quasi-identifiers
    subsets: tuple[tuple[int, ...], ...]  # places among these, the lowest first
    categories: Categories  # none for correlation
    notes: tuple[str, ...]  # what a reader should know


def propose(X: Matrix, plan: Plan, request: Request) -> Proposal:
    """Estimate the dependence tree and list the subsets that its degrees propose.

    X holds the quasi-identifiers in their own units, and the numbers of categories.
    """
    names, count = plan.roles.quasi, request.select or len(plan.roles.quasi)
    kinds = {name: treatment.kind for name, treatment in plan.treatments.items()}
    given = [j for j, name in enumerate(names) if kinds.get(name) in CATEGORICAL]
    _check(X, plan, count)
    notes = []
    if request.metric == "correlation":
        _refuse_unordered([name for name in names if kinds.get(name) in UNORDERED])
        categories, weights = Categories(()), correlation(X)
    else:
        numeric = [j for j in range(len(names)) if j not in given]
        notes.append(_note_on_width(X[:, numeric], [names[j] for j in numeric], request.width))
        categories = categorize(X, width=request.width, intervals=request.intervals, given=given)
        weights = dependence(categories.codes, request.metric)
    edges = maximum_spanning_tree(weights)
    if request.exhaustive:
        subsets = _every_subset(names, count)
    else:
        ranked = rank(edges, weights, count)
        subsets = ranked.subsets(count)
        notes.append(_note_on_ties(len(ranked.tied), ranked.n_tied))
    weighed = tuple(Edge(names[i], names[j], float(weights[i, j])) for i, j in edges)
    tree = DependenceTree(names, weighed)
    return Proposal(tree, tuple(subsets), categories, tuple(filter(None, notes)))


def conclude(
    proposal: Proposal, losses: Sequence[float], plan: Plan, request: Request
) -> RankedSubsets:
    """Choose the subset with the lowest loss; ties go to the lowest indices."""
    names = proposal.tree.names
    ordered = sorted(zip(losses, proposal.subsets, strict=True))
    return RankedSubsets(
        candidates=tuple(
            Candidate(tuple(names[j] for j in subset), loss) for loss, subset in ordered
        ),
        tree=proposal.tree,
        metric=request.metric,
        k=plan.k,
        method=plan.method,
        options=plan.options,
        width=proposal.categories.width,
        intervals=proposal.categories.intervals,
        is_exhaustive=request.exhaustive,
        notes=proposal.notes,
    )


def only_considered(names: Sequence[str], roles: RolesRequest) -> RolesRequest:
    """Return the roles of a table of which nothing is released: what is not considered is aside.

    Where the user names the quasi-identifiers, the other columns need no role.
    """
    if roles.quasi is None:
        return roles
    named = {*roles.quasi, *roles.identifier, *roles.confidential, *roles.other, *roles.strata}
    named |= set(filter(None, (roles.unit, roles.weight)))
    rest = tuple(name for name in names if name not in named)
    return roles.model_copy(update={"other": (*roles.other, *rest)})


def describe_search(n_subsets: int, method: Method, n: int, count: int, k: int) -> str:
    """Return a sentence if trying the subsets will keep the user waiting, else nothing."""
    seconds = n_subsets * seconds_of(method, n, count, k)
    if seconds < PATIENCE:
        return ""
    variables = "variable" if count == 1 else "variables"
    return (
        f"To try {counted(n_subsets, 'subset')} of {count} {variables} with "
        f"'{method.name}' will take about {time_in_words(seconds)} on {n:,} records. "
        "Ctrl-C stops it."
    )


def _check(X: Matrix, plan: Plan, count: int) -> None:
    names = plan.roles.quasi
    if count > len(names):
        raise RequestError(
            f"The number of variables to choose must be at most {len(names)}, the number of "
            f"quasi-identifiers. Got {count}. Choose fewer, or consider more columns."
        )
    constant = [name for name, column in zip(names, X.T, strict=True) if is_constant(column)]
    if constant:
        verb, them = ("is", "it") if len(constant) == 1 else ("are", "them")
        raise RequestError(
            f"{_listed(constant)} {verb} constant: nothing can depend on {them}, and a dependence "
            f"tree has no place for {them}. Give {them} another role, for instance ",
            Setting("roles", {"other": constant}),
            ".",
        )
    if not plan.is_k_anonymous:
        raise RequestError(
            f"'{plan.method}' treats each variable by itself, so there are no variables to choose "
            "that others would follow. Choose a method that groups whole records."
        )


def _refuse_unordered(names: Sequence[str]) -> None:
    """Refuse a correlation of variables whose categories have no order."""
    if names:
        raise RequestError(
            f"{_listed(names)} {'has' if len(names) == 1 else 'have'} categories without an "
            "order, of which there is no correlation. Choose ",
            Setting("metric", "emim"),
            " or ",
            Setting("metric", "chi2"),
            ", or consider other columns.",
        )


def _every_subset(names: Sequence[str], count: int) -> list[tuple[int, ...]]:
    number = math.comb(len(names), count)
    if number > MOST_EXHAUSTIVE:
        raise RequestError(
            f"An exhaustive search tries at most {MOST_EXHAUSTIVE:,} subsets. There are "
            f"{number:,} of {count} among {len(names)} variables. Choose fewer variables, consider "
            "fewer columns, or let the tree propose: leave out ",
            Setting("exhaustive", value=True),
            ".",
        )
    return list(combinations(range(len(names)), count))


def _note_on_width(X: Matrix, names: Sequence[str], width: float | None) -> str:
    """Name the variables that a width leaves without categories; refuse it if no pair is left."""
    if width is None:
        return ""
    single = [name for name, column in zip(names, X.T, strict=True) if range_of(column) < width]
    if single and len(names) - len(single) < 2:
        raise RequestError(
            f"'width' must not exceed the range of the variables. Got {width}, which "
            f"exceeds that of {_listed(single)}: all records would fall into one category. Choose "
            "a smaller width, or a number of intervals instead."
        )
    if not single:
        return ""
    they = "it shows no dependence and is"
    if len(single) > 1:
        they = "they show no dependence and are"
    return (
        f"The width {figure(width)} exceeds the range of {_listed(single)}, whose records all "
        f"fall into one category: {they} joined to the tree by the order of the columns."
    )


def _note_on_ties(n_kept: int, n_tied: int) -> str:
    if n_kept == n_tied:
        return ""
    return (
        f"{n_tied} variables tie in degree and allow more than {MOST_SUBSETS:,} subsets: the "
        f"{n_kept} of them whose edges weigh most were considered."
    )


def _listed(names: Sequence[str]) -> str:
    quoted = [f"'{name}'" for name in names[:_SHOWN]]
    if len(names) > _SHOWN:
        return f"{', '.join(quoted)} and {len(names) - _SHOWN} more"
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
