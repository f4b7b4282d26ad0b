"""M1: how far the values moved, relative to themselves."""

from __future__ import annotations

import math

from covey.core.measure import Measure, Result
from covey.measuring.evidence import Evidence
from covey.measuring.loss.columns import column_pairs
from covey.measuring.loss.relative import PAPER, relative_change


def variation_of_values(evidence: Evidence) -> Result:
    """Return the mean relative change of the values, in percent."""
    by_variable = {
        name: 100.0 * float(relative_change(original, masked).mean())
        for name, original, masked in column_pairs(evidence)
    }
    return Result(sum(by_variable.values()) / len(by_variable), details=by_variable)


M1 = Measure(
    symbol="M1",
    name="Mean variation of the values",
    kind="loss",
    low=0.0,
    high=math.inf,
    better="lower",
    unit="%",
    formula="100/(n·p) · Σ|x − x'|/|x|; where x = 0, 1 if x' differs and 0 if not",
    reference=PAPER,
    plain="By how much of itself a value changed, on average; small values weigh heavily.",
    compute=variation_of_values,
)
