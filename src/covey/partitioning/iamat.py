"""IAMAT: groups by association and interaction between records."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.kernels.growth import rounds_of_growth
from covey.partitioning.pool import SLICE, Pool


@algorithm(
    "iamat",
    family="IAMAT",
    summary="One group a round; each next member is the most interactive with those taken so far.",
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
    progress: Progress = quiet,
) -> Labels:
    """Group the least associated record with the most interactive ones, again and again."""
    is_variable = size == "variable"
    totals = np.empty((4, X.shape[1]))
    trial = np.empty(k, dtype=np.int64) if is_variable else None
    pool = Pool(X, progress)
    pool.run(
        lambda cells: rounds_of_growth(*cells, k, totals, trial, SLICE),
        k,
        down_to=k,
        centre=X.mean(axis=0) if centroid == "global" else None,
    )
    if is_variable:
        pool.rest_joins_nearest()
    else:
        pool.rest_joins_last()
    return pool.labels
