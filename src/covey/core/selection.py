"""The selection: which variables to group records on, and the dependence tree that tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from covey.core.request import Metric
from covey.core.wording import counted, measured


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
class Tree:
    """The dependence tree: the spanning tree whose edges weigh most.

    Parameters
    ----------
    names : tuple of str
        The variables, in the order of the table.
    edges : tuple of Edge
        One fewer than variables, the heaviest first.

    Examples
    --------
    >>> dict(Tree(("a", "b", "c"), (Edge("a", "b", 0.9), Edge("b", "c", 0.4))).degrees)
    {'a': 1, 'b': 2, 'c': 1}
    """

    names: tuple[str, ...]
    edges: tuple[Edge, ...]

    @property
    def degrees(self) -> Mapping[str, int]:
        """How many variables each one is joined to."""
        count = dict.fromkeys(self.names, 0)
        for edge in self.edges:
            count[edge.first] += 1
            count[edge.second] += 1
        return MappingProxyType(count)


class Illustrator(Protocol):
    """What draws a selection. `covey.releasing` implements it; core only names it."""

    def draw(self, selection: Selection) -> str:
        """Return the dependence tree as the text of an SVG file."""

    def write(self, selection: Selection, path: Path, *, force: bool) -> Path:
        """Write that file; return its path."""

    def show(self, selection: Selection) -> str:
        """Return the selection as an element that a notebook can hold."""


@dataclass(frozen=True, slots=True, repr=False)
class Selection:
    """Chosen variables, the candidates they were chosen from, and the dependence tree.

    Parameters
    ----------
    candidates : tuple of Candidate
        Every subset that was tried, the lowest loss first.
    tree : Tree
        How the quasi-identifiers depend on each other.
    metric : str
        What the edges weigh.
    width, intervals : float or int, optional
        How values became categories: intervals of one width, or so many for each variable. Neither
        with the metric ``correlation``.
    k : int
        Smallest group size of the candidates' partitions.
    method : str
        The method of these partitions.
    options : dict
        Its options.
    is_exhaustive : bool
        Whether all subsets of that size were tried, not only those that the tree proposes.
    notes : tuple of str
        What a reader should know, in sentences.
    illustrator : Illustrator
        Draws the tree.
    inputs : tuple of Path
        The file that it was made from, which nothing may be written over.
    """

    candidates: tuple[Candidate, ...]
    tree: Tree
    metric: Metric
    k: int
    method: str
    options: dict[str, Any]
    width: float | None = None
    intervals: int | None = None
    is_exhaustive: bool = False
    notes: tuple[str, ...] = ()
    illustrator: Illustrator | None = field(default=None, compare=False)
    inputs: tuple[Path, ...] = field(default=(), compare=False)

    def __repr__(self) -> str:
        count = len(self.candidates)
        return (
            f"Selection({', '.join(self.variables)}: IL {measured(self.loss)} %, "
            f"best of {counted(count, 'candidate')}, {self.metric})"
        )

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables of the best candidate, in the order of the table."""
        return self.candidates[0].variables

    @property
    def loss(self) -> float:
        """Information loss in percent, on all quasi-identifiers, grouped on the chosen ones."""
        return self.candidates[0].loss

    @property
    def svg(self) -> str:
        """The dependence tree, drawn: the text of an SVG file."""
        return self._illustrator.draw(self)

    def write(self, path: str | PathLike[str], *, force: bool = False) -> Path:
        """Write the drawing of the dependence tree as an SVG file.

        Parameters
        ----------
        path : path
            An ``.svg`` file.
        force : bool
            Replace a file that exists.
        """
        return self._illustrator.write(self, Path(path), force=force)

    def to_dict(self, *, most: int | None = None) -> dict[str, Any]:
        """Return it as ``covey select --json`` prints it.

        Parameters
        ----------
        most : int, optional
            Name no more candidates than this, the best first.
        """
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

    def _repr_html_(self) -> str | None:
        # A notebook that gets nothing here shows the text.
        return None if self.illustrator is None else self.illustrator.show(self)

    @property
    def _illustrator(self) -> Illustrator:
        if self.illustrator is None:
            raise TypeError("This selection was made without anything that draws it.")
        return self.illustrator
