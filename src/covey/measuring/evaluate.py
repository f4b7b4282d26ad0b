"""Computing a list of measures, on one block or on many."""

from __future__ import annotations

from collections.abc import Sequence

from covey.core.measure import Findings, Measure, Summary, gather
from covey.core.scores import Scores
from covey.measuring.adding import plain
from covey.measuring.evidence import Evidence, Whole


def evaluate(evidence: Evidence, measures: Sequence[Measure]) -> Scores:
    """Return the scores of a table that is one block."""
    return combine([gather(evidence, measures)], evidence.whole, measures)


def summarize(evidence: Evidence, measures: Sequence[Measure]) -> Summary:
    """Return what the measures need of one block, in values that JSON holds without loss."""
    return {name: plain(value) for name, value in gather(evidence, measures).items()}


def combine(summaries: Sequence[Summary], whole: Whole, measures: Sequence[Measure]) -> Scores:
    """Return the scores of a whole table from the summaries of its blocks.

    These come in an order that does not change from run to run.
    """
    found = Findings(summaries, whole, measures)
    results = {measure.symbol: found.result(measure) for measure in measures}
    return Scores(
        {symbol: result.value for symbol, result in results.items()},
        {symbol: result.note for symbol, result in results.items() if result.note},
        {symbol: result.details for symbol, result in results.items() if result.details},
        {measure.symbol: measure for measure in measures},
        whole.names,
    )
