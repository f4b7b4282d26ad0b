"""MDAV-generic: the variant that sdcMicro computes."""

from __future__ import annotations

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.partitioning.record_pool import RecordPool
from covey.partitioning.rounds import Rounds


@algorithm(
    "mdav-generic",
    family="MDAV",
    summary="As mdav while 3k records remain, then at most two groups of what is left.",
    reference=(
        "J. Domingo-Ferrer and V. Torra (2005), Ordinal, continuous and heterogeneous k-anonymity "
        "through microaggregation, Data Mining and Knowledge Discovery 11(2), 195-212"
    ),
    work=lambda n, p, k: 0.25 * n * n * p / k,
)
def mdav_generic(X: Matrix, *, k: int, progress: Progress = quiet) -> Labels:
    """Group records by maximum distance to the average vector, with a careful end."""
    pool = RecordPool(X, progress)
    pool.run(Rounds(k, limit=3 * k, per_round=2))
    if pool.n_left >= 2 * k:
        pool.take_around_farthest(k)
    pool.take_rest()
    return pool.labels
