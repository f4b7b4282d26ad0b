"""The loss of a partition, by a few lines that share nothing with Covey."""

from __future__ import annotations

import numpy as np


def information_loss(X: np.ndarray, labels: np.ndarray) -> float:
    """Return 100 · SSE / SST of the values as they were grouped; 0 where nothing varies."""
    sizes = np.bincount(labels)
    within = total = 0.0
    for column in X.T:
        means = np.bincount(labels, column) / sizes
        within += float(np.square(column - means[labels]).sum())
        total += float(np.square(column - column.mean()).sum())
    return 100.0 * within / total if total > 0.0 else 0.0
