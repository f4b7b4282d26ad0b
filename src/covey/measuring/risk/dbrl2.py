"""DBRL2: how often the second nearest released record is the right one."""

from __future__ import annotations

from covey.core.measure import Findings, Measure, Result
from covey.measuring.risk.dbrl import REFERENCE, SECOND, TRIAL

_RIVALS = "; what is second there may be first in a block, and counts under DBRL1."


def second_choice(found: Findings) -> Result:
    """Return the expected share of originals whose own masked record is the second nearest.

    Exact up to a budget of work, then estimated from a seeded sample, with its 95 % interval.
    """
    result: Result = found[TRIAL].result(SECOND, rivals=_RIVALS)
    return result


DBRL2 = Measure(
    symbol="DBRL2",
    name="Distance-based record linkage, second nearest",
    kind="risk",
    high=100.0,
    formula=(
        "100/n · Σ ([a = 0 and t ≥ 2] + [a = 1])/t, a masked records nearer to the original than "
        "its own, t as near (its own and its twins included)"
    ),
    reference=REFERENCE,
    plain=(
        "The share of people whose own released record is the second nearest to what is known "
        "about them, so that an intruder's second guess finds them."
    ),
    conclude=second_choice,
    statistics=(TRIAL,),
    is_default=True,
)
