"""DBRL1: how often the released record nearest to a known person is that person's."""

from __future__ import annotations

from covey.core.measure import Findings, Measure, Result
from covey.measuring.risk.dbrl import FIRST, REFERENCE, TRIAL


def first_choice(found: Findings) -> Result:
    """Return the expected share of originals whose own masked record is the nearest.

    Exact up to a budget of work, then estimated from a seeded sample, with its 95 % interval.
    """
    result: Result = found[TRIAL].result(FIRST)
    return result


DBRL1 = Measure(
    symbol="DBRL1",
    name="Distance-based record linkage, nearest",
    kind="risk",
    high=100.0,
    formula=(
        "100/n · Σ [a = 0]/t, a masked records nearer to the original than its own, t as near "
        "(its own and its twins included), in standard deviations of the original"
    ),
    reference=REFERENCE,
    plain=(
        "The share of people whom an intruder finds by taking the released record nearest to what "
        "is known about them, guessing among equal ones."
    ),
    conclude=first_choice,
    statistics=(TRIAL,),
    is_default=True,
)
