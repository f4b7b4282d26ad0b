"""M5, COR and EIG: how far the correlations and their eigenvalues moved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import compress

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.measure import Findings, Result, loss_measure
from covey.core.wording import named
from covey.measuring.gaps import AT_THE_MEAN
from covey.measuring.loss.moments import MOMENTS, ROUNDING
from covey.measuring.loss.variables import relative_change
from covey.measuring.loss.variation import variation_measure


def _correlations(found: Findings) -> tuple[Matrix, Matrix, str]:
    """Return both correlation matrices, and a note where a variable has no correlation.

    The row of a variable that does not vary is 0, its diagonal included.
    """
    original, masked = found[MOMENTS].covariances
    varied, varies = np.diag(original) > 0.0, np.diag(masked) > 0.0
    notes = [
        f"Constant {when} masking, its correlations count as 0: {named(names, 3)}."
        for when, is_so in (("after", varied & ~varies), ("before", ~varied & varies))
        if (names := list(compress(found.whole.names, is_so)))
    ]
    return _correlation(original), _correlation(masked), " ".join(notes)


def _correlation(covariance: Matrix) -> Matrix:
    width = np.sqrt(np.diag(covariance))
    per_width = np.divide(1.0, width, out=np.zeros_like(width), where=width > 0.0)
    correlation = np.clip(covariance * per_width * per_width[:, np.newaxis], -1.0, 1.0)
    np.fill_diagonal(correlation, width > 0.0)
    return correlation


def _off_diagonal(
    found: Findings, change: Matrix, n: int, over: Callable[[Vector], float], note: str
) -> Result:
    """Return a sum or mean over variables of the changes with the others, divided by n."""
    if len(found.whole.names) == 1:
        return Result(0.0, "One variable has no correlations.")
    np.fill_diagonal(change, 0.0)
    by_variable = change.sum(axis=1) / n
    return Result(float(over(by_variable)), note, found.whole.by_variable(by_variable))


def _mean_error(found: Findings) -> Result:
    original, masked, note = _correlations(found)
    change = 100.0 * np.abs(original - masked)
    return _off_diagonal(found, change, len(found.whole.names) - 1, np.mean, note)


def _relative_loss(found: Findings) -> Result:
    """Return the sum of the relative changes of the correlations, divided by p.

    A pair is shared between its two variables: the details add up to the value. M5 is its absolute
    sister.
    """
    original, masked, note = _correlations(found)
    p = int(((np.diag(original) > 0.0) | (np.diag(masked) > 0.0)).sum())
    return _off_diagonal(found, relative_change(original, masked), 2 * max(1, p), np.sum, note)


def _eigenvalue_loss(found: Findings) -> Result:
    """Return the sum of the relative changes of the eigenvalues, largest with largest.

    Standardizing each table by its own means and deviations, as sdcMicro does, makes covariances
    correlations. Where variables depend on each other linearly an eigenvalue is 0 and its relative
    change is undefined: it adds 1 if the masked one is not 0, else nothing.
    """
    original, masked, note = _correlations(found)
    change = relative_change(_eigenvalues(original), _eigenvalues(masked))
    by_component = {f"component {i + 1}": float(value) for i, value in enumerate(change)}
    return Result(float(change.sum()), note, by_component)


def _eigenvalues(correlation: Matrix) -> Vector:
    values = np.asarray(np.linalg.eigvalsh(correlation)[::-1], dtype=np.float64)
    return np.where(values <= ROUNDING * len(values), 0.0, values)


M5 = variation_measure(
    symbol="M5",
    name="Mean absolute error of the correlations",
    high=200.0,
    formula="200/(p(p − 1)) · Σ|r − r'| over the correlations r of variables i < j",
    plain="How far the correlations between variables moved, on average; 100 is a move by 1.",
    conclude=_mean_error,
)
correlation_measure = partial(
    loss_measure, unit="", statistics=(MOMENTS,), on="numbers", gaps=AT_THE_MEAN
)
COR = correlation_measure(
    symbol="COR",
    name="Correlation loss",
    formula=(
        "1/p · Σ|r − r'|/|r| over the correlations r of variables i < j; where r = 0, 1 if r' "
        "differs and 0 if not; variables that are constant before and after do not count in p"
    ),
    reference=(
        "M. Templ (2008), Statistical disclosure control for microdata using the R-package "
        "sdcMicro, Transactions on Data Privacy 1(2), 67-85; sdcMicro, summary.micro, acor"
    ),
    plain="How much the correlations between variables changed relative to their size.",
    conclude=_relative_loss,
)
EIG = correlation_measure(
    symbol="EIG",
    name="Eigenvalue loss",
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
    conclude=_eigenvalue_loss,
)
