"""Ordinary least squares with confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.measuring.loss.columns import mean, spread
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
    """A fitted regression.

    Parameters
    ----------
    coefficients : array, shape (n_coefficients,)
        The intercept first.
    half_widths : array, shape (n_coefficients,)
        Of the 95 % confidence intervals.
    intercept_size : float
        Sum of the magnitudes whose difference the intercept is: its rounding grows with it.
    """

    coefficients: Vector
    half_widths: Vector
    intercept_size: float


def least_squares(response: Vector, columns: list[Vector]) -> Fit:
    """Regress the response on the columns and an intercept.

    The columns come in units in which a deviation is about 1, and there are more records than
    coefficients. Every column is centred and scaled by its own deviation first: that conditions
    the triangle, and the intercept follows from the means.
    """
    n, q = len(response), len(columns)
    centres = np.array([mean(column) for column in [*columns, response]])
    widths = np.array([spread(column) for column in [*columns, response]])
    _check(widths[:q] <= ROUNDING)
    widths[q] = widths[q] or 1.0
    triangle = _triangle([*columns, response], centres, widths)
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


def _check(is_dependent: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
    if is_dependent.any():
        raise DependentError(int(np.argmax(is_dependent)))


def _triangle(columns: list[Vector], centres: Vector, widths: Vector) -> Matrix:
    standard = np.empty((len(columns[0]), len(columns)), order="F")
    for j, column in enumerate(columns):
        np.subtract(column, centres[j], out=standard[:, j])
        standard[:, j] /= widths[j]
    return np.asarray(np.linalg.qr(standard, mode="r"), dtype=np.float64)


def _quantile(degrees: int) -> float:
    # Imported here: it takes a quarter of a second, and only models need it.
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1.0 + _LEVEL) / 2.0))
