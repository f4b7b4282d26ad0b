"""IL: the share of the variation that masking took away."""

from __future__ import annotations

import math

import numpy as np

from covey.core.measure import Measure, Result
from covey.measuring.evidence import Evidence


def information_loss(evidence: Evidence) -> Result:
    """Return 100 · SSE / SST on standardized variables; 0 where nothing varied or moved."""
    original, masked = evidence.standardized
    lost = np.square(original - masked).sum(axis=0)
    total = np.square(original).sum(axis=0)
    by_variable = {
        name: _share(float(part), float(whole))
        for name, part, whole in zip(evidence.names, lost, total, strict=True)
    }
    note = "No variable varied before masking." if total.sum() == 0.0 < lost.sum() else ""
    return Result(_share(float(lost.sum()), float(total.sum())), note, by_variable)


def _share(lost: float, total: float) -> float:
    if total == 0.0:
        return 0.0 if lost == 0.0 else 100.0
    return 100.0 * lost / total


IL = Measure(
    symbol="IL",
    name="Information loss",
    kind="loss",
    low=0.0,
    high=math.inf,
    better="lower",
    unit="%",
    formula="100 · SSE / SST, on z-scores of the original, whatever scaling the partition used",
    reference="J. Domingo-Ferrer and J. M. Mateo-Sanz (2002), IEEE TKDE 14(1), 189-201",
    plain="The share of the variation between records that the release no longer shows.",
    compute=information_loss,
    is_default=True,
)
