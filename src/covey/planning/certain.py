"""Groups that give a confidential value away: what a reader is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from covey.core.plan import Plan
from covey.core.wording import counted, named


def noting_certain(plan: Plan, n_certain: int, n_groups: int, columns: Sequence[str]) -> Plan:
    """Return the plan with a note if groups have one value in any of some confidential columns."""
    if not n_certain:
        return plan
    note = (
        f"In {n_certain:,} of {counted(n_groups, 'group')} all members have the same value of "
        f"{named(columns)}: whoever finds a person's group knows this of the person, which k does "
        "not prevent. A larger k makes it rarer. The option 'distinct' of the search keeps groups "
        "diverse that are so at the start, as those of hm-pfsom are."
    )
    return replace(plan, notes=(*plan.notes, note))
