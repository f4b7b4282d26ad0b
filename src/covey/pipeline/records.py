"""What methods and refinements look at, whichever table or part of it the records are of."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.plan import Plan
from covey.core.table import Table
from covey.measuring import attributes_of
from covey.planning import units_of


@dataclass(frozen=True, slots=True)
class Records:
    """Some records, with an entry for each in every array."""

    X: Matrix  # coordinates
    units: Labels | None = None  # their respondents, where k counts them
    watched: Matrix | None = None  # confidential values, for methods that look at them
    confidential: tuple[tuple[Vector, bool], ...] = ()  # or category numbers; whether ordered
    share: float = 1.0  # how much of the table they are

    @classmethod
    def of(cls, X: Matrix, table: Table, plan: Plan) -> Records:
        """Return all records of a table, whose coordinates are given."""
        attributes = attributes_of(table, plan.roles.confidential, plan.watched_kinds)
        has_watched = plan.watched is not None and plan.watched.encoders
        return cls(
            X,
            units_of(table, plan),
            plan.watched.encode(table) if plan.watched is not None and has_watched else None,
            tuple((attribute.values, attribute.is_numeric) for attribute in attributes),
        )

    def taken(self, rows: Labels) -> Records:
        """Return some of the records, in this order."""
        return Records(
            self.X[rows],
            None if self.units is None else self.units[rows],
            None if self.watched is None else self.watched[rows],
            tuple((values[rows], is_ordered) for values, is_ordered in self.confidential),
            self.share * len(rows) / len(self.X),
        )

    def of_units(self) -> tuple[Records, Labels]:
        """Return one record for each unit, the mean of its own, and which of them is whose.

        Units stand in the order of their first records, whose confidential values count.
        """
        of_records = np.arange(len(self.X)) if self.units is None else self.units
        _, first, units = np.unique(of_records, return_index=True, return_inverse=True)
        rank = np.empty(len(first), dtype=np.intp)
        rank[np.argsort(first)] = np.arange(len(first))
        units = rank[units]
        sizes = np.bincount(units)
        sums = np.column_stack([np.bincount(units, column) for column in self.X.T])
        kept = self.taken(np.sort(first))
        means = sums / sizes[:, np.newaxis]
        return replace(kept, X=means, units=None, share=self.share), units
