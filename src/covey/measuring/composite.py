"""G_IL, G_DR and SI: measures that are weighted means of others."""

from __future__ import annotations

import math
from collections.abc import Mapping

from covey.core.measure import Findings, Measure, Result, loss_measure, risk_measure
from covey.measuring.loss.correlations import M5
from covey.measuring.loss.variation import M1, M2, M3, M4, PAPER, TABLE_I
from covey.measuring.risk.intervals import ID_RECORD
from covey.measuring.risk.linkage import RLD

_LOSSES = (M1, M2, M3, M4, M5)


def _weighted_mean(found: Findings, weights: Mapping[Measure, float]) -> Result:
    """Return a weighted mean of measures; details give their values, the note theirs."""
    results = {measure: found.result(measure) for measure in weights}
    value = sum(weight * results[measure].value for measure, weight in weights.items())
    notes = [f"{measure.symbol}: {part.note}" for measure, part in results.items() if part.note]
    details = {measure.symbol: part.value for measure, part in results.items()}
    return Result(float(value), " ".join(notes), details)


def _global_information_loss(found: Findings) -> Result:
    return _weighted_mean(found, dict.fromkeys(_LOSSES, 1.0 / len(_LOSSES)))


def _global_disclosure_risk(found: Findings) -> Result:
    return _weighted_mean(found, {RLD: 0.5, ID_RECORD: 0.5})


def _scoring_index(found: Findings) -> Result:
    share = found.whole.loss_share
    return _weighted_mean(found, {G_IL: share, G_DR: 1.0 - share})


G_IL = loss_measure(
    symbol="G_IL",
    name="Global information loss",
    formula="(M1 + M2 + M3 + M4 + M5)/5, in original units",
    reference=f"{TABLE_I} and equation 6",
    plain="How much values, averages, spreads and relations between variables changed, all in one.",
    conclude=_global_information_loss,
    parts=_LOSSES,
    on="numbers",
    gaps="are left out of M1 and count as the mean in the others",
    is_default=True,
)
G_DR = risk_measure(
    symbol="G_DR",
    name="Global disclosure risk",
    formula="(RLD + ID_record)/2",
    reference=f"{PAPER}, equation 7",
    plain="How easily people are found and their values told to within a small band, both in one.",
    conclude=_global_disclosure_risk,
    parts=(RLD, ID_RECORD),
    on="numbers",
    gaps="count as the mean in RLD and are left out of ID_record",
)
SI = risk_measure(
    symbol="SI",
    name="Scoring index",
    high=math.inf,
    formula="x · G_IL + (1 − x) · G_DR, the loss share x being 0.5 unless chosen",
    reference=f"{PAPER}, equation 8",
    plain="Loss and risk weighed against each other: the lower, the better the compromise.",
    conclude=_scoring_index,
    parts=(G_IL, G_DR),
    on="numbers",
    gaps="are left out of M1 and ID_record and count as the mean in the others",
)
