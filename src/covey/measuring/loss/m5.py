"""M5: how far the correlations moved."""

from __future__ import annotations

import numpy as np

from covey.core.measure import Findings, Measure, Result
from covey.measuring.loss.moments import MOMENTS, correlations
from covey.measuring.loss.relative import TABLE_I


def error_of_correlations(found: Findings) -> Result:
    """Return the mean absolute change of the correlations, 100 being a change by 1.

    By variable it is the mean over its correlations with the others.
    """
    original, masked, note = correlations(found)
    p = len(found.whole.names)
    if p == 1:
        return Result(0.0, "One variable has no correlations.")
    change = 100.0 * np.abs(original - masked)
    np.fill_diagonal(change, 0.0)
    by_variable = change.sum(axis=1) / (p - 1)
    details = found.whole.by_variable(by_variable)
    return Result(float(by_variable.mean()), note, details)


M5 = Measure(
    symbol="M5",
    name="Mean absolute error of the correlations",
    kind="loss",
    high=200.0,
    formula="200/(p(p − 1)) · Σ|r − r'| over the correlations r of variables i < j",
    reference=TABLE_I,
    plain="How far the correlations between variables moved, on average; 100 is a move by 1.",
    conclude=error_of_correlations,
    statistics=(MOMENTS,),
)
