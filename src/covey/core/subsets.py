"""Subsets of variables to group records on, and the dependence tree that proposes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from covey.core.settings import Metric


@dataclass(frozen=True, slots=True)
class Edge:
    """Two variables that depend on each other, and how strongly."""

    first: str
    second: str
    weight: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """Variables that may be grouped on, and the loss on all quasi-identifiers if they are."""

    variables: tuple[str, ...]
    loss: float

    def to_dict(self) -> dict[str, Any]:
        """Return it as ``covey select --json`` prints it."""
        return {"variables": list(self.variables), "IL": self.loss}


@dataclass(frozen=True, slots=True)
class Branch:
    """A row of a tree's outline: a variable, the row that it hangs on and how strongly."""

    name: str
    depth: int = 0  # steps from the first row
    parent: int = 0  # number of the row that it hangs on; the first row has its own
    weight: float | None = None  # of the edge between the two


@dataclass(frozen=True, slots=True)
class DependenceTree:
    """The dependence tree: the spanning tree whose edges weigh most."""

    names: tuple[str, ...]  # in the order of the table
    edges: tuple[Edge, ...]  # one fewer than variables, the heaviest first

    @property
    def degrees(self) -> Mapping[str, int]:
        """How many variables each one is joined to."""
        count = dict.fromkeys(self.names, 0)
        for edge in self.edges:
            count[edge.first] += 1
            count[edge.second] += 1
        return MappingProxyType(count)

    def outline(self) -> list[Branch]:
        """Return one row for each variable, below what it hangs on, the heaviest edges first.

        The first row is the variable with most edges; of several, the first in the table.
        """
        joined: dict[str, dict[str, float]] = {name: {} for name in self.names}
        for edge in self.edges:
            joined[edge.first][edge.second] = joined[edge.second][edge.first] = edge.weight
        rows: list[Branch] = []
        seen = set()
        waiting = [Branch(max(self.names, key=self.degrees.__getitem__))]
        while waiting:
            row = waiting.pop()
            seen.add(row.name)
            further = [
                Branch(name, row.depth + 1, len(rows), weight)
                for name, weight in joined[row.name].items()
                if name not in seen
            ]
            rows.append(row)
            waiting += reversed(further)
        return rows


@dataclass(frozen=True, slots=True)
class RankedSubsets:
    """Chosen variables, the candidates they were chosen from, and the dependence tree.

    `covey.results.Selection` adds the methods that draw the tree.
    """

    candidates: tuple[Candidate, ...]  # every subset that was tried, the lowest loss first
    tree: DependenceTree  # of all quasi-identifiers
    metric: Metric  # what the edges weigh
    k: int  # of the candidates' partitions, as method and options
    method: str
    options: dict[str, Any]
    width: float | None = None  # of categories; neither with the metric correlation
    intervals: int | None = None  # so many categories of each variable instead
    is_exhaustive: bool = False  # not only subsets that the tree proposes were tried
    notes: tuple[str, ...] = ()  # what a reader should know, in sentences
    inputs: tuple[Path, ...] = field(default=(), compare=False)  # not to be written over

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables of the best candidate, in the order of the table."""
        return self.candidates[0].variables

    @property
    def loss(self) -> float:
        """Information loss in percent, on all quasi-identifiers, grouped on the chosen ones."""
        return self.candidates[0].loss

    def to_dict(self, *, most: int | None = None) -> dict[str, Any]:
        """Return it as ``covey select --json`` prints it, with so many candidates, best first."""
        return {
            "variables": list(self.variables),
            "IL": self.loss,
            "candidates": [candidate.to_dict() for candidate in self.candidates[:most]],
            "n_candidates": len(self.candidates),
            "tree": [[edge.first, edge.second, edge.weight] for edge in self.tree.edges],
            "degrees": dict(self.tree.degrees),
            "metric": self.metric,
            "width": self.width,
            "intervals": self.intervals,
            "k": self.k,
            "method": self.method,
            "options": dict(self.options),
            "exhaustive": self.is_exhaustive,
            "notes": list(self.notes),
        }
