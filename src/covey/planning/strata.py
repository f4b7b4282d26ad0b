"""Strata: what is published of each by itself, so that no group has members in two."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, distinct_rows
from covey.core.census import Census, Count, Key
from covey.core.errors import InputError, RequestError
from covey.core.partition import Grouping
from covey.core.plan import Plan
from covey.core.profile import MOST_CATEGORIES, Profile
from covey.core.spelling import Setting
from covey.core.store import Store
from covey.core.table import Table
from covey.core.wording import counted, named
from covey.planning.joining import join_nearest


@dataclass(frozen=True, slots=True)
class Strata:
    """The division of a table by some columns."""

    places: Mapping[str, Mapping[str, int]]  # of each column's values, from 1; 0 is a gap
    numbers: Mapping[Key, int]  # of the places that occur together

    def labels(self, batch: Table) -> Labels:
        """Return the number of each record's stratum."""
        keys = np.column_stack([places_of(batch, name, one) for name, one in self.places.items()])
        rows, number, _ = distinct_rows(keys)
        return np.array([self.numbers[tuple(row)] for row in rows.tolist()], dtype=np.intp)[number]

    def of(self, key: Key) -> int:
        """Return the stratum of a class of records, whose key begins with places."""
        return self.numbers[key[: len(self.places)]]


def places_of(batch: Table, name: str, places: Mapping[str, int]) -> NDArray[np.int64]:
    """Return the place of each record's value; 0 where it has none."""
    values = batch.released_texts(name)
    return np.array([0 if one is None else places[one] for one in values], dtype=np.int64)


def with_strata(plan: Plan, profile: Profile, store: Store) -> Plan:
    """Return the plan with the strata of a table whose columns were looked at, if there are any."""
    if not plan.roles.strata or profile.census is None:
        return plan
    places = {}
    for name in plan.roles.strata:
        column = profile[name]
        if column.has_more_than(MOST_CATEGORIES):
            raise InputError(
                f"Column '{name}' has more than {MOST_CATEGORIES:,} values, too many for strata. "
                "Recode it to fewer ones, or give it another role."
            )
        places[name] = {value: i for i, value in enumerate(column.categories, 1)}
    strata, counts = _numbered(places, profile.census)
    n_small = sum(count.n_units < plan.k for count in counts)
    if n_small:
        plan, strata = _merged(plan, strata, counts, n_small, store)
    return replace(plan, divisions=(*plan.divisions, strata))


def _numbered(
    places: Mapping[str, Mapping[str, int]], census: Census
) -> tuple[Strata, list[Count]]:
    """Return the strata that occur, in the order of their values, and what each holds."""
    values = [("", *known) for known in places.values()]
    held = census.by([key[: len(places)] for key in census.counts]).counts
    order = sorted(held, key=lambda key: [values[i][place] for i, place in enumerate(key)])
    return Strata(places, {key: i for i, key in enumerate(order)}), [held[key] for key in order]


def _merged(
    plan: Plan, strata: Strata, counts: list[Count], n_small: int, store: Store
) -> tuple[Plan, Strata]:
    """Return strata of k units each, and the plan with the columns in which joined ones differ."""
    what = "units" if plan.roles.unit else "records"
    few = (
        f"{counted(n_small, 'stratum', 'strata')} of {len(counts):,} "
        f"{'has' if n_small == 1 else 'have'} fewer than k = {plan.k} {what}"
    )
    if plan.small_strata == "error":
        raise RequestError(
            f"{few}. Have each joined with the nearest one: ",
            Setting("small_strata", "merge"),
            "; or lower k, or name fewer columns of strata.",
        )
    sums = store.once("strata", partial(_sums, plan, strata, store))
    sizes = np.array([count.n_records for count in counts])
    labels = join_nearest(np.array(sums) / sizes[:, np.newaxis], counts, plan.k)
    numbers = {key: int(labels[number]) for key, number in strata.numbers.items()}
    differing = _differing(strata, numbers)
    note = (
        f"{few}: each was joined with the nearest, and {named(differing)} "
        f"{'is' if len(differing) == 1 else 'are'} blanked in groups with members of several."
    )
    plan = replace(
        plan,
        n_merged_strata=n_small,
        blanked_strata=differing,
        notes=(*plan.notes, note),
    )
    return plan, replace(strata, numbers=numbers)


def _sums(plan: Plan, strata: Strata, store: Store) -> list[list[float]]:
    """Return the sums of the coordinates of each stratum; go through the records once."""
    encoding = plan.encoded
    width = sum(encoder.width for encoder in encoding.encoders)
    sums = np.zeros((len(strata.numbers), width))
    for batch in store.source.batches((*plan.roles.quasi, *plan.roles.strata)):
        np.add.at(sums, strata.labels(batch), encoding.encode(batch))
    return sums.tolist()


def _differing(strata: Strata, numbers: Mapping[Key, int]) -> tuple[str, ...]:
    """Return the columns in which strata of one number differ."""
    first: dict[int, Key] = {}
    pairs = [(first.setdefault(number, key), key) for key, number in numbers.items()]
    return tuple(
        name for i, name in enumerate(strata.places) if any(one[i] != key[i] for one, key in pairs)
    )


def mixed_strata(plan: Plan, table: Table, groups: Grouping) -> dict[str, NDArray[np.bool_]]:
    """Say which records are in a group whose members differ in a column of strata, by column.

    Where sets of variables have groups of their own, in any of them.
    """
    found: dict[str, NDArray[np.bool_]] = {}
    for partition, name in product(dict.fromkeys(groups.partitions), plan.blanked_strata):
        labels = partition.labels
        values = table.released_texts(name)
        number: dict[str | None, int] = {}
        places = np.array([number.setdefault(value, len(number)) for value in values])
        rows, _, _ = distinct_rows(np.column_stack([labels, places]))
        is_mixed = (np.bincount(rows[:, 0]) > 1)[labels]
        found[name] = found.get(name, False) | is_mixed
    return found
