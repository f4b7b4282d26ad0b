"""MDAV with one group a round, around the record farthest from the centroid."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.partitioning.record_pool import RecordPool
from covey.partitioning.rounds import Rounds


@algorithm(
    "mdav-centroid",
    family="MDAV",
    summary="One group a round, around the record farthest from the centroid.",
    reference=(
        "The MDAV that B. J. Oommen and E. Fayyoumi (2010), IEEE Transactions on Systems, Man, and "
        "Cybernetics B 40(1), 198-207, compare against"
    ),
    work=lambda n, p, k: 0.25 * n * n * p / k,
)
def mdav_centroid(
    X: Matrix,
    *,
    k: int,
    centroid: Annotated[
        Literal["recomputed", "global"],
        Field(description="Centroid of the records that remain, each round anew, or of all, once."),
    ] = "recomputed",
    progress: Progress = quiet,
) -> Labels:
    """Group the record farthest from the centroid with its nearest, again and again."""
    pool = RecordPool(X, progress)
    pool.run(Rounds(k, limit=k, centre=X.mean(axis=0) if centroid == "global" else None))
    pool.rest_joins_last()
    return pool.labels
