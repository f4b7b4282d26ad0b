"""CV-MDAV: variable groups, extended by a test against each neighbour's own neighbourhood."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.partitioning.record_pool import RecordPool
from covey.partitioning.rounds import Gamma, Rounds


@algorithm(
    "cvmdav",
    family="MDAV",
    summary="One group a round around the farthest record; its next k neighbours may join.",
    reference=(
        "S. K. Chettri, B. Paul and A. K. Dutta (2013), Statistical disclosure control for data "
        "privacy preservation, International Journal of Computer Applications 80(10), 38-43"
    ),
    work=lambda n, p, k: 0.15 * (3 + k) * n * n * p / k,
)
def cvmdav(
    X: Matrix,
    *,
    k: int,
    gamma: Annotated[
        Gamma,
        Field(description="How readily a group grows; the paper fixes it at 1.1."),
    ] = 1.1,
    progress: Progress = quiet,
) -> Labels:
    """Group by maximum distance to the average vector, with centroid-based variable size."""
    pool = RecordPool(X, progress)
    pool.run(Rounds(k, limit=3 * k, growth="neighbourhood", gamma=gamma))
    if pool.n_left >= 2 * k:
        pool.take_around_farthest(k)
    pool.take_rest()
    return pool.labels
