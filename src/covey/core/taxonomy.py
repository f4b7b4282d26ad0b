"""A taxonomy: categories as nodes of a tree, such as jobs under groups of jobs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from covey.core.errors import RequestError
from covey.core.wording import counted

EVERYTHING = "*"
"""What is released for the root, which covers every category and says nothing."""

Pair = tuple[str, str]
"""A node, and the one above it; nothing above the root."""


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """A tree of categories."""

    root: str
    parents: Mapping[str, str]  # of each node below the root

    @classmethod
    def of(cls, pairs: Iterable[Pair], where: str) -> Self:
        """Return the tree of pairs of child and parent; say of which taxonomy there is none.

        A child whose parent is empty is the root. No node is shown: it may be a value of a record.
        """
        parents: dict[str, str] = {}
        twice: set[str] = set()
        stated: set[str] = set()
        for child, parent in pairs:
            if not parent:
                stated.add(child)
            elif parents.setdefault(child, parent) != parent:
                twice.add(child)
        if not parents:
            raise RequestError(
                f"{where} is empty. It has a line for each node below the root: the node, and the "
                "one above it."
            )
        if twice:
            raise RequestError(
                f"{where} gives {counted(len(twice), 'node')} two parents. Keep one line for each "
                "node."
            )
        roots = (set(parents.values()) | stated) - set(parents)
        if len(roots) > 1:
            raise RequestError(
                f"{where} has {len(roots):,} nodes with nothing above them, and a tree has one "
                "root. Put all but one below another node; if the first line of a file is a "
                "header, let it be child, parent."
            )
        lost = _leading_nowhere(parents, roots)
        if lost:
            raise RequestError(
                f"{where} has a cycle: from {counted(lost, 'node')} the way up comes back to "
                "itself. Correct the parents."
            )
        if EVERYTHING in parents:
            raise RequestError(
                f"{where} calls a node '{EVERYTHING}', which stands for the root in a release. "
                "Rename it."
            )
        return cls(roots.pop(), parents)

    def __contains__(self, node: object) -> bool:
        return node in self.parents or node == self.root

    def path(self, node: str) -> tuple[str, ...]:
        """Return the nodes from below the root down to a node; none for the root.

        Examples
        --------
        >>> tree = Taxonomy("any", {"cook": "service", "service": "any"})
        >>> tree.path("cook"), tree.path("any")
        (('service', 'cook'), ())
        """
        found: list[str] = []
        while node in self.parents:
            found.append(node)
            node = self.parents[node]
        return tuple(reversed(found))

    def paths(self, nodes: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the path of each of some nodes, and of every node on it, lower ones first."""
        found: dict[str, tuple[str, ...]] = {}
        for node in nodes:
            path = self.path(node)
            for depth in range(len(path), 0, -1):
                found.setdefault(path[depth - 1], path[:depth])
        return found


def _leading_nowhere(parents: Mapping[str, str], roots: set[str]) -> int:
    """Return from how many nodes the way up never ends."""
    ends = set(roots)
    lost: set[str] = set()
    for start in parents:
        way: dict[str, None] = {}
        node = start
        while node not in ends and node not in lost and node not in way:
            way[node] = None
            node = parents[node]
        (ends if node in ends else lost).update(way)
    return len(lost)
