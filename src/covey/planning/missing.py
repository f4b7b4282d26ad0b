"""What becomes of missing values: which records stay, and what a reader is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.facts import missing_of
from covey.core.markers import VALUE
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.table import Table
from covey.core.wording import counted, few, named


def is_complete(batch: Table, plan: Plan) -> NDArray[np.bool_]:
    """Say which records have a value in every quasi-identifier."""
    complete = np.ones(batch.n_records, dtype=bool)
    for one in plan.markers:
        complete &= one.of(batch) == VALUE
    return complete


def noting_codes(plan: Plan, profile: Profile) -> Plan:
    """Return the plan with a note on declared codes that do not occur."""
    idle = {}
    for name in plan.roles.quasi:
        counts = [*profile[name].codes, *[0] * len(plan.treatments[name].codes)]
        pairs = zip(plan.treatments[name].codes, counts, strict=False)
        if absent := [code for code, count in pairs if count == 0]:
            idle[name] = absent
    if plan.missing == "drop" or not idle:
        return plan  # records with codes are gone already
    told = [f"{few(codes)} in '{name}'" for name, codes in idle.items()]
    note = f"Declared codes that do not occur: {few(told)}."
    return replace(plan, notes=(*plan.notes, note))


def noting_missing(plan: Plan, facts: Sequence[Mapping[str, Any]]) -> Plan:
    """Return the plan with what was done to missing values in all blocks, in words."""
    told = missing_of(facts)
    notes = []
    if plan.n_dropped:
        notes.append(
            f"{counted(plan.n_dropped, 'record')} with a missing quasi-identifier "
            f"{'was' if plan.n_dropped == 1 else 'were'} left out."
        )
    words = {"filled": "missing value", "blanked": "cell", "strata": "cell"}
    for what, noun in words.items():
        total, names = sum(told[what].values()), list(told[what])
        done = "filled with the value of the group" if what == "filled" else "blanked"
        if total:
            verb = "was" if total == 1 else "were"
            codes = ", codes among them," if what == "blanked" and told["codes"] else ""
            notes.append(f"{counted(total, noun)} of {named(names)}{codes} {verb} {done}.")
    if n_groups := sum(told["stepped"].values()):
        notes.append(
            f"{counted(n_groups, 'group')} whose value of {named(list(told['stepped']))} would "
            f"have been a declared code {'was' if n_groups == 1 else 'were'} moved by a step: one "
            "of the last decimal or date, or a millionth of the deviation where values are not "
            "rounded."
        )
    return replace(plan, notes=(*plan.notes, *notes))
