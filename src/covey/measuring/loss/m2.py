"""M2: how far the means moved."""

from __future__ import annotations

import math

from covey.core.measure import Measure, Result
from covey.measuring.evidence import Evidence
from covey.measuring.loss.moments import moments
from covey.measuring.loss.relative import PAPER, relative_change


def variation_of_means(evidence: Evidence) -> Result:
    """Return the mean relative change of the variables' means, in percent."""
    change = 100.0 * relative_change(*moments(evidence).means)
    by_variable = dict(zip(evidence.names, change.tolist(), strict=True))
    return Result(float(change.mean()), details=by_variable)


M2 = Measure(
    symbol="M2",
    name="Mean variation of the means",
    kind="loss",
    low=0.0,
    high=math.inf,
    better="lower",
    unit="%",
    formula="100/p · Σ|m − m'|/|m| over the means m; where m = 0, 1 if m' differs and 0 if not",
    reference=PAPER,
    plain="By how much the averages of the variables changed; group means leave them as they were.",
    compute=variation_of_means,
)
