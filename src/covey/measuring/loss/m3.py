"""M3: how far the variances moved."""

from __future__ import annotations

import math

import numpy as np

from covey.core.measure import Measure, Result
from covey.measuring.evidence import Evidence
from covey.measuring.loss.moments import moments
from covey.measuring.loss.relative import PAPER, relative_change


def variation_of_variances(evidence: Evidence) -> Result:
    """Return the mean relative change of the variables' variances, in percent."""
    original, masked = moments(evidence).covariances
    change = 100.0 * relative_change(np.diag(original), np.diag(masked))
    by_variable = dict(zip(evidence.names, change.tolist(), strict=True))
    return Result(float(change.mean()), details=by_variable)


M3 = Measure(
    symbol="M3",
    name="Mean variation of the variances",
    kind="loss",
    low=0.0,
    high=math.inf,
    better="lower",
    unit="%",
    formula="100/p · Σ|v − v'|/|v| over the variances v; where v = 0, 1 if v' differs and 0 if not",
    reference=PAPER,
    plain="By how much the spread of the variables changed.",
    compute=variation_of_variances,
)
