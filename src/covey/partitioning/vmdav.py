"""V-MDAV: groups of k to 2k − 1 records."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.progress import Tick, quiet
from covey.core.registry import algorithm
from covey.kernels.mdav import (
    close_gap,
    closest_to_group,
    distance_to_pool,
    rounds_of_variable_size,
)
from covey.kernels.pool import are_equal, farthest, nearest, remove_assigned
from covey.partitioning.pool import SLICE, Pool


@algorithm(
    "vmdav",
    family="MDAV",
    summary="One group a round around the farthest record; groups grow to 2k - 1 where it pays.",
    reference=(
        "A. Solanas and A. Martinez-Balleste (2006), V-MDAV: a multivariate microaggregation with "
        "variable group size, COMPSTAT 2006, 917-925"
    ),
    work=lambda n, p, k: (2 + k) * n * n * p / (2 * k),
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
    tick: Tick = quiet,
) -> Labels:
    """Group by maximum distance to the average vector, with variable group size."""
    centre = X.mean(axis=0)
    pool = Pool(X, tick)
    if k * X.size > SLICE:
        _run_slowly(pool, k, gamma, centre)
    pool.run(
        lambda n, g: rounds_of_variable_size(
            X, pool.rows, pool.labels, n, g, k, gamma, centre, SLICE
        ),
        down_to=k,
    )
    pool.rest_joins_nearest()
    return pool.labels


def _run_slowly(pool: Pool, k: int, gamma: float, centre: Vector) -> None:
    """Form groups in pieces, as long as a single one is more than a slice of work.

    It does what `rounds_of_variable_size` does in one go, in the same order.
    """
    X, rows, labels, p = pool.X, pool.rows, pool.labels, pool.X.shape[1]
    gap = np.empty(len(X))
    while pool.n_left >= k and k * pool.n_left * p > SLICE:
        if are_equal(X, rows, pool.n_left):
            return
        seed = farthest(X, rows, pool.n_left, centre)
        members = np.append(nearest(X, rows, pool.n_left, X[seed], k - 1, seed), seed)
        labels[members] = pool.n_groups
        n = remove_assigned(rows, pool.n_left, labels)
        gap[rows[:n]] = np.inf
        step = max(1, SLICE // (max(n, 1) * p))
        for start in range(0, k, step):
            close_gap(X, rows, n, members[start : start + step], gap)
            pool.report()
        pool.n_left = _extend(pool, n, k, gamma, gap)
        pool.close_group()


def _extend(pool: Pool, n: int, k: int, gamma: float, gap: Vector) -> int:
    """Let a group of k take in what is close to it; return how many records are left."""
    X, rows, labels = pool.X, pool.rows, pool.labels
    for _ in range(k - 1):
        if n < 2:
            return n
        e = closest_to_group(rows, n, gap)
        if np.sqrt(gap[e]) >= gamma * np.sqrt(distance_to_pool(X, rows, n, e)):
            return n
        labels[e] = pool.n_groups
        n = remove_assigned(rows, n, labels)
        close_gap(X, rows, n, np.array([e]), gap)
        pool.report()
    return n
