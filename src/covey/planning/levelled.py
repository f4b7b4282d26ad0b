"""Variables of which too little is left: what a reader is told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from covey.core.encoding import Treatment
from covey.core.facts import movements_of
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.recoding import recodings_of
from covey.core.wording import named

_ONE_GROUP = (
    "All records form one group, so every masked column holds one value for all of them. "
    "A smaller k leaves room for more groups."
)
_MORE_DECIMALS = "the input. Round to more decimals."


def noting_levelled(
    plan: Plan,
    profile: Profile,
    facts: Sequence[Mapping[str, Any]],
    losses: Mapping[str, float],
) -> Plan:
    """Return the plan with notes on variables of which too little is left.

    A variable's loss is in percent: means of groups lose at most 100, rounded ones more.
    """
    if sum(fact["n_groups"] for fact in facts) == 1:
        return replace(plan, notes=(*plan.notes, _ONE_GROUP))
    level = _levelled(plan, profile, facts)
    rounded = [name for name in level if _is_rounded(plan, name)]
    moved = [
        name
        for name, loss in losses.items()
        if loss > 100.0 and name not in level and _is_rounded(plan, name, alone=True)
    ]
    others = [name for name in level if name not in rounded]
    notes = []
    if rounded:
        verb = "holds" if len(rounded) == 1 else "hold"
        told = f"After rounding, {named(rounded)} {verb} one value for all records, unlike in "
        notes.append(told + _MORE_DECIMALS)
    if moved:
        told = f"Rounding moved the values of {named(moved)} further than they differ in "
        notes.append(told + _MORE_DECIMALS)
    if others:
        notes.append(_one_value(plan, others))
    return replace(plan, notes=(*plan.notes, *notes))


def _levelled(plan: Plan, profile: Profile, facts: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the variables that vary in the input and are released with one value."""
    movements = zip(plan.encoded.numeric.names, movements_of(facts), strict=True)
    constant = profile.constant(plan.roles.quasi)
    found = {name for name, moved in movements if moved.is_level and name not in constant}
    found |= {name for name, recoding in recodings_of(facts).items() if recoding.is_levelled}
    return [name for name in plan.roles.quasi if name in found]


def _is_rounded(plan: Plan, name: str, *, alone: bool = False) -> bool:
    """Whether a variable is released as rounded means, and alone these means move its values.

    Weights and limits move means as well.
    """
    one = plan.treatments.get(name, Treatment())
    is_mean = one.kind == "numeric" and one.aggregate in (None, "mean")
    is_alone = not plan.roles.weight and one.limits is None
    return plan.round != "none" and is_mean and (is_alone or not alone)


def _one_value(plan: Plan, names: Sequence[str]) -> str:
    """Say which variables are released with one value, and what would leave more of them."""
    verb, them = ("is", "it") if len(names) == 1 else ("are", "them")
    told = (
        f"{named(names)} {verb} released with one value for all records, unlike in the input: the "
        "values of all groups are the same. "
    )
    if plan.unit_mode == "together":
        return (
            f"{told}What varies within a unit cannot be kept where all its records lie in one "
            "group. The unit mode 'apart', or a smaller k, may keep more."
        )
    return f"{told}A smaller k, or more importance for {them}, may keep more."
