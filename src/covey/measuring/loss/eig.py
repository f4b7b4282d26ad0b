"""EIG: how far the eigenvalues of the correlation matrix moved."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.measure import Findings, Measure, Result
from covey.measuring.loss.moments import MOMENTS, ROUNDING, correlations
from covey.measuring.loss.relative import relative_change


def eigenvalue_loss(found: Findings) -> Result:
    """Return the sum of the relative changes of the eigenvalues, largest with largest.

    Standardizing each table by its own means and deviations, as sdcMicro does, makes covariances
    correlations. Where variables depend on each other linearly an eigenvalue is 0 and its relative
    change is undefined: it adds 1 if the masked one is not 0, else nothing.
    """
    original, masked, note = correlations(found)
    change = relative_change(_eigenvalues(original), _eigenvalues(masked))
    by_component = {f"component {i + 1}": float(value) for i, value in enumerate(change)}
    return Result(float(change.sum()), note, by_component)


def _eigenvalues(correlation: Matrix) -> Vector:
    values = np.asarray(np.linalg.eigvalsh(correlation)[::-1], dtype=np.float64)
    return np.where(values <= ROUNDING * len(values), 0.0, values)


EIG = Measure(
    symbol="EIG",
    name="Eigenvalue loss",
    kind="loss",
    unit="",
    formula=(
        "Σ|λ − λ'|/λ over the eigenvalues λ of the correlation matrices, in decreasing order; "
        "where λ = 0, 1 if λ' differs and 0 if not"
    ),
    reference=(
        "M. Templ and B. Meindl (2008), Robust statistics meets SDC: new disclosure risk measures "
        "for continuous microdata masking, Privacy in Statistical Databases, LNCS 5262, 113-126; "
        "sdcMicro, dUtility, method eigen"
    ),
    plain="How much the directions in which the records spread out changed in weight.",
    conclude=eigenvalue_loss,
    statistics=(MOMENTS,),
)
