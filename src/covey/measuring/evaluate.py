"""Computing a list of measures."""

from __future__ import annotations

from collections.abc import Iterable

from covey.core.measure import Measure
from covey.core.scores import Scores
from covey.measuring.evidence import Evidence


def evaluate(evidence: Evidence, measures: Iterable[Measure]) -> Scores:
    """Return the scores of these measures on this evidence."""
    results = {measure.symbol: measure.compute(evidence) for measure in measures}
    return Scores(
        {symbol: value for symbol, (value, _) in results.items()},
        {symbol: note for symbol, (_, note) in results.items() if note},
    )
