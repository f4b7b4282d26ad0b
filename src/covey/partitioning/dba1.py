"""DBA-1: the densest neighbourhood first."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.kernels.density import blank_neighbourhoods, densest
from covey.kernels.pool import SLICE
from covey.partitioning.record_pool import RecordPool

SEARCH = 0.6
"""Share of the time that goes into looking at every record for the first time, as measured."""


def work(n: int, p: int, k: int) -> float:
    """Estimate the coordinate operations of a run, to tell people before it starts.

    Every record is compared with every other once, n²·p; taking the groups out costs n²·p / (2k);
    renewed neighbourhoods came to between a quarter and a half of the first search in trials.
    """
    return n * n * p * (1.5 + 0.5 / k)


@algorithm(
    "dba1",
    family="DBA",
    summary="One group a round, the densest neighbourhood of k among what remains.",
    reference=(
        "J.-L. Lin, T.-H. Wen, J.-C. Hsieh and P.-C. Chang (2010), Density-based microaggregation "
        "for statistical disclosure control, Expert Systems with Applications 37(4), 3256-3263"
    ),
    work=work,
)
def dba1(X: Matrix, *, k: int, progress: Progress = quiet) -> Labels:
    """Group the record of highest k-density with its nearest, again and again."""
    return densest_first(X, k, progress)


def densest_first(X: Matrix, k: int, progress: Progress) -> Labels:
    """Return the labels of DBA-1, numbered in the order in which groups were formed."""
    pool = RecordPool(X, progress)
    memory = blank_neighbourhoods(len(X), k)
    _, known, _, _ = memory
    while pool.n_left >= k:
        position, seed, best = 0, -1, np.inf
        while position < pool.n_left and best > 0.0:  # nothing is denser than duplicates
            position, seed, best = densest(
                X, pool.rows, pool.n_left, pool.labels, k, *memory, position, seed, best, SLICE
            )
            seen = np.count_nonzero((known > 0) | (pool.labels >= 0)) / len(X)
            left = pool.n_left / len(X)
            pool.progress(SEARCH * seen + (1.0 - SEARCH) * (1.0 - left * left))
        pool.take_around(seed, k)
    pool.rest_joins_nearest()
    pool.progress(1.0)
    return pool.labels
