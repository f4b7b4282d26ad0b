"""DBRL2: how often the second nearest released record is the right one."""

from __future__ import annotations

from covey.core.measure import Measure, Result
from covey.measuring.evidence import Evidence
from covey.measuring.risk.dbrl import REFERENCE, share_linked


def second_choice(evidence: Evidence) -> Result:
    """Return the expected share of originals whose own masked record is the second nearest.

    Exact up to a budget of work, then estimated from a seeded sample, with its 95 % interval.
    """
    return share_linked(evidence, 1)


DBRL2 = Measure(
    symbol="DBRL2",
    name="Distance-based record linkage, second nearest",
    kind="risk",
    low=0.0,
    high=100.0,
    better="lower",
    unit="%",
    formula=(
        "100/n · Σ ([a = 0 and t ≥ 2] + [a = 1])/t, a masked records nearer to the original than "
        "its own, t as near (its own and its twins included)"
    ),
    reference=REFERENCE,
    plain=(
        "The share of people whose own released record is the second nearest to what is known "
        "about them, so that an intruder's second guess finds them."
    ),
    compute=second_choice,
    is_default=True,
)
