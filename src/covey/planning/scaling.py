"""Making quasi-identifiers comparable before distances are taken."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from covey.core.arrays import Matrix, Vector, is_constant
from covey.core.registry import unknown
from covey.core.request import Scaling


def scale(X: Matrix, scaling: Scaling) -> Matrix:
    """Return the columns of X on a common scale; X itself stays as it is.

    ``zscore``
        (x − mean) / standard deviation, divisor n. The loss does not depend on n or n − 1.
    ``minmax``
        (x − min) / (max − min).
    ``none``
        x.

    A constant column becomes zero and so takes no part in distances.

    Examples
    --------
    >>> scale(np.array([[1.0, 7.0], [3.0, 7.0]]), "zscore").tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    if scaling not in _RULES:
        raise unknown("scaling", scaling, _RULES)
    shift_and_width = _RULES[scaling]
    if shift_and_width is None:
        return X.copy()
    scaled = np.empty_like(X)
    for j in range(X.shape[1]):
        column = to_unit_magnitude(X[:, j])
        if is_constant(column):
            scaled[:, j] = 0.0
        else:
            shift, width = shift_and_width(column)
            scaled[:, j] = (column - shift) / width
    return scaled


def to_unit_magnitude(column: Vector) -> Vector:
    """Multiply by the power of two that brings the largest value near one.

    It is exact, cancels in every scaling but ``none``, and lets columns of 1e300 or 1e-300 have a
    variance.
    """
    largest = float(np.abs(column).max())
    return column if largest == 0.0 else np.ldexp(column, -int(np.frexp(largest)[1]))


def _mean_and_deviation(column: Vector) -> tuple[float, float]:
    return float(column.mean()), float(column.std())


def _low_and_range(column: Vector) -> tuple[float, float]:
    return float(column.min()), float(column.max() - column.min())


_RULES: dict[Scaling, Callable[[Vector], tuple[float, float]] | None] = {
    "zscore": _mean_and_deviation,
    "minmax": _low_and_range,
    "none": None,
}
