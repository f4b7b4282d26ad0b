"""IAMAT: groups by association and interaction between records."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.progress import Tick, quiet
from covey.core.registry import algorithm
from covey.kernels.growth import grow, nearest_one, rounds_of_growth
from covey.kernels.pool import UNASSIGNED, are_equal, farthest, squared_distance
from covey.kernels.pool import centroid as centroid_of
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
    if k * X.size > SLICE:
        _run_slowly(pool, k, centre, is_variable=is_variable)
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


def _run_slowly(pool: Pool, k: int, centre: Vector, *, is_variable: bool) -> None:
    """Form groups in pieces, as long as a single one is more than a slice of work.

    It does what `rounds_of_growth` does in one go, in the same order.
    """
    X, p = pool.X, pool.X.shape[1]
    while pool.n_left >= k and k * pool.n_left * p > SLICE:
        if are_equal(X, pool.rows, pool.n_left):
            return
        point = centre if len(centre) else centroid_of(X, pool.rows, pool.n_left)
        seed = farthest(X, pool.rows, pool.n_left, point)
        pool.labels[seed] = pool.n_groups
        total = X[seed].copy()
        _grow(pool, pool.n_groups, total, k)
        if is_variable:
            _extend(pool, k, total)
        pool.close_group()


def _grow(pool: Pool, group: int, total: Vector, target: int) -> None:
    """Let a group of one grow to its target, some records at a time."""
    step = max(1, SLICE // (pool.n_left * pool.X.shape[1]))
    for size in range(1, target, step):
        stop = min(size + step, target)
        grow(pool.X, pool.rows, pool.n_left, pool.labels, UNASSIGNED, group, total, size, stop)
        pool.report()


def _extend(pool: Pool, k: int, total: Vector) -> None:
    """Let a group of k grow while joining it costs less than a group of one's own."""
    X, labels, trial = pool.X, pool.labels, pool.n_groups + 1
    for size in range(k, 2 * k - 1):
        if pool.n_left - size < k:
            return
        mean = total / size
        row = nearest_one(X, pool.rows, pool.n_left, mean, labels, UNASSIGNED)
        labels[row] = trial
        own = X[row].copy()
        _grow(pool, trial, own, k)
        labels[labels == trial] = UNASSIGNED
        cost = squared_distance(X, row, own / k) * k / (k - 1)
        if squared_distance(X, row, mean) * size / (size + 1) >= cost:
            return
        labels[row] = pool.n_groups
        total += X[row]
