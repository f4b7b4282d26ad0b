"""Variables one by one, before and after masking, in magnitudes that can be squared."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from covey.core.arrays import Vector, is_constant
from covey.measuring.evidence import Evidence
from covey.measuring.magnitudes import LARGEST, settled


def column_pairs(evidence: Evidence) -> Iterator[tuple[str, Vector, Vector]]:
    """Yield name, original and masked values of each variable, contiguous and settled."""
    for j, name in enumerate(evidence.names):
        original = np.ascontiguousarray(evidence.original[:, j])
        yield name, original, settled(original, np.ascontiguousarray(evidence.masked[:, j]))


def mean(column: Vector) -> float:
    """Return the mean; that of a constant column is its very value."""
    return float(column[0]) if is_constant(column) else float(column.mean())


def spread(column: Vector) -> float:
    """Return the sample standard deviation, exactly 0 for a constant column.

    Examples
    --------
    >>> spread(np.array([1.0, 2.0, 3.0])), spread(np.full(3, 0.1))
    (1.0, 0.0)
    """
    return 0.0 if is_constant(column) else float(column.std(ddof=1))


def in_units(change: Vector, width: float) -> Vector:
    """Return absolute changes in units of a width; where there is none, 1 for each change.

    It is the rule of M1 to M5 for a zero denominator: divide by the new value instead.
    """
    return np.minimum(change / width, LARGEST) if width > 0.0 else (change != 0.0).astype(float)


def mean_of_varying(by_variable: dict[str, float], still: list[str]) -> float:
    """Return the mean over variables, without those that held one value before and after.

    They can neither lose nor keep anything, and would only lower the mean.

    Examples
    --------
    >>> mean_of_varying({"a": 4.0, "b": 2.0, "one": 0.0}, still=["one"])
    3.0
    """
    counted = [value for name, value in by_variable.items() if name not in still]
    return sum(counted) / len(counted) if counted else 0.0
