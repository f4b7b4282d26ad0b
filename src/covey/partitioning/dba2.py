"""DBA-2: DBA-1, then groups dissolved and split where the loss falls."""

from __future__ import annotations

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, part, quiet
from covey.kernels.dissolve import second_phase
from covey.partitioning.dba1 import densest_first, work

FIRST = 0.75
"""Share of the time that the first phase takes, as measured at k = 3 to 10."""


@algorithm(
    "dba2",
    family="DBA",
    summary="As dba1, then dissolves groups where the loss falls and splits those of 2k or more.",
    reference=(
        "J.-L. Lin, T.-H. Wen, J.-C. Hsieh and P.-C. Chang (2010), Density-based microaggregation "
        "for statistical disclosure control, Expert Systems with Applications 37(4), 3256-3263"
    ),
    work=lambda n, p, k: work(n, p, k) + n * n * p / k,
)
def dba2(X: Matrix, *, k: int, progress: Progress = quiet) -> Labels:
    """Group the densest records first, then tune the groups."""
    labels = densest_first(X, k, part(progress, 0.0, FIRST))
    for share in second_phase(X, labels, k):
        progress(FIRST + (1.0 - FIRST) * share)
    return labels
