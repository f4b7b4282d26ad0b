"""DBA: the densest neighbourhood first, and the second phase that tunes what it leaves."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, part, quiet
from covey.kernels.density import blank_neighbourhoods, densest
from covey.kernels.dissolve import second_phase
from covey.kernels.pool import SLICE
from covey.kernels.units import make_units
from covey.partitioning.record_pool import RecordPool

LIN_2010 = (
    "J.-L. Lin, T.-H. Wen, J.-C. Hsieh and P.-C. Chang (2010), Density-based microaggregation "
    "for statistical disclosure control, Expert Systems with Applications 37(4), 3256-3263"
)

SEARCH = 0.6
"""Share of the time that goes into looking at every record for the first time, as measured."""

FIRST = 0.75
"""Share of the time that the first phase of DBA-2 takes, as measured at k = 3 to 10."""


def work(n: int, p: int, k: int) -> float:
    """Estimate the coordinate operations of DBA-1, to tell people before it starts.

    Every record is compared with every other once, n²·p; taking the groups out costs n²·p / (2k);
    renewed neighbourhoods came to between a quarter and a half of the first search in trials.
    """
    return n * n * p * (1.5 + 0.5 / k)


@algorithm("dba1", family="DBA", reference=LIN_2010, work=work)
def dba1(X: Matrix, *, k: int, units: Labels | None = None, progress: Progress = quiet) -> Labels:
    """One group a round, the densest neighbourhood of k among what remains."""
    return densest_first(X, k, progress, units=units)


@algorithm(
    "dba2",
    family="DBA",
    reference=LIN_2010,
    work=lambda n, p, k: work(n, p, k) + n * n * p / k,
)
def dba2(X: Matrix, *, k: int, units: Labels | None = None, progress: Progress = quiet) -> Labels:
    """As dba1, then dissolves groups where the loss falls and splits those of 2k or more."""
    start = densest_first(X, k, part(progress, 0.0, FIRST), units=units)
    return tuned(X, start, k, part(progress, FIRST, 1.0), units)


def densest_first(
    X: Matrix,
    k: int,
    progress: Progress,
    budget: int = SLICE,
    units: Labels | None = None,
) -> Labels:
    """Return the labels of DBA-1, numbered in the order in which groups were formed.

    The budget is the coordinate operations between two reports; it changes nothing else. With
    units, neighbourhoods are of records all the same; a group takes those of k units around the
    densest.
    """
    pool = RecordPool(X, progress, make_units(units))
    memory = blank_neighbourhoods(len(X), k)
    _, known, _, _ = memory
    while pool.can_form(k):
        position, seed, best = 0, -1, np.inf
        while position < pool.n_left and best > 0.0:  # nothing is denser than duplicates
            position, seed, best = densest(
                X, pool.rows, pool.n_left, pool.labels, k, *memory, position, seed, best, budget
            )
            seen = np.count_nonzero((known > 0) | (pool.labels >= 0)) / len(X)
            left = pool.n_left / len(X)
            pool.progress(SEARCH * seen + (1.0 - SEARCH) * (1.0 - left * left))
        pool.take_around(seed, k)
    pool.progress(1.0)
    return pool.rest_joins_nearest()


def tuned(
    X: Matrix, start: Labels, k: int, progress: Progress, units: Labels | None = None
) -> Labels:
    """Return the groups after the second phase, from those with which it starts."""
    labels = start.copy()
    for share in second_phase(X, labels, k, units=units):
        progress(share)
    return labels
