"""The release: the masked table with the evidence beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

from covey.core.bound import LossBound
from covey.core.columnwise import ColumnPartitions
from covey.core.comparison import Comparison
from covey.core.partition import Partition
from covey.core.plan import Plan
from covey.core.request import Audience, Order
from covey.core.scores import Scores
from covey.core.sealing import sealed
from covey.core.table import Table


class Publisher(Protocol):
    """What turns a release into files. `covey.releasing` implements it; core only names it."""

    def write(
        self,
        release: Release,
        path: Path,
        *,
        report: Path | None,
        audience: Audience,
        comparison: Comparison | None,
        order: Order | None,
        force: bool,
    ) -> Path:
        """Write table and manifest, and the report if a path is given; return the table's path."""

    def report(
        self,
        release: Release,
        path: Path,
        *,
        audience: Audience,
        comparison: Comparison | None,
        force: bool,
    ) -> Path:
        """Write the report alone; return its path."""

    def manifest(self, release: Release) -> dict[str, Any]:
        """Describe the release."""

    def show(self, release: Release) -> str:
        """Return the release as an element that a notebook can hold."""


@dataclass(frozen=True, slots=True, eq=False)
class Release:
    """A masked table, how it came about, what it cost and what risk remains.

    Parameters
    ----------
    original, masked : Table
        Before and after. The original is kept for the report's plots and is never written.
    partition : Partition or ColumnPartitions
        Which record went into which group; for methods that treat each variable by itself, one
        partition for each.
    plan : Plan
        What was decided.
    scores : Scores
        Information loss and disclosure risk.
    publisher : Publisher
        Turns it into files.
    bound : LossBound, optional
        How low the loss could be at best.
    """

    original: Table = field(repr=False)
    masked: Table = field(repr=False)
    partition: Partition | ColumnPartitions
    plan: Plan = field(repr=False)
    scores: Scores
    publisher: Publisher = field(repr=False)
    bound: LossBound | None = None

    @property
    @sealed
    def data(self) -> Any:
        """The masked table as the caller's own type: pandas, polars, pyarrow or numpy.

        Its rows stand in the caller's order, so that they can be compared with the original. Do not
        publish it so: whoever knows that order links every record by its position. `write` sorts
        the rows.
        """
        return self.masked.to_native()

    @property
    @sealed
    def manifest(self) -> dict[str, Any]:
        """The manifest, as it stands before there is a file; the file's own names its hash."""
        return self.publisher.manifest(self)

    @sealed
    def write(
        self,
        path: str | PathLike[str],
        *,
        report: str | PathLike[str] | None = None,
        audience: Audience = "public",
        comparison: Comparison | None = None,
        order: Order | None = None,
        force: bool = False,
    ) -> Path:
        """Write the masked table and its manifest, whole or not at all.

        Parameters
        ----------
        path : path
            A ``.csv``, ``.tsv`` or ``.parquet`` file.
        report : path, optional
            Also write the report there.
        audience : {"public", "internal"}
            Who reads the report, as in `report`.
        comparison : Comparison, optional
            For the internal report, as in `report`.
        order : {"sorted", "kept"}, optional
            ``sorted``, the default, puts rows in the order of their released values,
            quasi-identifiers first: it says nothing about the order of the input. ``kept`` leaves
            them in the order of the input, by which records may be linked; the manifest says so.
        force : bool
            Replace files that exist.
        """
        return self.publisher.write(
            self,
            Path(path),
            report=None if report is None else Path(report),
            audience=audience,
            comparison=comparison,
            order=order,
            force=force,
        )

    @sealed
    def report(
        self,
        path: str | PathLike[str],
        *,
        audience: Audience = "public",
        comparison: Comparison | None = None,
        force: bool = False,
    ) -> Path:
        """Write the self-contained HTML report.

        Parameters
        ----------
        path : path
            An HTML file.
        audience : {"public", "internal"}
            ``public``, the careful choice, tells users of the data what was done and how to analyse
            them. ``internal`` tells everything, and must not be published.
        comparison : Comparison, optional
            Of the same table, from `covey.compare`: its map becomes part of the internal report.
        force : bool
            Replace a file that exists.
        """
        return self.publisher.report(
            self, Path(path), audience=audience, comparison=comparison, force=force
        )

    @sealed
    def _repr_html_(self) -> str:
        return self.publisher.show(self)
