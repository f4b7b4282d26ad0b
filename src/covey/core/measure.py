"""What a measure declares of itself: its statistics, how blocks join, and what they conclude."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Generic, Literal, Self, TypeVar

from covey.core.progress import part

T = TypeVar("T")
Joined = TypeVar("Joined", covariant=True)

Summary = dict[str, Any]
"""The statistics of one block, by their names."""


@dataclass(frozen=True, slots=True)
class Result:
    """The value of a measure."""

    value: float
    note: str = ""  # what a reader must know: that it comes from a sample, or is a limit value
    details: Mapping[str, float] = field(default_factory=dict)  # by variable, mostly
    margin: float = 0.0
    """How far the value may be from that of all records, mostly half of a 95 % interval."""
    left_out: tuple[str, ...] = ()  # key variables of its kind that it did not look at


@dataclass(frozen=True, slots=True, eq=False)
class Statistic(Generic[Joined]):
    """What measures need of the records, gathered block by block."""

    name: str
    gather: Callable[[Any], Any] = field(repr=False)
    """Takes the evidence of a block, returns numbers and arrays that JSON holds as lists."""
    join: Callable[[Sequence[Any]], Joined] = field(repr=False)
    """Takes what the blocks gave, in their order; a table in memory is one block."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of information loss or disclosure risk."""

    symbol: str  # the papers' symbol, its key in `Scores`
    name: str
    kind: Literal["loss", "risk", "attribute"]
    """Information loss, the risk that a record is found, or that a confidential value is told."""
    formula: str
    reference: str
    plain: str  # one sentence for a reader who is no statistician
    conclude: Callable[[Findings], Result] = field(repr=False)
    low: float = 0.0
    high: float = math.inf
    better: Literal["lower", "higher"] = "lower"
    unit: str = "%"  # empty for a plain number
    statistics: tuple[Statistic[Any], ...] = field(default=(), repr=False)
    parts: tuple[Measure, ...] = field(default=(), repr=False)  # measures that it is made of
    needs: Literal["", "confidential", "model", "weight"] = ""  # what the user must name for it
    on: Literal["all", "numbers", "categories"] = "all"  # the key variables that it looks at
    gaps: str = ""  # what becomes of cells without a value, as the end of a sentence
    is_default: bool = False  # whether every release is measured by it
    default_with: Literal["", "weight"] = ""  # it is, if the user names this

    def compute(self, evidence: Any) -> Result:
        """Return the result on a table that is one block."""
        return Findings([gather(evidence, [self])], evidence.whole, [self]).result(self)


loss_measure = partial(Measure, kind="loss")
risk_measure = partial(Measure, kind="risk", high=100.0)
attribute_measure = partial(Measure, kind="attribute", needs="confidential")


class Remembering:
    """Keeps what functions made of it: several measures need the same."""

    @cached_property
    def _made(self) -> dict[Callable[[Any], Any], Any]:
        return {}

    def once(self, make: Callable[[Self], T]) -> T:
        """Return what a function makes of this, made once."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made


class Findings(Remembering):
    """The statistics of all blocks together, and the results that follow from them.

    `whole` is what is known of the whole table, `covey.measuring.Whole`.
    """

    def __init__(
        self, summaries: Sequence[Summary], whole: Any, measures: Iterable[Measure]
    ) -> None:
        self.whole = whole
        self._joined = {
            statistic.name: statistic.join([summary[statistic.name] for summary in summaries])
            for statistic in statistics_of(measures)
        }

    def __getitem__(self, statistic: Statistic[T]) -> T:
        joined: T = self._joined[statistic.name]
        return joined

    def result(self, measure: Measure) -> Result:
        """Return a measure's result; others may be made of it."""
        return self.once(measure.conclude)


def statistics_of(measures: Iterable[Measure]) -> list[Statistic[Any]]:
    """Return the statistics that measures and their parts need, each once."""
    found: dict[str, Statistic[Any]] = {}
    for measure in measures:
        for statistic in (*measure.statistics, *statistics_of(measure.parts)):
            found[statistic.name] = statistic
    return list(found.values())


def gather(evidence: Any, measures: Iterable[Measure]) -> Summary:
    """Return the statistics of one block; each reports its own stretch of the progress."""
    statistics = statistics_of(measures)
    progress, summary = evidence.progress, {}
    for i, statistic in enumerate(statistics):
        evidence.progress = part(progress, i / len(statistics), (i + 1) / len(statistics))
        summary[statistic.name] = evidence.once(statistic.gather)
        evidence.progress(1.0)
    evidence.progress = progress
    return summary
