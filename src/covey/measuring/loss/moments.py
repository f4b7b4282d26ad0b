"""Means, covariances and correlations before and after masking."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.wording import named
from covey.measuring.evidence import Evidence
from covey.measuring.loss.columns import column_pairs, mean, spread
from covey.measuring.magnitudes import comparable

ROUNDING = 1e-12
"""A mean, covariance or correlation this small beside what it is summed from is taken for 0.

Sums over a million records carry errors of that order, and a relative change of noise is noise.
"""


@dataclass(frozen=True, slots=True)
class Moments:
    """First and second moments of the original and of the masked data.

    Parameters
    ----------
    means : pair of arrays, shape (n_variables,)
        Each variable in a unit of its own, the same before and after.
    covariances : pair of arrays, shape (n_variables, n_variables)
        In units of the original's standard deviations; a constant variable has no such unit, and
        its row is 0 in the original.
    """

    means: tuple[Vector, Vector]
    covariances: tuple[Matrix, Matrix]


def moments(evidence: Evidence) -> Moments:
    """Return means and covariances, computed once: six measures are made of them."""
    kept = vars(evidence)  # where the evidence's own cached properties are
    if "moments" not in kept:
        kept["moments"] = _moments(evidence)
    found: Moments = kept["moments"]
    return found


def _moments(evidence: Evidence) -> Moments:
    """Return them in units in which extreme magnitudes cannot overflow."""
    shape = (evidence.n_variables, evidence.n_records)
    centred = np.empty((2, *shape))
    means = np.empty((2, shape[0]))
    for j, (_, before, after) in enumerate(column_pairs(evidence)):
        *pair, _ = comparable(before, after)
        width = spread(pair[0]) or 1.0
        for side, column in enumerate(pair):
            centre = mean(column)
            is_noise = abs(centre) <= ROUNDING * float(np.abs(column).mean())
            means[side, j] = 0.0 if is_noise else centre
            np.subtract(column, centre, out=centred[side, j])
            centred[side, j] /= width
    original, masked = (_covariance(side) for side in centred)
    lost = np.diag(masked) <= ROUNDING**2 * np.diag(original)
    masked[lost] = masked[:, lost] = 0.0
    return Moments((means[0], means[1]), (original, masked))


def correlations(evidence: Evidence) -> tuple[Matrix, Matrix, str]:
    """Return both correlation matrices, and a note where a variable has no correlation.

    The row of a variable that does not vary is 0, its diagonal included.
    """
    original, masked = moments(evidence).covariances
    lost = _named(evidence, (np.diag(original) > 0.0) & (np.diag(masked) == 0.0))
    gained = _named(evidence, (np.diag(original) == 0.0) & (np.diag(masked) > 0.0))
    notes = []
    if lost:
        notes.append(f"Constant after masking, its correlations count as 0: {named(lost, 3)}.")
    if gained:
        notes.append(f"Constant before masking, its correlations count as 0: {named(gained, 3)}.")
    return _correlation(original), _correlation(masked), " ".join(notes)


def _covariance(centred: Matrix) -> Matrix:
    covariance: Matrix = centred @ centred.T / max(1, centred.shape[1] - 1)
    width = np.sqrt(np.diag(covariance))
    covariance[np.abs(covariance) <= ROUNDING * np.outer(width, width)] = 0.0
    return covariance


def _correlation(covariance: Matrix) -> Matrix:
    width = np.sqrt(np.diag(covariance))
    per_width = np.divide(1.0, width, out=np.zeros_like(width), where=width > 0.0)
    correlation = np.clip(covariance * per_width * per_width[:, np.newaxis], -1.0, 1.0)
    np.fill_diagonal(correlation, width > 0.0)
    return correlation


def _named(evidence: Evidence, chosen: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[str]:
    return [name for name, is_chosen in zip(evidence.names, chosen, strict=True) if is_chosen]
