"""V-MDAV: groups of k to 2k − 1 records."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.kernels.variable_size import rounds_of_variable_size
from covey.partitioning.pool import SLICE, Pool


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
        float,
        Field(
            ge=0.0,
            allow_inf_nan=False,
            description="How readily a group grows: about 0.2 on scattered data, 1.1 on clustered.",
        ),
    ] = 0.2,
    progress: Progress = quiet,
) -> Labels:
    """Group by maximum distance to the average vector, with variable group size."""
    group = np.empty(2 * k - 1, dtype=np.int64)
    outsiders = np.empty(2 * k - 1, dtype=np.int64)
    gaps = np.empty(2 * k - 1)
    pool = Pool(X, progress)
    pool.run(
        lambda cells: rounds_of_variable_size(*cells, k, gamma, group, gaps, outsiders, SLICE),
        k,
        down_to=k,
        centre=X.mean(axis=0),
    )
    pool.rest_joins_nearest()
    return pool.labels
