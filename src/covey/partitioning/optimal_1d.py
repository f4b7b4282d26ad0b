"""The exact optimum for one variable."""

from __future__ import annotations

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.partitioning.line import cut_line, line_work
from covey.partitioning.projection import principal_scores


@algorithm(
    "optimal-1d",
    family="Single axis",
    summary="The least possible loss for one variable; several are put on one axis first.",
    reference=(
        "S. L. Hansen and S. Mukherjee (2003), A polynomial algorithm for optimal univariate "
        "microaggregation, IEEE TKDE 15(4), 1043-1044"
    ),
    work=line_work,
)
def optimal_1d(X: Matrix, *, k: int, progress: Progress = quiet) -> Labels:
    """Cut the sorted values of one variable where the squared error is least.

    Several variables are sorted by their first principal component, then cut where the squared
    error of all of them is least.
    """
    return cut_line(principal_scores(X), k=k, records=X, progress=progress)
