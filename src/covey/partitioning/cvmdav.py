"""CV-MDAV: variable groups, extended by a test against each neighbour's own neighbourhood."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.kernels.variable_size import rounds_of_neighbours
from covey.partitioning.pool import SLICE, Pool


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
        float,
        Field(
            ge=0.0,
            allow_inf_nan=False,
            description="How readily a group grows; the paper fixes it at 1.1.",
        ),
    ] = 1.1,
    progress: Progress = quiet,
) -> Labels:
    """Group by maximum distance to the average vector, with centroid-based variable size."""
    neighbours = np.empty(2 * k - 1, dtype=np.int64)
    total = np.empty((2, X.shape[1]))
    pool = Pool(X, progress)
    pool.run(
        lambda cells: rounds_of_neighbours(*cells, k, gamma, total, neighbours, SLICE),
        k,
        down_to=3 * k,
    )
    if pool.n_left >= 2 * k:
        pool.take_around_farthest(k)
    pool.take_rest()
    return pool.labels
