"""IAMAT: groups by association and interaction between records."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.progress import Tick, quiet
from covey.core.registry import algorithm
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
    work=lambda n, p, k: (1 + k) * n * n * p / (2 * k),
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
    tick: Tick = quiet,
) -> Labels:
    """Group the least associated record with the most interactive ones, again and again."""
    centre = X.mean(axis=0) if centroid == "global" else np.empty(0)
    is_variable = size == "variable"
    pool = Pool(X, tick)
    pool.run(
        lambda n, g: rounds_of_growth(
            X, pool.rows, pool.labels, n, g, k, centre, is_variable, SLICE
        ),
        down_to=k,
    )
    if is_variable:
        pool.rest_joins_nearest()
    else:
        pool.rest_joins_last()
    return pool.labels
