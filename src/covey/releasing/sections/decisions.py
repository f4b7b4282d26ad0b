"""What was decided: roles of columns and settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from covey.core.encoding import Treatment
from covey.core.plan import Plan
from covey.core.request import Rounding
from covey.core.wording import counted, figure, listed, settings

_MOST_NAMES = 200
NOTHING: Mapping[str, int] = MappingProxyType({})

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
    "unit": ("Unit", "names the respondent: k counts these", "removed"),
    "strata": ("Strata", "no group has members in two", "released as it is"),
    "weight": ("Weight", "says how many people a record stands for", "released as it is"),
}
_WEIGHT = {"mean": "replaced by the group’s mean", "asis": "released as it is", "drop": "removed"}


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A role, why columns have it, what happened to them, and which they are."""

    role: str
    why: str
    treatment: str
    names: tuple[str, ...]
    n_more: int


def roles_table(plan: Plan, blanked: Mapping[str, int] = NOTHING) -> list[RoleRow]:
    """List the roles that columns have; of very many columns only the first.

    Columns of strata have a row of their own for each that lost cells: so many are ``blanked``.
    """
    treated = {
        **_TREATMENT,
        "weight": (*_TREATMENT["weight"][:2], _WEIGHT[plan.weight_release]),
    }
    rows = []
    for role, columns in plan.roles.to_dict().items():
        names = [name for name in columns if role != "strata" or not blanked.get(name)]
        if names:
            n_more = max(0, len(names) - _MOST_NAMES)
            rows.append(RoleRow(*treated[role], tuple(names[:_MOST_NAMES]), n_more))
        for name in [name for name in columns if name not in names]:
            lost = f"released, {counted(blanked[name], 'cell')} blanked"
            rows.append(RoleRow(*treated[role][:2], lost, (name,), 0))
    return rows


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
        ("Smallest group", _smallest(plan)),
        ("Scaling", _SCALING.get(plan.scaling, plan.scaling)),
        ("Refinement", f"{plan.refine}, effort {figure(plan.effort)}" if refined else "none"),
        *([("Formulas", _FORMULAS[plan.formulas.treatment])] if plan.formulas else []),
        ("Rounding", _rounding(plan.round)),
        ("Seed", str(plan.seed)),
    ]


def _smallest(plan: Plan) -> str:
    if not plan.roles.unit:
        return f"k = {plan.k} records"
    where = "in one group" if plan.unit_mode == "together" else "in one group or in several"
    return f"records of k = {plan.k} units; the records of a unit lie {where}"


_AGGREGATES = {
    "mean": "mean",
    "median": "median",
    "mode": "most frequent category",
    "ancestor": "common category",
}


def replaced_by(plan: Plan) -> str:
    """Say what took the place of masked values: the group's mean, or what its kind asks for."""
    found = {
        _AGGREGATES[one.aggregate or "mean"]: None
        for one in (plan.treatments.get(name, Treatment()) for name in plan.roles.quasi)
    }
    return listed(list(found), "or")


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
