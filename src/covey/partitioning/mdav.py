"""MDAV with fixed-size groups formed two at a time."""

from __future__ import annotations

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.partitioning.record_pool import RecordPool
from covey.partitioning.rounds import Rounds


@algorithm(
    "mdav",
    family="MDAV",
    summary="Two groups a round at opposite ends of the data, while 2k records remain.",
    reference=(
        "J. Domingo-Ferrer and J. M. Mateo-Sanz (2002), Practical data-oriented microaggregation "
        "for statistical disclosure control, IEEE TKDE 14(1), 189-201"
    ),
    work=lambda n, p, k: 0.25 * n * n * p / k,
)
def mdav(X: Matrix, *, k: int, progress: Progress = quiet) -> Labels:
    """Group records by maximum distance to the average vector."""
    pool = RecordPool(X, progress)
    pool.run(Rounds(k, limit=2 * k, per_round=2))
    if pool.n_left >= k:
        pool.take_rest()
    pool.rest_joins_nearest()
    return pool.labels
