"""Means, covariances and correlations before and after masking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.measure import Statistic
from covey.measuring import adding
from covey.measuring.evidence import Evidence
from covey.measuring.loss.variables import mean

ROUNDING = 1e-12
"""A mean, covariance or correlation this small beside what it is summed from is taken for 0.

Sums over a million records carry errors of that order, and a relative change of noise is noise.
"""


@dataclass(frozen=True, slots=True)
class MomentPair:
    """First and second moments of the original and of the masked data."""

    means: tuple[Vector, Vector]  # each variable in a unit of its own, the same before and after
    covariances: tuple[Matrix, Matrix]
    """In units of the original's standard deviations; a constant variable has no such unit, and its
    row is 0 in the original."""


def _gather(evidence: Evidence) -> dict[str, Any]:
    """Return means and products about them, in units in which magnitudes cannot overflow.

    The first axis is before and after masking. A number that is missing before or after counts as
    the whole original's mean in both.
    """
    p, n = evidence.n_numbers, evidence.n_records
    widths = np.where(evidence.whole.spreads > 0.0, evidence.whole.spreads, 1.0)
    centred, means, sizes = np.empty((2, p, n)), np.empty((2, p)), np.empty((2, p))
    for j in range(p):
        for side, column in enumerate(evidence.filled_pair(j)):
            means[side, j], sizes[side, j] = mean(column), np.abs(column).sum()
            np.subtract(column, means[side, j], out=centred[side, j])
            centred[side, j] /= widths[j]
    products = np.array([side @ side.T for side in centred])
    return {"count": n, "means": means, "sizes": sizes, "products": products, "widths": widths}


def _join(parts: Sequence[dict[str, Any]]) -> MomentPair:
    """Return what the blocks have together, by the update of Chan, Golub and LeVeque (1983)."""
    first, *others = ({name: np.asarray(value) for name, value in part.items()} for part in parts)
    n, means, products = int(first["count"]), first["means"], first["products"]
    for part in others:
        total = n + int(part["count"])
        shift = part["means"] - means
        apart = shift / first["widths"]
        means = means + shift * (part["count"] / total)
        between = apart[:, :, np.newaxis] * apart[:, np.newaxis, :]
        products = products + part["products"] + between * (n * (part["count"] / total))
        n = total
    sizes = adding.total([part["sizes"] for part in parts]) / n
    original, masked = (_covariance(side, n) for side in products)
    lost = np.diag(masked) <= ROUNDING**2 * np.diag(original)
    masked[lost] = masked[:, lost] = 0.0
    settled = np.where(np.abs(means) <= ROUNDING * sizes, 0.0, means)
    return MomentPair((settled[0], settled[1]), (original, masked))


MOMENTS = Statistic("moments", _gather, _join)
"""Means and covariances before and after: six measures are made of them."""


def _covariance(products: Matrix, n: int) -> Matrix:
    covariance: Matrix = products / max(1, n - 1)
    width = np.sqrt(np.diag(covariance))
    covariance[np.abs(covariance) <= ROUNDING * np.outer(width, width)] = 0.0
    return covariance
