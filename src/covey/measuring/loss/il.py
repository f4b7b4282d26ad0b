"""IL: the share of the variation that masking took away."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Matrix
from covey.core.measure import Findings, Result, Statistic, loss_measure
from covey.measuring import adding
from covey.measuring.evidence import NO_CATEGORY, Evidence


def _gather(evidence: Evidence) -> Matrix:
    """Return the sums of this block; what was missing before masking costs nothing.

    What was blanked stands at the mean of the standardized columns, 0.
    """
    original, masked = evidence.standardized
    changes = np.square(original - masked)
    if evidence.known is not None:
        changes[:, : evidence.n_numbers][~evidence.known[0]] = 0.0
    for span, category in zip(
        evidence.spans[evidence.n_numbers :], evidence.categories, strict=True
    ):
        changes[np.ix_(category.before == NO_CATEGORY, span)] = 0.0
    columns = np.array([changes.sum(axis=0), np.square(original).sum(axis=0)])
    return np.column_stack([columns[:, span].sum(axis=1) for span in evidence.spans])


SQUARES = Statistic("squares", _gather, adding.total)
"""Sums of squared changes, and of squared distances from the mean, by variable."""


def _information_loss(found: Findings) -> Result:
    """Return 100 · SSE / SST on standardized variables; 0 where nothing varied or moved."""
    lost, total = found[SQUARES]
    names = found.whole.names + found.whole.categories
    by_variable = dict(zip(names, map(_share, lost, total), strict=True))
    note = "No variable varied before masking." if total.sum() == 0.0 < lost.sum() else ""
    return Result(_share(lost.sum(), total.sum()), note, by_variable)


def _share(lost: float, total: float) -> float:
    if total == 0.0:
        return 0.0 if lost == 0.0 else 100.0
    return float(100.0 * lost / total)


IL = loss_measure(
    symbol="IL",
    name="Information loss",
    formula="100 · SSE / SST, on z-scores of the original, whatever scaling the partition used",
    reference="J. Domingo-Ferrer and J. M. Mateo-Sanz (2002), IEEE TKDE 14(1), 189-201",
    plain="The share of the variation between records that the release no longer shows.",
    conclude=_information_loss,
    statistics=(SQUARES,),
    is_default=True,
)
