"""What a user should know of respondents who have several records."""

from __future__ import annotations

from dataclasses import replace

from covey.core.plan import Plan
from covey.core.source import Source
from covey.core.wording import named
from covey.planning.repeats import Repeats, pieces_of


def notes_on_respondents(source: Source, plan: Plan) -> list[str]:
    """Return what stands out of identifiers that repeat, or of units that fall apart.

    The records are gone through once, as far as it takes.
    """
    if not plan.is_k_anonymous:
        return []
    if not plan.roles.unit:
        return _repeating(source, plan)
    return _falling_apart(source, plan) if plan.unit_mode == "apart" else []


def noting_respondents(plan: Plan, notes: list[str]) -> Plan:
    """Return the plan with such notes."""
    return replace(plan, notes=(*plan.notes, *notes))


def _repeating(source: Source, plan: Plan) -> list[str]:
    known = {name: Repeats() for name in plan.roles.identifier if source.kind(name) != "other"}
    for columns in pieces_of(source, known) if known else ():
        for name, repeats in known.items():
            if not repeats.is_repeated:
                repeats.add(columns[name], {})
        if all(repeats.is_repeated for repeats in known.values()):
            break
    again = [name for name, repeats in known.items() if repeats.is_repeated]
    if not again:
        return []
    subject = "Identifier" if len(again) == 1 else "Identifiers"
    verb, it = ("repeats", "it names") if len(again) == 1 else ("repeat", "one of them names")
    note = (
        f"{subject} {named(again)} {verb} in several records, and no unit is named: k counts "
        f"records. If {it} the respondents, make it the unit, so that every group holds k of them."
    )
    return [note]


def _falling_apart(source: Source, plan: Plan) -> list[str]:
    [unit] = plan.roles.unit
    repeats = Repeats(plan.roles.quasi)
    for columns in pieces_of(source, (unit, *plan.roles.quasi)):
        repeats.add(columns[unit], columns)
        if repeats.is_settled:
            break
    if not (whole := repeats.constant):
        return []
    verb, them = ("is", "it") if len(whole) == 1 else ("are", "them")
    note = (
        f"{named(whole)} {verb} the same in all records of each unit, and may be released with "
        f"different values for one: the unit mode 'together' keeps {them} whole."
    )
    return [note]
