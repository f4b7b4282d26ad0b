"""IAMAT: groups by association and interaction between records."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.partitioning.record_pool import RecordPool
from covey.partitioning.rounds import Growth, Rounds


@algorithm(
    "iamat",
    family="IAMAT",
    reference=(
        "B. J. Oommen and E. Fayyoumi (2010), On utilizing association and interaction concepts "
        "for enhancing microaggregation in secure statistical databases, IEEE Transactions on "
        "Systems, Man, and Cybernetics B 40(1), 198-207"
    ),
    work=lambda n, p, k: 0.1 * (1 + k) * n * n * p / k,
)
def iamat(
    X: Matrix,
    *,
    k: int,
    centroid: Annotated[
        Literal["global", "recomputed"],
        Field(description="Centroid of all records, once, or of those that remain, each round."),
    ] = "global",
    size: Annotated[
        Literal["fixed", "variable"],
        Field(description="Groups of k records, or of k to 2k - 1 where it pays."),
    ] = "fixed",
    units: Labels | None = None,
    progress: Progress = quiet,
) -> Labels:
    """One group a round; each next member is the most interactive with those taken so far."""
    is_variable = size == "variable"
    centre = X.mean(axis=0) if centroid == "global" else None
    growth: Growth = "nearest-to-mean-variable" if is_variable else "nearest-to-mean"
    pool = RecordPool.after(
        Rounds(k, limit=k, centre=centre, growth=growth, units=units), X, progress
    )
    return pool.rest_joins_nearest() if is_variable else pool.few_join_last(k)
