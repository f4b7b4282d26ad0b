"""MDAV-2: MDAV-1, then groups dissolved and split where the loss falls."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.kernels.dissolve import divide, second_phase
from covey.kernels.pool import UNASSIGNED

FIRST = 0.2
"""Share of the time that the first phase takes, as measured at k = 3 to 10."""


@algorithm(
    "mdav2",
    family="MDAV",
    summary="As mdav1, then dissolves groups where the loss falls and splits those of 2k or more.",
    reference=(
        "J.-L. Lin, T.-H. Wen, J.-C. Hsieh and P.-C. Chang (2010), Density-based microaggregation "
        "for statistical disclosure control, Expert Systems with Applications 37(4), 3256-3263"
    ),
    work=lambda n, p, k: 1.75 * n * n * p / k,
)
def mdav2(X: Matrix, *, k: int, progress: Progress = quiet) -> Labels:
    """Group records by maximum distance to the average vector, then tune the groups."""
    labels = np.full(len(X), UNASSIGNED, dtype=np.intp)
    for share in divide(X, labels, k):
        progress(FIRST * share)
    for share in second_phase(X, labels, k):
        progress(FIRST + (1.0 - FIRST) * share)
    return labels
