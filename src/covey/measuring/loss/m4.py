"""M4: how far the variances and covariances moved."""

from __future__ import annotations

import numpy as np

from covey.core.measure import Findings, Measure, Result
from covey.measuring.loss.moments import MOMENTS
from covey.measuring.loss.relative import TABLE_I, relative_change


def variation_of_covariances(found: Findings) -> Result:
    """Return the mean relative change of the p(p + 1)/2 entries of the covariance matrix.

    The paper's table writes i < j under the sum and divides by p(p + 1)/2. The diagonal belongs to
    it: only so does its Census table come out.
    """
    change = 100.0 * relative_change(*found[MOMENTS].covariances)
    by_variable = found.whole.by_variable(change.mean(axis=1))
    return Result(float(change[np.triu_indices_from(change)].mean()), details=by_variable)


M4 = Measure(
    symbol="M4",
    name="Mean variation of the covariances",
    kind="loss",
    formula=(
        "200/(p(p + 1)) · Σ|v − v'|/|v| over the covariances v of variables i ≤ j; where v = 0, "
        "1 if v' differs and 0 if not"
    ),
    reference=TABLE_I,
    plain="By how much the spread of the variables and the ties between them changed.",
    conclude=variation_of_covariances,
    statistics=(MOMENTS,),
)
