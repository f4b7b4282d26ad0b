"""What measures that are made of others share."""

from __future__ import annotations

from collections.abc import Mapping

from covey.core.measure import Findings, Measure, Result

PAPER = (
    "B. J. Oommen and E. Fayyoumi (2010), On utilizing association and interaction concepts for "
    "enhancing microaggregation in secure statistical databases, IEEE Transactions on Systems, "
    "Man, and Cybernetics B 40(1), 198-207"
)


def weighted_mean(found: Findings, weights: Mapping[Measure, float]) -> Result:
    """Return a weighted mean of measures; details give their values, the note theirs."""
    results = {measure: found.result(measure) for measure in weights}
    value = sum(weight * results[measure].value for measure, weight in weights.items())
    notes = [f"{measure.symbol}: {part.note}" for measure, part in results.items() if part.note]
    details = {measure.symbol: part.value for measure, part in results.items()}
    return Result(float(value), " ".join(notes), details)
