"""Divisions: labels that no group may cross. Each division is grouped as a table of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, joined
from covey.core.engine import IN_TURN, Engine
from covey.core.method import Grouped
from covey.core.progress import Progress, quiet
from covey.core.table import Table

Rows = NDArray[np.intp]

_MOST_DIVISIONS = 2**31


class Division(Protocol):
    """Something that no group may cross, fitted to the whole table."""

    def labels(self, batch: Table) -> Labels:
        """Return the division of each record, by the same numbers in every batch."""


def labels_of(divisions: Sequence[Division], batch: Table) -> Labels | None:
    """Return one number for each record that is the same only within all divisions, if any."""
    joint: Labels | None = None
    for division in divisions:
        labels = division.labels(batch)
        # Numbers stay the same in every batch as long as none has more divisions than this.
        joint = labels if joint is None else joint * _MOST_DIVISIONS + labels
    return joint


@dataclass(frozen=True, slots=True)
class TablePart:
    """Some records of a table: a task that holds no copy of them until they are taken.

    Threads take the records when they begin with a part, so that only parts that are worked on are
    copied. Pickled, it holds the records of the part and nothing else of the table.
    """

    arrays: tuple[NDArray[Any], ...]  # with one entry for each record of the table
    rows: Rows | None = None  # ascending; None for all

    def taken(self) -> tuple[NDArray[Any], ...]:
        """Return the part's own entries of each array."""
        if self.rows is None:
            return self.arrays
        return tuple(array[self.rows] for array in self.arrays)

    def __reduce__(self) -> tuple[type[TablePart], tuple[Any, ...]]:
        return TablePart, (self.taken(),)


def rows_of(divisions: Labels) -> list[Rows]:
    """Return the records of each division, ascending, in the order of the divisions' numbers.

    Examples
    --------
    >>> [rows.tolist() for rows in rows_of(np.array([2, 0, 2, 0]))]
    [[1, 3], [0, 2]]
    """
    order = np.argsort(divisions, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(divisions[order])) + 1)


def group_within(
    divisions: Labels,
    group: Callable[..., Labels | Grouped],
    arrays: Sequence[NDArray[Any]],
    *,
    engine: Engine = IN_TURN,
    progress: Progress = quiet,
) -> tuple[Labels, list[Mapping[str, Any]]]:
    """Return groups that cross no division, numbered division by division, and each one's facts.

    ``group`` takes the division's part of each array, and ``progress``; it returns labels numbered
    from 0, or `Grouped` with facts. It may be pickled, and must depend on nothing else.

    Examples
    --------
    >>> labels, _ = group_within(
    ...     np.array([0, 1, 0, 1]), lambda X, progress: np.zeros(len(X), int), [np.zeros(4)]
    ... )
    >>> labels.tolist()
    [0, 1, 0, 1]
    """
    rows = rows_of(divisions)
    found = engine.map(
        partial(_group_part, group),
        [TablePart(tuple(arrays), part) for part in rows],
        weights=[float(len(part)) for part in rows],
        progress=progress,
    )
    labels = joined(rows, [each.labels for each in found], len(divisions))
    return labels, [each.facts for each in found]


def _group_part(
    group: Callable[..., Labels | Grouped], part: TablePart, *, progress: Progress
) -> Grouped:
    return Grouped.of(group(*part.taken(), progress=progress))
