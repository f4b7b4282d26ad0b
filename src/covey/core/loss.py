"""The sum of squares within groups: what every partition is judged by."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Labels, Matrix


def squares_within(X: Matrix, labels: Labels) -> float:
    """Return the sum of squared distances of all records to the means of their groups.

    Column by column, so that no second table is needed.

    Examples
    --------
    >>> squares_within(np.array([[0.0], [2.0], [5.0], [5.0]]), np.array([0, 0, 1, 1]))
    2.0
    """
    sizes = np.bincount(labels)
    total = 0.0
    for column in X.T:
        offsets = column - (np.bincount(labels, column) / sizes)[labels]
        # Not a product of vectors, whose last digits depend on how many threads take it.
        total += float(np.square(offsets, out=offsets).sum())
    return total
