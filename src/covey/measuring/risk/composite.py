"""What measures that are made of others share."""

from __future__ import annotations

from collections.abc import Mapping

from covey.core.measure import Measure, Result
from covey.core.progress import part
from covey.measuring.evidence import Evidence

PAPER = (
    "B. J. Oommen and E. Fayyoumi (2010), On utilizing association and interaction concepts for "
    "enhancing microaggregation in secure statistical databases, IEEE Transactions on Systems, "
    "Man, and Cybernetics B 40(1), 198-207"
)


def weighted_mean(evidence: Evidence, weights: Mapping[Measure, float]) -> Result:
    """Return a weighted mean of measures; details give their values, the note theirs.

    Each gets its own stretch of the progress, so that it never runs backwards.
    """
    progress = evidence.progress
    results = {}
    for i, measure in enumerate(weights):
        evidence.progress = part(progress, i / len(weights), (i + 1) / len(weights))
        results[measure] = evidence.result(measure)
    evidence.progress = progress
    value = sum(weight * results[measure].value for measure, weight in weights.items())
    notes = [f"{measure.symbol}: {found.note}" for measure, found in results.items() if found.note]
    details = {measure.symbol: found.value for measure, found in results.items()}
    return Result(float(value), " ".join(notes), details)
