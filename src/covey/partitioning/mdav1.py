"""MDAV-1: MDAV whose last group has k records, too."""

from __future__ import annotations

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.partitioning.record_pool import RecordPool
from covey.partitioning.rounds import Rounds


@algorithm(
    "mdav1",
    family="MDAV",
    summary="As mdav, but the last group takes k records and the rest join the nearest groups.",
    reference=(
        "J.-L. Lin, T.-H. Wen, J.-C. Hsieh and P.-C. Chang (2010), Density-based microaggregation "
        "for statistical disclosure control, Expert Systems with Applications 37(4), 3256-3263"
    ),
    work=lambda n, p, k: 0.25 * n * n * p / k,
)
def mdav1(X: Matrix, *, k: int, progress: Progress = quiet) -> Labels:
    """Group records by maximum distance to the average vector; spread the last few."""
    pool = RecordPool(X, progress)
    pool.run(Rounds(k, limit=2 * k, per_round=2))
    if pool.n_left >= k:
        pool.take_around_farthest(k)
    pool.rest_joins_nearest()
    return pool.labels
