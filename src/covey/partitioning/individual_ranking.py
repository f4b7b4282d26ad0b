"""Individual ranking: each variable is microaggregated by itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix
from covey.core.method import columnwise
from covey.core.progress import Progress, part, quiet
from covey.partitioning.line import Cuts, cut_line


@columnwise(
    "individual-ranking",
    family="Single axis",
    summary="Each variable by itself: little loss, but the records are not k-anonymous.",
    reference=(
        "D. Defays and M. Anwar (1998), Masking microdata using micro-aggregation, Journal of "
        "Official Statistics 14(4), 449-461"
    ),
)
def individual_ranking(
    X: Matrix, *, k: int, cuts: Cuts = "optimal", progress: Progress = quiet
) -> NDArray[np.intp]:
    """Cut the sorted values of each variable; return a label for each record and variable."""
    labels = np.empty(X.shape, dtype=np.intp)
    p = X.shape[1]
    for j in range(p):
        labels[:, j] = cut_line(
            X[:, j], k=k, cuts=cuts, progress=part(progress, j / p, (j + 1) / p)
        )
    return labels
