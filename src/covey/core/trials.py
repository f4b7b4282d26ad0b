"""Trials: settings side by side on one table, and which of them no other one beats."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from covey.core.errors import InputError
from covey.core.measure import Measure
from covey.core.scores import Scores
from covey.core.spelling import Step

HOW_TO_COMPARE = Step(
    call="covey.compare(data, k=[3, 5, 10])", command="covey compare IN -k 3,5,10 --json > FILE"
)
"""What gives a comparison."""


MOST_SCORE = 1e300
"""A larger score counts as not defined: an axis that holds it would have no end."""


@dataclass(frozen=True, slots=True)
class Run:
    """One setting that was tried, and what it gave.

    Parameters
    ----------
    method : str
        Method that ran, never ``auto``.
    k : int
        Smallest group size.
    refine : str
        What lowered the loss afterwards; ``none`` for nothing.
    options : mapping
        A value for each option of the method.
    scores : Scores
        Loss and risk.
    n_groups : int
        Number of groups.
    smallest, largest : int
        Sizes of the smallest and the largest group.
    effort : float
        How much work the refinement could do.
    """

    method: str
    k: int
    refine: str
    options: Mapping[str, Any]
    scores: Scores
    n_groups: int
    smallest: int
    largest: int
    effort: float = 1.0

    @property
    def name(self) -> str:
        """The line of the map that it belongs to: the method, with its refinement if any."""
        return self.method if self.refine == "none" else f"{self.method}+{self.refine}"

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON can hold of it; a score that is not defined is None."""
        return {
            "method": self.name,
            "k": self.k,
            "refine": self.refine,
            "effort": self.effort,
            "options": dict(self.options),
            "scores": {s: v if abs(v) <= MOST_SCORE else None for s, v in self.scores.items()},
            "notes": dict(self.scores.notes),
            "n_groups": self.n_groups,
            "group_size": {"min": self.smallest, "max": self.largest},
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], measures: Mapping[str, Measure]) -> Self:
        """Return the run that `to_dict` described."""
        refine = values["refine"]
        scores = {s: math.nan if v is None else _score(v) for s, v in values["scores"].items()}
        return cls(
            method=values["method"].removesuffix(f"+{refine}"),
            k=int(values["k"]),
            refine=refine,
            effort=_score(values.get("effort", 1.0)),
            options=dict(values["options"]),
            scores=Scores(scores, values["notes"], measures={s: measures[s] for s in scores}),
            n_groups=int(values["n_groups"]),
            smallest=int(values["group_size"]["min"]),
            largest=int(values["group_size"]["max"]),
        )


@dataclass(frozen=True, slots=True)
class Subject:
    """The table that was compared on, without any of its values."""

    name: str  # of the file without its folder, or the kind of frame
    digest: str  # two tables with the same one hold the same values
    n_records: int
    quasi: tuple[str, ...]
    n_units: int | None = None  # respondents, where the table names them

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON says of it."""
        told = {**asdict(self), "quasi": list(self.quasi)}
        return {name: value for name, value in told.items() if value is not None}


@dataclass(frozen=True, slots=True, eq=False)
class Trials:
    """Methods and group sizes tried on one table.

    `covey.results.Comparison` says what each part is, and adds the methods that draw the
    risk–utility map.
    """

    runs: tuple[Run, ...]
    loss: Measure
    risk: Measure
    subject: Subject
    settings: Mapping[str, Any] = field(repr=False)
    n_remembered: int = 0
    notes: tuple[str, ...] = ()
    inputs: tuple[Path, ...] = field(default=(), repr=False)

    @property
    def is_efficient(self) -> tuple[bool, ...]:
        """Whether each run is on the Pareto front: no other has less of one and no more of both."""
        return pareto_front([self.place(run) for run in self.runs])

    @property
    def front(self) -> tuple[Run, ...]:
        """The runs on the Pareto front, least loss first."""
        pairs = zip(self.runs, self.is_efficient, strict=True)
        chosen = [run for run, is_efficient in pairs if is_efficient]
        return tuple(sorted(chosen, key=lambda run: (self.place(run), run.k)))

    def coordinates(self, run: Run) -> tuple[float, float]:
        """Return a run's loss and risk as they are measured."""
        return run.scores[self.loss.symbol], run.scores[self.risk.symbol]

    def place(self, run: Run) -> tuple[float, float]:
        """Return a run's loss and risk, turned so that less is better in both."""
        return _turned(self.loss, run.scores), _turned(self.risk, run.scores)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as ``covey compare --json`` prints it."""
        pairs = zip(self.runs, self.is_efficient, strict=True)
        return {
            "loss": self.loss.symbol,
            "risk": self.risk.symbol,
            "input": self.subject.to_dict(),
            "settings": dict(self.settings),
            "n_remembered": self.n_remembered,
            "notes": list(self.notes),
            "runs": [{**run.to_dict(), "pareto": efficient} for run, efficient in pairs],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], *, measures: Mapping[str, Measure]) -> Self:
        """Return the comparison that `to_dict` described, or say that it is none."""
        try:
            subject = values["input"]
            return cls(
                runs=tuple(Run.from_dict(run, measures) for run in values["runs"]),
                loss=measures[values["loss"]],
                risk=measures[values["risk"]],
                subject=Subject(
                    str(subject["name"]),
                    str(subject["digest"]),
                    int(subject["n_records"]),
                    tuple(subject["quasi"]),
                    int(subject["n_units"]) if "n_units" in subject else None,
                ),
                settings=dict(values["settings"]),
                n_remembered=int(values["n_remembered"]),
                notes=tuple(values["notes"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise InputError(
                "This is no comparison. Make one with: ", HOW_TO_COMPARE, "."
            ) from None

    def rows(self) -> list[dict[str, Any]]:
        """Return one flat row a run, for a table or a data frame."""
        pairs = zip(self.runs, self.is_efficient, strict=True)
        return [
            {
                "method": run.name,
                "k": run.k,
                "n_groups": run.n_groups,
                "smallest": run.smallest,
                "largest": run.largest,
                **run.scores,
                "pareto": efficient,
            }
            for run, efficient in pairs
        ]


def pareto_front(points: Sequence[tuple[float, float]]) -> tuple[bool, ...]:
    """Say of each point whether no other one is at least as low in both and lower in one.

    Points with an undefined coordinate are never on the front; equal points are together.
    """
    defined = sorted({point for point in points if not any(map(math.isnan, point))})
    kept = set()
    lowest = math.inf
    for point in defined:
        # In order of the first coordinate, a point must be lower in the second than all before it.
        if point[1] < lowest:
            kept.add(point)
            lowest = point[1]
    return tuple(point in kept for point in points)


def _score(value: Any) -> float:
    number = float(value)
    if not abs(number) <= MOST_SCORE:
        raise ValueError("score")
    return number


def _turned(measure: Measure, scores: Scores) -> float:
    value = scores[measure.symbol]
    return value if measure.better == "lower" else -value
