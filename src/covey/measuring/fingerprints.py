"""Numbers that stand for records and values, whatever their order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix


def fingerprints(*tables: Matrix) -> NDArray[np.uint64]:
    """Return a number for each record that depends on its values in all tables, and on no order.

    Examples
    --------
    >>> a, b, c = fingerprints(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, -0.0]]))
    >>> bool(a == b), bool(a == c)
    (False, True)
    """
    marks = np.zeros(len(tables[0]), dtype=np.uint64)
    for table in tables:
        for column in table.T:
            marks = mixed(marks ^ (column + 0.0).view(np.uint64))  # −0 and 0 are equal
    return marks


def mixed(marks: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the numbers with every bit spread over all others, one to one.

    Odd factors and shifts can be undone, so no two numbers become one. Numbers of few digits
    differ in their upper bits only, which a product alone would never bring down.
    """
    for factor in (0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93):
        marks = (marks ^ (marks >> np.uint64(32))) * np.uint64(factor)
    return marks ^ (marks >> np.uint64(32))
