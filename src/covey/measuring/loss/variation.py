"""M1 to M4: how far values, means, variances and covariances moved, relative to themselves."""

from __future__ import annotations

from functools import partial

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.measure import Findings, Result, Statistic, loss_measure
from covey.measuring import adding
from covey.measuring.evidence import Evidence
from covey.measuring.gaps import AT_THE_MEAN, LEFT_OUT
from covey.measuring.loss.moments import MOMENTS
from covey.measuring.loss.variables import relative_change, shares

PAPER = (
    "B. J. Oommen and E. Fayyoumi (2010), On utilizing association and interaction concepts for "
    "enhancing microaggregation in secure statistical databases, IEEE Transactions on Systems, "
    "Man, and Cybernetics B 40(1), 198-207"
)
TABLE_I = f"{PAPER}, table I"


def _gather(evidence: Evidence) -> Matrix:
    pairs = map(evidence.pair, range(evidence.n_numbers))
    return np.array([[relative_change(x, y).sum(), len(x)] for x, y in pairs])


RELATIVE = Statistic("relative changes", _gather, adding.total)
"""Their sums and numbers, by variable."""


def _of_values(found: Findings) -> Result:
    by_variable = found.whole.by_variable(100.0 * shares(*found[RELATIVE].T))
    return Result(sum(by_variable.values()) / max(1, len(by_variable)), details=by_variable)


def _of_means(found: Findings) -> Result:
    return _mean_of(found, relative_change(*found[MOMENTS].means))


def _of_variances(found: Findings) -> Result:
    return _mean_of(found, relative_change(*map(np.diag, found[MOMENTS].covariances)))


def _mean_of(found: Findings, change: Vector) -> Result:
    change = 100.0 * change
    return Result(float(change.mean()), details=found.whole.by_variable(change))


def _of_covariances(found: Findings) -> Result:
    """Return the mean relative change of the p(p + 1)/2 entries of the covariance matrix.

    The paper's table writes i < j under the sum and divides by p(p + 1)/2. The diagonal belongs to
    it: only so does its Census table come out.
    """
    change = 100.0 * relative_change(*found[MOMENTS].covariances)
    by_variable = found.whole.by_variable(change.mean(axis=1))
    return Result(float(change[np.triu_indices_from(change)].mean()), details=by_variable)


variation_measure = partial(
    loss_measure, reference=TABLE_I, statistics=(MOMENTS,), on="numbers", gaps=AT_THE_MEAN
)
M1 = variation_measure(
    symbol="M1",
    name="Mean variation of the values",
    formula="100/(n·p) · Σ|x − x'|/|x|; where x = 0, 1 if x' differs and 0 if not",
    plain="By how much of itself a value changed, on average; small values weigh heavily.",
    conclude=_of_values,
    statistics=(RELATIVE,),
    gaps=LEFT_OUT,
)
M2 = variation_measure(
    symbol="M2",
    name="Mean variation of the means",
    formula="100/p · Σ|m − m'|/|m| over the means m; where m = 0, 1 if m' differs and 0 if not",
    plain="By how much the averages of the variables changed; group means leave them as they were.",
    conclude=_of_means,
)
M3 = variation_measure(
    symbol="M3",
    name="Mean variation of the variances",
    formula="100/p · Σ|v − v'|/|v| over the variances v; where v = 0, 1 if v' differs and 0 if not",
    plain="By how much the spread of the variables changed.",
    conclude=_of_variances,
)
M4 = variation_measure(
    symbol="M4",
    name="Mean variation of the covariances",
    formula=(
        "200/(p(p + 1)) · Σ|v − v'|/|v| over the covariances v of variables i ≤ j; where v = 0, "
        "1 if v' differs and 0 if not"
    ),
    plain="By how much the spread of the variables and the ties between them changed.",
    conclude=_of_covariances,
)
