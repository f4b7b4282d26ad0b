"""Sums that keep what rounding would lose.

A sum is a pair: the sum as a double, and the rest that the double cannot hold. Together they carry
about 106 bits, so that the double is for practical purposes the exact sum, rounded once. It does
not depend on the order in which values came and went: a running total equals one made afresh.

Both functions rest on Knuth's two-sum, which gives exactly what rounding takes from a sum.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner


@inner
def add(total, rest, value):
    """Return the pair (total, rest) with a value added."""
    rough = total + value
    taken = rough - total
    rest += (total - (rough - taken)) + (value - taken)
    result = rough + rest
    return result, rest - (result - rough)


def sum_up(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sums of the columns and the rests: halves onto halves, until one row is left.

    Examples
    --------
    >>> sum_up(np.array([[1e16], [1.0], [-1e16]]))
    (array([1.]), array([0.]))
    """
    total, rest = values, np.zeros_like(values)
    while len(total) > 1:
        if len(total) % 2:
            total, rest = (
                np.append(rows, np.zeros((1, rows.shape[1])), axis=0) for rows in (total, rest)
            )
        half = len(total) // 2
        one, other = total[:half], total[half:]
        total = one + other
        taken = total - one
        rest = rest[:half] + rest[half:] + ((one - (total - taken)) + (other - taken))
    result = total[0] + rest[0]
    return result, rest[0] - (result - total[0])
