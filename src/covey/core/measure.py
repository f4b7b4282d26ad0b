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
    """The value of a measure.

    Parameters
    ----------
    value : float
        In the measure's unit.
    note : str
        What a reader must know of it: that it comes from a sample, or why it is a limit value.
    details : mapping of str to float
        The value by variable, or by number of known variables.
    margin : float
        How far the value may be from that of all records, mostly half of a 95 % interval; 0 if it
        is exact. The note says it in words.
    """

    value: float
    note: str = ""
    details: Mapping[str, float] = field(default_factory=dict)
    margin: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Statistic:
    """What measures need of the records, gathered block by block.

    Parameters
    ----------
    name : str
        Its key in the summary of a block.
    gather : callable
        Takes the evidence of a block, returns numbers and arrays by name. As lists, JSON holds
        them without loss.
    join : callable
        Takes what the blocks gave, in their order, and returns the statistic of the whole table.
        A table in memory is one block.
    """

    name: str
    gather: Callable[[Any], Any] = field(repr=False)
    join: Callable[[Sequence[Any]], Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of information loss or disclosure risk.

    Parameters
    ----------
    symbol : str
        The papers' symbol, its key in `Scores`.
    name : str
        In words.
    kind : {"loss", "risk", "attribute"}
        What it measures: information loss, the risk that a record is found, or the risk that a
        confidential value is learned.
    formula : str
        How it is computed.
    reference : str
        Where it was published.
    plain : str
        One sentence for a reader who is no statistician.
    conclude : callable
        Takes the `Findings` on the whole table, returns a `Result`.
    low, high : float
        Its range.
    better : {"lower", "higher"}
        Which direction is good.
    unit : str
        ``%`` mostly; empty for a plain number.
    statistics : tuple of Statistic
        What it concludes from.
    parts : tuple of Measure
        The measures that it is made of.
    needs : {"", "confidential", "model"}
        What the user must name for it: a confidential column or a regression model.
    is_default : bool
        Whether every release is measured by it.
    """

    symbol: str
    name: str
    kind: Literal["loss", "risk", "attribute"]
    formula: str
    reference: str
    plain: str
    conclude: Callable[[Findings], Result] = field(repr=False)
    low: float = 0.0
    high: float = math.inf
    better: Literal["lower", "higher"] = "lower"
    unit: str = "%"
    statistics: tuple[Statistic, ...] = field(default=(), repr=False)
    parts: tuple[Measure, ...] = field(default=(), repr=False)
    needs: Literal["", "confidential", "model"] = ""
    is_default: bool = False

    def compute(self, evidence: Any) -> Result:
        """Return the result on a table that is one block."""
        return self.compute_from([gather(evidence, [self])], evidence.whole)

    def compute_from(self, summaries: Sequence[Summary], whole: Any) -> Result:
        """Return the result on a table of many blocks."""
        return Findings(summaries, whole, [self]).result(self)


class Findings:
    """The statistics of all blocks together, and the results that follow from them.

    Parameters
    ----------
    summaries : sequence of Summary
        One for each block.
    whole : object
        What is known of the whole table: `covey.measuring.Whole`.
    measures : iterable of Measure
        Those that the summaries were made for.
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
