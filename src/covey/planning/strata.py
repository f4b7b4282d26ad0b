"""Strata: what is published of each by itself, so that no group has members in two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Labels
from covey.core.errors import InputError
from covey.core.plan import Plan
from covey.core.profile import MOST_CATEGORIES, Profile
from covey.core.table import Table

_GAP = 0
"""The number of a missing value, which is a stratum of its own."""


@dataclass(frozen=True, slots=True)
class Strata:
    """The division of a table by some columns."""

    places: Mapping[str, Mapping[str, int]]  # of each column's values, from 1

    def labels(self, batch: Table) -> Labels:
        """Return the number of each record's stratum."""
        labels = np.zeros(batch.n_records, dtype=np.intp)
        for name, place in self.places.items():
            values = batch.categories(name).to_list()
            numbers = [_GAP if value is None else place[value] for value in values]
            labels = labels * (len(place) + 1) + np.array(numbers, dtype=np.intp)
        return labels


def strata_of(plan: Plan, profile: Profile) -> Strata | None:
    """Return the strata of a table whose columns were looked at, if there are any."""
    if not plan.roles.strata:
        return None
    places = {}
    for name in plan.roles.strata:
        column = profile[name]
        if column.is_open:
            raise InputError(
                f"Column '{name}' has more than {MOST_CATEGORIES:,} values, too many for strata. "
                "Recode it to fewer ones, or give it another role."
            )
        places[name] = {value: i for i, value in enumerate(sorted(column.categories), 1)}
    return Strata(places)
