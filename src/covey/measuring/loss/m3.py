"""M3: how far the variances moved."""

from __future__ import annotations

import numpy as np

from covey.core.measure import Findings, Measure, Result
from covey.measuring.loss.moments import MOMENTS
from covey.measuring.loss.relative import TABLE_I, relative_change


def variation_of_variances(found: Findings) -> Result:
    """Return the mean relative change of the variables' variances, in percent."""
    original, masked = found[MOMENTS].covariances
    change = 100.0 * relative_change(np.diag(original), np.diag(masked))
    by_variable = found.whole.by_variable(change)
    return Result(float(change.mean()), details=by_variable)


M3 = Measure(
    symbol="M3",
    name="Mean variation of the variances",
    kind="loss",
    formula="100/p · Σ|v − v'|/|v| over the variances v; where v = 0, 1 if v' differs and 0 if not",
    reference=TABLE_I,
    plain="By how much the spread of the variables changed.",
    conclude=variation_of_variances,
    statistics=(MOMENTS,),
)
