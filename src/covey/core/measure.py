"""What a measure declares of itself: its statistics, how blocks join, and what they conclude."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from covey.core.progress import part

T = TypeVar("T")

Summary = dict[str, Any]
"""The statistics of one block, by their names."""


@dataclass(frozen=True, slots=True)
class Result:
    """The value of a measure."""

    value: float
    note: str = ""  # what a reader must know of it, such as that it comes from a sample
    details: Mapping[str, float] = field(default_factory=dict)  # by variable, or number of known
    margin: float = 0.0
    """How far it may be from that of all records, mostly half of a 95 % interval; 0 if exact."""


@dataclass(frozen=True, slots=True, eq=False)
class Statistic:
    """What measures need of the records, gathered block by block.

    ``gather`` takes the evidence of a block and returns numbers and arrays by name, which JSON
    holds as lists; ``join`` takes what the blocks gave, in order. A table in memory is one block.
    """

    name: str  # its key in the summary of a block
    gather: Callable[[Any], Any] = field(repr=False)
    join: Callable[[Sequence[Any]], Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of information loss or disclosure risk.

    The risk is that a record is found (``risk``), or that a confidential value is learned
    (``attribute``).
    """

    symbol: str  # of the papers, its key in `Scores`
    name: str  # in words
    kind: Literal["loss", "risk", "attribute"]
    formula: str
    reference: str
    plain: str  # one sentence for a reader who is no statistician
    conclude: Callable[[Findings], Result] = field(repr=False)
    low: float = 0.0
    high: float = math.inf
    better: Literal["lower", "higher"] = "lower"
    unit: str = "%"  # empty for a plain number
    statistics: tuple[Statistic, ...] = field(default=(), repr=False)
    parts: tuple[Measure, ...] = field(default=(), repr=False)  # measures that it is made of
    needs: Literal["", "confidential", "model"] = ""  # what the user must name for it
    is_default: bool = False  # whether every release is measured by it

    def compute(self, evidence: Any) -> Result:
        """Return the result on a table that is one block."""
        return self.compute_from([gather(evidence, [self])], evidence.whole)

    def compute_from(self, summaries: Sequence[Summary], whole: Any) -> Result:
        """Return the result on a table of many blocks."""
        return Findings(summaries, whole, [self]).result(self)


class Findings:
    """The statistics of all blocks together, and the results that follow from them.

    Of the whole table, `covey.measuring.Whole` is known.
    """

    def __init__(
        self, summaries: Sequence[Summary], whole: Any, measures: Iterable[Measure]
    ) -> None:
        self.whole = whole
        self._joined = {
            statistic.name: statistic.join([summary[statistic.name] for summary in summaries])
            for statistic in statistics_of(measures)
        }
        self._results: dict[str, Result] = {}
        self._made: dict[Callable[[Findings], Any], Any] = {}

    def __getitem__(self, statistic: Statistic) -> Any:
        return self._joined[statistic.name]

    def result(self, measure: Measure) -> Result:
        """Return a measure's result, concluded once: others are made of it."""
        if measure.symbol not in self._results:
            self._results[measure.symbol] = measure.conclude(self)
        return self._results[measure.symbol]

    def once(self, make: Callable[[Findings], T]) -> T:
        """Return what a function makes of the findings, made once: several measures need it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made


def statistics_of(measures: Iterable[Measure]) -> list[Statistic]:
    """Return the statistics that measures and their parts need, each once."""
    found: dict[str, Statistic] = {}
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
