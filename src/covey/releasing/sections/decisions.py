"""What was decided: roles of columns and settings."""

from __future__ import annotations

from dataclasses import dataclass

from covey.core.plan import Plan
from covey.core.request import Rounding
from covey.core.roles import Roles
from covey.core.wording import counted, figure, settings

_MOST_NAMES = 200

_SCALING = {
    "zscore": "each variable centred on its mean and divided by its standard deviation, "
    "so that all count alike",
    "minmax": "each variable stretched to the range from 0 to 1, so that all count alike",
    "none": "none: variables with large numbers weigh more",
}
_FORMULAS = {
    "keep": "text that spreadsheets would run is released as it is",
    "escape": "text that spreadsheets would run stands behind an apostrophe in delimited files",
}
_TREATMENT = {
    "identifier": ("Identifier", "names a person", "removed"),
    "quasi": ("Quasi-identifier", "could be linked with outside knowledge", "microaggregated"),
    "confidential": ("Confidential", "must not be learned about a person", "released as it is"),
    "other": ("Other", "neither of these", "released as it is"),
}


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A role, why columns have it, what happened to them, and which they are."""

    role: str
    why: str
    treatment: str
    names: tuple[str, ...]
    n_more: int


def roles_table(roles: Roles) -> list[RoleRow]:
    """List the roles that columns have; of very many columns only the first."""
    return [
        RoleRow(*_TREATMENT[role], tuple(names[:_MOST_NAMES]), max(0, len(names) - _MOST_NAMES))
        for role, names in roles.to_dict().items()
        if names
    ]


def decisions(plan: Plan) -> list[tuple[str, str]]:
    """List the settings that are not roles."""
    method = plan.method
    if plan.requested_method != plan.method:
        method += f", chosen by “{plan.requested_method}”"
    options = settings(plan.options)
    refined = plan.refine != "none"
    return [
        ("Method", method),
        *([("Options", options)] if options else []),
        *([("Grouped on", ", ".join(plan.variables))] if plan.selection else []),
        ("Smallest group", f"k = {plan.k} records"),
        ("Scaling", _SCALING.get(plan.scaling, plan.scaling)),
        ("Refinement", f"{plan.refine}, effort {figure(plan.effort)}" if refined else "none"),
        *([("Formulas", _FORMULAS[plan.formulas.treatment])] if plan.formulas else []),
        ("Rounding", _rounding(plan.round)),
        ("Seed", str(plan.seed)),
    ]


def precision(rounding: Rounding) -> str:
    """Say what group means were rounded to; nothing if they were not."""
    if rounding == "none":
        return ""
    if rounding == "auto":
        return "the precision of the original column"
    return counted(rounding, "decimal") if rounding else "whole numbers"


def _rounding(rounding: Rounding) -> str:
    to = precision(rounding)
    return f"group means are rounded to {to}" if to else "none: group means keep all their digits"
