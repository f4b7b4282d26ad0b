"""V-MDAV: groups of k to 2k − 1 records."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.partitioning.record_pool import RecordPool
from covey.partitioning.rounds import Gamma, Rounds


@algorithm(
    "vmdav",
    family="MDAV",
    summary="One group a round around the farthest record; groups grow to 2k - 1 where it pays.",
    reference=(
        "A. Solanas and A. Martinez-Balleste (2006), V-MDAV: a multivariate microaggregation with "
        "variable group size, COMPSTAT 2006, 917-925"
    ),
    work=lambda n, p, k: 0.15 * (2 + k) * n * n * p / k,
)
def vmdav(
    X: Matrix,
    *,
    k: int,
    gamma: Annotated[
        Gamma,
        Field(
            description="How readily a group grows: about 0.2 on scattered data, 1.1 on clustered."
        ),
    ] = 0.2,
    progress: Progress = quiet,
) -> Labels:
    """Group by maximum distance to the average vector, with variable group size."""
    pool = RecordPool(X, progress)
    centre = X.mean(axis=0)
    pool.run(Rounds(k, limit=k, centre=centre, growth="nearest-to-member", gamma=gamma))
    pool.rest_joins_nearest()
    return pool.labels
