"""Dependence trees: which variable hangs on which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from covey.core.errors import RequestError
from covey.core.legible import shown

Edge: TypeAlias = tuple[str, str]


def _numbered(*parents: int) -> tuple[Edge, ...]:
    """Return the edges of a tree from the parents of its second, third and later variables."""
    return tuple((f"x{parent}", f"x{child}") for child, parent in enumerate(parents, start=2))


TREES: Mapping[int, tuple[Edge, ...]] = MappingProxyType(
    {
        8: _numbered(1, 1, 1, 3, 3, 4, 6),
        16: _numbered(1, 1, 1, 1, 3, 3, 3, 4, 4, 6, 6, 5, 8, 9, 11),
        22: _numbered(1, 1, 1, 1, 3, 3, 3, 5, 5, 2, 4, 6, 7, 8, 9, 10, 11, 18, 18, 12, 13),
    }
)
"""The trees of the default sets, by their number of variables.

Oommen and Fayyoumi (2011) show theirs in a figure only. These are ours; they agree with what the
tables of that paper say of the degrees. Variables 1 and 3 have most edges, 4 and 6 come next, tied
(8 and 16 variables), or 5 and 18 (22 variables).
"""

DEFAULT_RECORDS: Mapping[int, int] = MappingProxyType({8: 5_000, 16: 10_000, 22: 20_000})
"""How many records the paper draws from a tree of that many variables."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree that has been checked."""

    names: tuple[str, ...]  # the variables, in the order in which the edges name them
    edges: tuple[Edge, ...]  # parent and child, parents first; the first variable is the root

    @classmethod
    def of(cls, tree: int | Iterable[tuple[Any, Any]]) -> Tree:
        """Return a tree from its edges, or a default one from its number of variables.

        Edges have no direction: the first variable of the first edge is the root. What is no tree
        is refused.

        Examples
        --------
        >>> Tree.of([("age", "income"), ("tax", "income")]).edges
        (('age', 'income'), ('income', 'tax'))
        """
        edges = [_edge(edge) for edge in _edges(tree)]
        names = tuple(dict.fromkeys(name for edge in edges for name in edge))
        _check_tree(edges)
        return cls(names, _from_root(edges))


def _edges(tree: Any) -> Iterable[Any]:
    if isinstance(tree, int) and not isinstance(tree, bool):
        if tree not in TREES:
            sizes = ", ".join(map(str, TREES))
            raise RequestError(
                f"There is no default tree of {tree} variables. Choose one of {sizes}, or give "
                "the edges."
            )
        return TREES[tree]
    if isinstance(tree, str) or not isinstance(tree, Iterable):
        raise RequestError(
            f"'tree' must be 8, 16, 22 or a list of edges such as [('a', 'b'), ('b', 'c')]. "
            f"Got {shown(tree)}."
        )
    return tree


def _edge(edge: Any) -> Edge:
    if isinstance(edge, str) or not isinstance(edge, Iterable):
        ends = []
    else:
        ends = [str(end).strip() for end in edge]
    if len(ends) != 2 or not all(ends):
        raise RequestError(
            f"An edge of 'tree' must join two named variables, as in ('a', 'b'). Got {shown(edge)}."
        )
    if ends[0] == ends[1]:
        raise RequestError(
            f"An edge of 'tree' must join two different variables. Got {ends[0]}-{ends[1]}; "
            "leave it out."
        )
    return ends[0], ends[1]


def _check_tree(edges: list[Edge]) -> None:
    """Refuse edges that close a cycle, and those that leave the graph in pieces."""
    pieces: dict[str, set[str]] = {}
    for one, other in edges:
        piece = pieces.setdefault(one, {one})
        joined = pieces.setdefault(other, {other})
        if piece is joined:
            raise RequestError(
                f"'tree' must have no cycle: the edge {one}-{other} closes one. Leave it out."
            )
        piece |= joined
        pieces.update(dict.fromkeys(joined, piece))
    if not pieces:
        raise RequestError("'tree' must have at least one edge. Got none.")
    root, *others = pieces
    for other in others:
        if pieces[other] is not pieces[root]:
            raise RequestError(
                f"'tree' must be connected: no path leads from {root} to {other}. "
                "Add the edge that is missing."
            )


def _from_root(edges: list[Edge]) -> tuple[Edge, ...]:
    neighbours: dict[str, list[str]] = {}
    for one, other in edges:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    order = [edges[0][0]]
    found: list[Edge] = []
    for parent in order:
        for child in neighbours[parent]:
            if child not in order:
                order.append(child)
                found.append((parent, child))
    return tuple(found)
