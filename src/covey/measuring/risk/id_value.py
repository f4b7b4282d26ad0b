"""ID_value: how often a masked value gives its original away within a few ranks."""

from __future__ import annotations

from covey.core.measure import Measure, Result
from covey.measuring.evidence import Evidence
from covey.measuring.risk.intervals import FORMULA, REFERENCE, rank_intervals


def disclosed_values(evidence: Evidence) -> Result:
    """Return the share of values in their rank intervals; details give it by variable."""
    by_variable = evidence.once(rank_intervals).values.mean(axis=1)
    details = dict(zip(evidence.names, by_variable.tolist(), strict=True))
    return Result(float(by_variable.mean()), details=details)


ID_VALUE = Measure(
    symbol="ID_value",
    name="Interval disclosure by value",
    kind="risk",
    low=0.0,
    high=100.0,
    better="lower",
    unit="%",
    formula=f"mean over p = 1 … 10 of the share of originals inside, cell by cell: {FORMULA}",
    reference=REFERENCE,
    plain=(
        "The share of released numbers that tell the true one to within a small band of ranks, 1 "
        "to 10 % of the file to either side."
    ),
    compute=disclosed_values,
)
