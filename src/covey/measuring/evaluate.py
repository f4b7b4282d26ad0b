"""Computing a list of measures."""

from __future__ import annotations

from collections.abc import Sequence

from covey.core.measure import Measure
from covey.core.progress import part
from covey.core.scores import Scores
from covey.measuring.evidence import Evidence


def evaluate(evidence: Evidence, measures: Sequence[Measure]) -> Scores:
    """Return the scores of these measures on this evidence."""
    results = {}
    progress = evidence.progress
    for i, measure in enumerate(measures):
        share = part(progress, i / len(measures), (i + 1) / len(measures))
        evidence.progress = share
        results[measure.symbol] = evidence.result(measure)
        share(1.0)
    return Scores(
        {symbol: result.value for symbol, result in results.items()},
        {symbol: result.note for symbol, result in results.items() if result.note},
        {symbol: result.details for symbol, result in results.items() if result.details},
        {measure.symbol: measure for measure in measures},
        evidence.names,
    )
