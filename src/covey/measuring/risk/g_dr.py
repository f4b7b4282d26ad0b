"""G_DR: the global disclosure risk, the mean of record linkage and interval disclosure."""

from __future__ import annotations

from covey.core.measure import Findings, Measure, Result
from covey.measuring.composite import PAPER, weighted_mean
from covey.measuring.risk.id_record import ID_RECORD
from covey.measuring.risk.rld import RLD


def global_disclosure_risk(found: Findings) -> Result:
    """Return the mean of RLD and ID_record, which are its details."""
    return weighted_mean(found, {RLD: 0.5, ID_RECORD: 0.5})


G_DR = Measure(
    symbol="G_DR",
    name="Global disclosure risk",
    kind="risk",
    high=100.0,
    formula="(RLD + ID_record)/2",
    reference=f"{PAPER}, equation 7",
    plain="How easily people are found and their values told to within a small band, both in one.",
    conclude=global_disclosure_risk,
    parts=(RLD, ID_RECORD),
)
