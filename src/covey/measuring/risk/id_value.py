"""ID_value: how often a masked value gives its original away within a few ranks."""

from __future__ import annotations

import math

from covey.core.measure import Findings, Measure, Result
from covey.measuring.risk.intervals import (
    FORMULA,
    REFERENCE,
    STATISTICS,
    estimate,
)


def disclosed_values(found: Findings) -> Result:
    """Return the share of values in their rank intervals; details give it by variable."""
    inside, margin, note = estimate(
        found,
        mean=lambda seen: float(seen.values.mean()),
        # No share of a record's values varies more than one that is 0 or 1 with equal chances.
        spread=lambda seen: 98.0 / math.sqrt(len(seen.chances)),
    )
    by_variable = inside.values.mean(axis=1)
    details = found.whole.by_variable(by_variable)
    return Result(float(by_variable.mean()), note, details, margin)


ID_VALUE = Measure(
    symbol="ID_value",
    name="Interval disclosure by value",
    kind="risk",
    high=100.0,
    formula=f"mean over p = 1 … 10 of the share of originals inside, cell by cell: {FORMULA}",
    reference=REFERENCE,
    plain=(
        "The share of released numbers that tell the true one to within a small band of ranks, 1 "
        "to 10 % of the file to either side."
    ),
    conclude=disclosed_values,
    statistics=STATISTICS,
)
