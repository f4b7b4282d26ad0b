"""Units: the respondents, of whom every group holds at least k."""

from __future__ import annotations

from typing import Any

import numpy as np

from covey.core.arrays import Labels
from covey.core.classes import refuse_unitless
from covey.core.errors import RequestError
from covey.core.method import Method
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.table import Gap, Table
from covey.core.wording import counted


def check_units(method: Method) -> None:
    """Refuse methods that form no groups of whole records."""
    if not method.is_k_anonymous:
        raise RequestError(
            f"'{method.name}' treats each variable by itself, and has no groups of whole records "
            "that could hold k units. Choose another method."
        )


def units_of(table: Table, plan: Plan) -> Labels | None:
    """Return the number of each record's unit, if the plan names them; refuse what has too few."""
    if not plan.roles.unit:
        return None
    [name] = plan.roles.unit
    refuse_unitless(name, Gap().plus(table.missing(name)))
    numbers: dict[Any, int] = {}
    values = table.column(name).to_list()
    units = np.array([numbers.setdefault(value, len(numbers)) for value in values], dtype=np.intp)
    _refuse_few(len(numbers), plan.k)
    return units


def check_number_of_units(profile: Profile, plan: Plan) -> None:
    """Refuse a table whose records are of fewer than k units."""
    if plan.roles.unit and profile.census is not None:
        counts = profile.census.by([()] * len(profile.census.counts)).counts
        _refuse_few(counts[()].n_units, plan.k)


def _refuse_few(n_units: int, k: int) -> None:
    if n_units < k:
        raise RequestError(
            f"There are records of {counted(n_units, 'unit')}, and every group must hold records "
            f"of k = {k}. Lower k."
        )
