"""What is compared where nobody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from covey.core.classes import unit_numbers
from covey.core.method import Method
from covey.core.request import ComparisonRequest
from covey.core.table import Table

USUAL = ("auto", "mdav-generic", "vmdav", "cvmdav", "iamat", "mdav2", "dba2")
"""What Covey would choose, and one method of each kind."""

SIZES = (3, 4, 5, 7, 10, 15, 20, 30, 50)
"""Group sizes from the usual minimum to what cautious offices ask for."""

WORK_LIMIT = 1.5e11
"""Coordinate differences that one method may take for all group sizes together.

It counts work, not seconds, so that the same methods are compared on every machine.
"""


def usual_methods(
    methods: Mapping[str, Method], n: int, p: int, sizes: Sequence[int]
) -> tuple[list[str], tuple[str, ...]]:
    """Return the usual methods that a table of this size can afford, and a remark on the others.

    The one with the least work always stays.
    """
    known = {name: methods[name].work for name in USUAL if name in methods}
    work = {name: sum(cost(n, p, k) for k in sizes) if cost else 0 for name, cost in known.items()}
    least = min(work, key=lambda name: work[name])
    kept = [name for name in work if work[name] <= WORK_LIMIT or name == least]
    left_out = [f"'{name}'" for name in work if name not in kept]
    if not left_out:
        return kept, ()
    remark = (
        f"Left out because they would take long on {n:,} records: {', '.join(left_out)}. "
        "Name methods to have them compared all the same."
    )
    return kept, (remark,)


@dataclass(frozen=True, slots=True)
class Room:
    """How many respondents a table has for groups of them; records, where none are named."""

    n_units: int
    smallest: int  # of them in the smallest stratum


def room_of(table: Table, request: ComparisonRequest) -> Room:
    """Return the room for groups that a table has."""
    units = unit_numbers(table, [request.roles.unit] if request.roles.unit else [])
    units = np.arange(table.n_records) if units is None else units
    n_units = len(np.unique(units))
    if not request.roles.strata or request.small_strata == "merge":
        return Room(n_units, n_units)
    held: dict[tuple[str | None, ...], set[int]] = {}
    columns = [table.released_texts(name) for name in request.roles.strata]
    for stratum, unit in zip(zip(*columns, strict=True), units.tolist(), strict=True):
        held.setdefault(stratum, set()).add(unit)
    return Room(n_units, min(map(len, held.values())))


def usual_sizes(n: int, smallest: int | None = None) -> tuple[int, ...]:
    """Return the usual group sizes of which a table holds at least two groups; 2 if there is none.

    They count respondents, and so do the n that the table has, and those of its smallest stratum.

    Examples
    --------
    >>> usual_sizes(20)
    (3, 4, 5, 7, 10)
    >>> usual_sizes(20, smallest=6)
    (3, 4, 5)
    """
    most = n // 2 if smallest is None else min(n // 2, smallest)
    return tuple(k for k in SIZES if k <= most) or (2,)
