"""COR: how far the correlations moved, relative to themselves."""

from __future__ import annotations

import numpy as np

from covey.core.measure import Findings, Measure, Result
from covey.measuring.loss.moments import MOMENTS, correlations
from covey.measuring.loss.relative import relative_change


def correlation_loss(found: Findings) -> Result:
    """Return the sum of the relative changes of the correlations, divided by p.

    Every pair of variables is counted once. A pair is shared between its two variables: the
    details add up to the value. Variables that are constant before and after have no correlation
    and do not count in p. M5 is its absolute sister.
    """
    original, masked, note = correlations(found)
    if len(found.whole.names) == 1:
        return Result(0.0, "One variable has no correlations.")
    p = int(((np.diag(original) > 0.0) | (np.diag(masked) > 0.0)).sum())
    change = relative_change(original, masked)
    np.fill_diagonal(change, 0.0)
    by_variable = change.sum(axis=1) / (2 * max(1, p))
    details = found.whole.by_variable(by_variable)
    return Result(float(by_variable.sum()), note, details)


COR = Measure(
    symbol="COR",
    name="Correlation loss",
    kind="loss",
    unit="",
    formula=(
        "1/p · Σ|r − r'|/|r| over the correlations r of variables i < j; where r = 0, 1 if r' "
        "differs and 0 if not; variables that are constant before and after do not count in p"
    ),
    reference=(
        "M. Templ (2008), Statistical disclosure control for microdata using the R-package "
        "sdcMicro, Transactions on Data Privacy 1(2), 67-85; sdcMicro, summary.micro, acor"
    ),
    plain="How much the correlations between variables changed relative to their size.",
    conclude=correlation_loss,
    statistics=(MOMENTS,),
)
