"""M2: how far the means moved."""

from __future__ import annotations

from covey.core.measure import Findings, Measure, Result
from covey.measuring.loss.moments import MOMENTS
from covey.measuring.loss.relative import TABLE_I, relative_change


def variation_of_means(found: Findings) -> Result:
    """Return the mean relative change of the variables' means, in percent."""
    change = 100.0 * relative_change(*found[MOMENTS].means)
    by_variable = found.whole.by_variable(change)
    return Result(float(change.mean()), details=by_variable)


M2 = Measure(
    symbol="M2",
    name="Mean variation of the means",
    kind="loss",
    formula="100/p · Σ|m − m'|/|m| over the means m; where m = 0, 1 if m' differs and 0 if not",
    reference=TABLE_I,
    plain="By how much the averages of the variables changed; group means leave them as they were.",
    conclude=variation_of_means,
    statistics=(MOMENTS,),
)
