"""What Python users get back: releases, comparisons, advice and selections, and how to write them.

Each is a value of `core` with methods that call functions of `releasing`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import Any, Self

from covey.core.checks import check_force, check_path
from covey.core.errors import RequestError
from covey.core.inspection import Inspected
from covey.core.legible import legible
from covey.core.masking import Masking, not_in_memory
from covey.core.request import Audience, Order
from covey.core.scores import Scores
from covey.core.sealing import sealed
from covey.core.subsets import RankedSubsets
from covey.core.table import Table
from covey.core.trials import Run, Trials
from covey.core.wording import counted, measured
from covey.engines.blocks import gathered
from covey.releasing.cartographer import draw_map_element, map_page, write_map
from covey.releasing.draft import alone_in_words, draft_toml, write_draft
from covey.releasing.manifest import build_manifest
from covey.releasing.notebook import new_ident, show_release, show_scores, show_selection
from covey.releasing.published import count_ahead
from covey.releasing.publisher import write_release, write_report
from covey.releasing.tree import draw_tree_file, write_tree


class Release(Masking):
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
    bound : LossBound, optional
        How low the loss could be at best.
    """

    __slots__ = ()

    @property
    @sealed
    def data(self) -> Any:
        """The masked table as the caller's own type: pandas, polars, pyarrow or numpy.

        Its rows stand in the caller's order, so that they can be compared with the original. Do not
        publish it so: whoever knows that order links every record by its position. `write` sorts
        the rows.
        """
        if isinstance(self.masked, Table):
            return self.masked.to_native()
        with self.traces.guarding(None):
            found = gathered(self.masked, self.traces.room)
        if found is None:
            raise not_in_memory()
        return found

    def close(self) -> None:
        """Remove the temporary files of a release that does not fit into memory."""
        self.traces.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    @sealed
    def manifest(self) -> dict[str, Any]:
        """The manifest, as it stands before there is a file; the file's own names its hash."""
        count_ahead(self)
        return build_manifest(self)

    @sealed
    def write(
        self,
        path: str | PathLike[str],
        *,
        report: str | PathLike[str] | None = None,
        audience: Audience = "public",
        comparison: Trials | None = None,
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
        target = check_path(path)
        write_release(
            self,
            target,
            report=None if report is None else check_path(report, "report"),
            audience=audience,
            comparison=None if comparison is None else check_comparison(comparison),
            order=order,
            force=check_force(force),
        )
        return target

    @sealed
    def report(
        self,
        path: str | PathLike[str],
        *,
        audience: Audience = "public",
        comparison: Trials | None = None,
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
        return write_report(
            self,
            check_path(path),
            audience=audience,
            comparison=None if comparison is None else check_comparison(comparison),
            force=check_force(force),
        )

    @sealed
    def _repr_html_(self) -> str:
        return show_release(self)


class ShownScores(Scores):
    """Scores that a notebook shows as tables; see `Scores`."""

    @classmethod
    def of(cls, scores: Scores) -> Self:
        """Return the same scores."""
        return cls(*scores.parts)

    @sealed
    def _repr_html_(self) -> str:
        return show_scores(self)


def check_comparison(comparison: Any) -> Trials:
    """Return a comparison after checking that it is one."""
    if not isinstance(comparison, Trials):
        raise RequestError(
            "'comparison' must be what covey.compare returned. "
            f"Got {type(comparison).__name__}. Call covey.compare on the table first."
        )
    return comparison


class Comparison(Trials):
    """Methods and group sizes tried on one table: the risk–utility map.

    Parameters
    ----------
    runs : tuple of Run
        In the order in which methods and sizes were named.
    loss, risk : Measure
        The two axes.
    subject : Subject
        What was compared on.
    settings : mapping
        What all runs share: scaling, seed, effort, roles.
    n_remembered : int
        How many runs an earlier comparison of the same table had already done.
    notes : tuple of str
        What a reader should know, in sentences.
    inputs : tuple of Path
        The file that it was made from or read from, which nothing may be written over.
    """

    __slots__ = ()

    def report(self, path: str | PathLike[str], *, force: bool = False) -> Path:
        """Write the map as one self-contained HTML page."""
        return write_map(self, check_path(path), force=check_force(force))

    def page(self) -> str:
        """Return the map as one self-contained HTML page."""
        return map_page(self)

    def _repr_html_(self) -> str:
        return draw_map_element(self, ident=new_ident())


@dataclass(frozen=True, slots=True)
class Limits:
    """What a user accepts at most, in the units of the two measures of a comparison.

    None where the user sets no limit. For a measure of which more is better, the least that is
    accepted.
    """

    risk: float | None = None
    loss: float | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do under given limits.

    Parameters
    ----------
    comparison : Comparison
        Everything that was tried.
    limits : Limits
        What the user accepts.
    chosen : Run or None
        The best setting within the limits; None if none is.
    closest : Run or None
        If none is, the one that comes closest.
    safer : Run or None
        The next setting on the front with less risk.
    why : str
        The reasons, in two sentences.
    cost : str
        What the next safer step would cost, in one.
    caution : str
        What else the chosen setting gives away, in sentences of its own; mostly nothing.
    """

    comparison: Comparison = field(repr=False)
    limits: Limits
    chosen: Run | None
    closest: Run | None
    safer: Run | None
    why: str
    cost: str
    caution: str = ""

    @property
    def headline(self) -> str:
        """What to do, in one sentence."""
        if self.chosen is None:
            return "No setting keeps the limit."
        return f"Use {self.chosen.name} with k = {self.chosen.k}."

    def to_dict(self) -> dict[str, Any]:
        """Return the advice in values that JSON can hold, with the comparison it rests on."""
        return {
            "met": self.chosen is not None,
            "limits": {"risk": self.limits.risk, "loss": self.limits.loss},
            "setting": _described(self.chosen),
            "closest": _described(self.closest),
            "next_safer": _described(self.safer),
            "why": self.why,
            "cost": self.cost,
            "caution": self.caution,
            **self.comparison.to_dict(),
        }

    def _repr_html_(self) -> str:
        marked, called = self.chosen or self.closest, "advised" if self.chosen else "closest"
        said = tuple(filter(None, (self.headline, self.why, self.cost, self.caution)))
        return draw_map_element(
            self.comparison, ident=new_ident(), chosen=marked, called=called, said=said
        )


class Inspection(Inspected):
    """What the columns of a table hold, and the role and kind that are proposed for each.

    The parameters are those of `Inspected`, which says what each of them is. No record is shown,
    and no value that few records have.
    """

    __slots__ = ()

    @classmethod
    def of(cls, found: Inspected) -> Self:
        """Return what was found."""
        return cls(**{part.name: getattr(found, part.name) for part in fields(found)})

    def __repr__(self) -> str:
        return f"Inspection({self.origin.name}: {alone_in_words(self)})"

    def __str__(self) -> str:
        rows = [("column", "role", "kind", "reason")]
        rows += [(one.name, one.role, one.kind or "", one.reason) for one in self.columns]
        widths = [max(len(row[i]) for row in rows) for i in range(3)]
        lines = [
            "  ".join([*(row[i].ljust(widths[i]) for i in range(3)), row[3]]).rstrip()
            for row in rows
        ]
        return legible("\n".join([*lines, alone_in_words(self)]))

    def to_toml(self) -> str:
        """Return the proposals as a commented configuration file, which every command takes."""
        return draft_toml(self)

    def write(self, path: str | PathLike[str], *, force: bool = False) -> Path:
        """Write the proposals as a configuration file.

        Parameters
        ----------
        path : path
            A ``.toml`` file.
        force : bool
            Replace a file that exists.
        """
        return write_draft(self, check_path(path), force=check_force(force))


class Selection(RankedSubsets):
    """Chosen variables, the candidates they were chosen from, and the dependence tree.

    The parameters are those of `RankedSubsets`, which says what each of them is.
    """

    __slots__ = ()

    @classmethod
    def of(cls, ranked: RankedSubsets, inputs: tuple[Path, ...]) -> Self:
        """Return ranked subsets as a selection from a table that was read from some files."""
        parts = {part.name: getattr(ranked, part.name) for part in fields(ranked)}
        return cls(**{**parts, "inputs": inputs})

    def __repr__(self) -> str:
        count = len(self.candidates)
        return (
            f"Selection({', '.join(self.variables)}: IL {measured(self.loss)} %, "
            f"best of {counted(count, 'candidate')}, {self.metric})"
        )

    @property
    def svg(self) -> str:
        """The dependence tree, drawn: the text of an SVG file."""
        return draw_tree_file(self)

    def write(self, path: str | PathLike[str], *, force: bool = False) -> Path:
        """Write the drawing of the dependence tree as an SVG file.

        Parameters
        ----------
        path : path
            An ``.svg`` file.
        force : bool
            Replace a file that exists.
        """
        return write_tree(self, check_path(path), force=check_force(force))

    def _repr_html_(self) -> str:
        return show_selection(self)


def _described(run: Run | None) -> dict[str, Any] | None:
    return None if run is None else run.to_dict()
