"""Sampling weights: how many people of the population each record stands for."""

from __future__ import annotations

from covey.core.arrays import Vector
from covey.core.errors import InputError, RequestError
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.registry import unknown
from covey.core.roles import Roles
from covey.core.settings import WeightRelease
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.table import Demand, Table, no_numbers
from covey.core.wording import counted

AS_WEIGHT = Demand(
    purpose="sampling weights", text_remedy=("correct its values, or give it another role",)
)
"""What sampling weights must be, before their values are looked at."""

_RELEASED = {
    "mean": "released as the mean of each group",
    "asis": "released as it is",
    "drop": "not released",
}


def check_weight(source: Source, roles: Roles, release: WeightRelease, *, has_groups: bool) -> None:
    """Refuse a weight that is no number, and a mean weight of groups that there are none of."""
    if not roles.weight:
        return
    [name] = roles.weight
    if not source.is_numeric(name):
        raise no_numbers(source, name, AS_WEIGHT)
    if release == "mean" and not has_groups:
        raise RequestError(
            f"The weight '{name}' cannot be released as the mean of each group where there are no "
            "groups of whole records. Release it as it is, ",
            Setting("weight_release", "asis"),
            ", or not at all, ",
            Setting("weight_release", "drop"),
            ".",
        )


def check_weights(profile: Profile, roles: Roles) -> None:
    """Refuse weights that are missing, infinite, zero or negative."""
    for name in roles.weight:
        column = profile[name]
        found = (
            (column.missing, "missing"),
            (column.infinite, "infinite"),
            (column.not_positive, "zero or negative"),
        )
        wrong = [
            f"{counted(gap.count, 'value')} {what}, the first in record {gap.first:,}"
            for gap, what in found
            if gap.count
        ]
        if wrong:
            raise InputError(
                f"Column '{name}' holds the sampling weights and has {'; '.join(wrong)}. Every "
                "weight must be a number above 0: correct them, or leave such records out."
            )


def weights_of(table: Table, plan: Plan) -> Vector | None:
    """Return the weight of each record, if the plan names any."""
    if not plan.roles.weight:
        return None
    [name] = plan.roles.weight
    return table.numbers(name, AS_WEIGHT)


def weights_in(table: Table, name: str | None) -> Vector | None:
    """Return the weights in a column of an original that nobody plans to release, if it is named.

    What a plan would refuse is refused.
    """
    if name is None:
        return None
    if name not in table.names:
        raise unknown("column of the original table", name, table.names, "weight")
    if not table.is_numeric(name):
        raise no_numbers(table, name, AS_WEIGHT)
    check_weights(Profile.of(table, [name]), Roles(weight=(name,)))
    return table.numbers(name, AS_WEIGHT)


def note_on_weight(roles: Roles, release: WeightRelease) -> str:
    """Return what becomes of the weights, in words; nothing where there are none."""
    if not roles.weight:
        return ""
    [name] = roles.weight
    return f"Group means are weighted by '{name}', which is {_RELEASED[release]}."
