"""Ordinary least squares with confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.measuring.loss.moments import ROUNDING

_COLLINEAR = 1e-7
"""Share of a column's deviation that the columns before it must leave unexplained."""

_LEVEL = 0.95


class DependentError(Exception):
    """A column is constant or a linear function of those before it; `position` says which."""

    def __init__(self, position: int) -> None:
        super().__init__(f"Column {position} depends on those before it.")
        self.position = position


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted regression."""

    coefficients: Vector  # the intercept first
    half_widths: Vector  # of their 95 % confidence intervals
    intercept_size: float
    """Sum of the magnitudes whose difference the intercept is: its rounding grows with it."""


@dataclass(frozen=True, slots=True)
class Design:
    """What a regression needs of its columns: the triangle of their QR decomposition.

    Triangles add up: that of two sets of records together is the triangle of the one above the
    other. The first column is 1 throughout, so that the rest is about the means.
    """

    n_records: int
    triangle: Matrix  # of a column of ones, then the terms and the response, less their shifts
    shifts: Vector  # any number near the mean of each column
    is_constant: NDArray[np.bool_]

    @property
    def means(self) -> Vector:
        """Mean of each column; that of a constant one is off by a rounding at most."""
        return np.asarray(self.shifts + self.triangle[0, 1:] / self.triangle[0, 0])

    @property
    def spreads(self) -> Vector:
        """Sample standard deviation of each column, exactly 0 for a constant one."""
        sums = np.square(self.triangle[1:, 1:]).sum(axis=0)
        return np.where(self.is_constant, 0.0, np.sqrt(sums / max(1, self.n_records - 1)))

    def in_units(self, units: Vector) -> Design:
        """Return the same columns, each divided by a unit."""
        triangle = self.triangle / np.append(1.0, units)
        return Design(self.n_records, triangle, self.shifts / units, self.is_constant)


def triangle_of(columns: Sequence[Vector]) -> Matrix:
    """Return the triangle of a column of ones followed by other columns."""
    block = np.empty((len(columns[0]), len(columns) + 1), order="F")
    block[:, 0] = 1.0
    for j, column in enumerate(columns, start=1):
        block[:, j] = column
    return np.asarray(np.linalg.qr(block, mode="r"), dtype=np.float64)


def stacked_triangles(triangles: Sequence[Matrix]) -> Matrix:
    """Return the triangle of all records from those of the blocks."""
    if len(triangles) == 1:
        return triangles[0]
    return np.asarray(np.linalg.qr(np.concatenate(triangles), mode="r"), dtype=np.float64)


def least_squares(design: Design) -> Fit:
    """Regress the last column on the others and an intercept.

    The columns come in units in which a deviation is about 1, and there are more records than
    coefficients. Every column is centred and scaled by its own deviation first: that conditions
    the triangle, and the intercept follows from the means.
    """
    n, q = design.n_records, len(design.shifts) - 1
    centres, widths = design.means, design.spreads
    _check(widths[:q] <= ROUNDING)
    widths[q] = widths[q] or 1.0
    triangle = design.triangle[1:, 1:] / widths
    _check(np.abs(np.diag(triangle)[:q]) <= _COLLINEAR * np.sqrt(n - 1))

    inverse = np.linalg.inv(triangle[:q, :q])
    degrees = n - q - 1
    sigma = abs(triangle[q, q]) / np.sqrt(degrees)
    scale = widths[q] / widths[:q]
    slopes = scale * (inverse @ triangle[:q, q])
    slope_errors = sigma * scale * np.sqrt(np.square(inverse).sum(axis=1))
    lever = (centres[:q] / widths[:q]) @ inverse
    intercept_error = sigma * widths[q] * np.sqrt(1.0 / n + np.square(lever).sum())
    return Fit(
        np.append(centres[q] - slopes @ centres[:q], slopes),
        _quantile(degrees) * np.append(intercept_error, slope_errors),
        float(abs(centres[q]) + np.abs(slopes * centres[:q]).sum()),
    )


def _check(is_dependent: NDArray[np.bool_]) -> None:
    if is_dependent.any():
        raise DependentError(int(np.argmax(is_dependent)))


def _quantile(degrees: int) -> float:
    # Imported here: it takes a quarter of a second, and only models need it.
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1.0 + _LEVEL) / 2.0))
