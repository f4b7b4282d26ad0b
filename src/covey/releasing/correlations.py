"""Correlations before and after, and which pairs changed most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.magnitude import near_one
from covey.core.masking import Masking
from covey.core.table import Table

_ROWS = 65_536
"""Records at a time, so that a million of them never stand in one matrix."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two variables and their correlation before and after."""

    one: str
    other: str
    before: float
    after: float

    @property
    def change(self) -> float:
        """After minus before."""
        return self.after - self.before


@dataclass(frozen=True, slots=True, eq=False)
class Correlations:
    """Correlation matrices of the same variables; NaN where a variable is constant.

    Parameters
    ----------
    names : tuple of str
        The variables.
    before, after : array, shape (n_variables, n_variables)
        Of the original and of the released table.
    """

    names: tuple[str, ...]
    before: Matrix
    after: Matrix

    def pairs(self) -> list[Pair]:
        """Return all pairs, those that changed most first; undefined ones come last."""
        rows, columns = np.tril_indices(len(self.names), -1)
        change = np.abs(self.after - self.before)[rows, columns]
        # NaN sorts last as it is; equal changes keep the order of the variables.
        order = np.argsort(-change, kind="stable")
        return [self._pair(int(columns[i]), int(rows[i])) for i in order]

    def _pair(self, i: int, j: int) -> Pair:
        before, after = float(self.before[i, j]), float(self.after[i, j])
        return Pair(self.names[i], self.names[j], before, after)


def correlations_of(release: Masking, names: Sequence[str]) -> Correlations:
    """Return the correlations between variables in the original and the released table."""
    original, masked = release.tables
    return Correlations(tuple(names), _correlate(original, names), _correlate(masked, names))


def _correlate(table: Table, names: Sequence[str]) -> Matrix:
    columns = [_standardized(table.numbers(name)) for name in names]
    total = np.zeros((len(names), len(names)))
    for start in range(0, table.n_records, _ROWS):
        block = np.column_stack([column[start : start + _ROWS] for column in columns])
        total += block.T @ block
    correlation: Matrix = np.clip(total / table.n_records, -1.0, 1.0)
    return correlation


def _standardized(values: Vector) -> Vector:
    """Return z-scores, or NaN for a constant, whose correlation with anything is not defined."""
    values = near_one(values)
    width = values.std()
    # Rounding may leave a constant column of means with a spread of its last digit.
    if values.min() == values.max() or width <= 1e-12 * np.abs(values).max():
        return np.full(len(values), np.nan)
    z_scores: Vector = (values - values.mean()) / width
    return z_scores
