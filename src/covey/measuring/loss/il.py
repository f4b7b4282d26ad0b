"""IL: the share of the variation that masking took away."""

from __future__ import annotations

import numpy as np

from covey.core.measure import Measure
from covey.measuring.evidence import Evidence


def information_loss(evidence: Evidence) -> tuple[float, str]:
    """Return 100 · SSE / SST on standardized variables; 0 where nothing varied or moved."""
    original, masked = evidence.standardized
    lost = float(np.square(original - masked).sum())
    total = float(np.square(original).sum())
    if total == 0.0:
        return (0.0, "") if lost == 0.0 else (100.0, "No variable varied before masking.")
    return 100.0 * lost / total, ""


IL = Measure(
    symbol="IL",
    name="Information loss",
    kind="loss",
    low=0.0,
    high=100.0,
    unit="%",
    formula="100 · SSE / SST, on z-scores of the original, whatever scaling the partition used",
    reference="J. Domingo-Ferrer and J. M. Mateo-Sanz (2002), IEEE TKDE 14(1), 189-201",
    plain="The share of the variation between records that the release no longer shows.",
    compute=information_loss,
)
