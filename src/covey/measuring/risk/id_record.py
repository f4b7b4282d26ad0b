"""ID_record: how often all values of a record are given away within a few ranks."""

from __future__ import annotations

from covey.core.measure import Findings, Measure, Result
from covey.measuring.risk.intervals import (
    FORMULA,
    PERCENTS,
    REFERENCE,
    STATISTICS,
    estimate,
)
from covey.measuring.risk.sampling import half_width


def disclosed_records(found: Findings) -> Result:
    """Return the share of records with every value in its interval; details give it by p."""
    inside, margin, note = estimate(
        found,
        mean=lambda seen: float(seen.records.mean()),
        spread=lambda seen: half_width(seen.chances.mean(axis=1)),
    )
    by_percent = inside.records
    details = {
        f"{percent} %": share for percent, share in zip(PERCENTS, by_percent.tolist(), strict=True)
    }
    return Result(float(by_percent.mean()), note, details, margin)


ID_RECORD = Measure(
    symbol="ID_record",
    name="Interval disclosure by record",
    kind="risk",
    high=100.0,
    formula=(
        "mean over p = 1 … 10 of the share of records with the originals of all key variables "
        f"inside: {FORMULA}"
    ),
    reference=REFERENCE,
    plain=(
        "The share of people of whom every released number tells the true one to within a small "
        "band of ranks, 1 to 10 % of the file to either side."
    ),
    conclude=disclosed_records,
    statistics=STATISTICS,
)
