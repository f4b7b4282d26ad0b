"""CV-MDAV: variable groups, extended by a test against each neighbour's own neighbourhood."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.progress import Tick, quiet
from covey.core.registry import algorithm
from covey.kernels.growth import (
    distance_to_own_neighbourhood,
    rounds_of_neighbours,
    sort_by_distance,
)
from covey.kernels.pool import (
    are_equal,
    centroid,
    farthest,
    nearest,
    remove_assigned,
    squared_distance,
)
from covey.partitioning.pool import SLICE, Pool


@algorithm(
    "cvmdav",
    family="MDAV",
    summary="One group a round around the farthest record; its next k neighbours may join.",
    reference=(
        "S. K. Chettri, B. Paul and A. K. Dutta (2013), Statistical disclosure control for data "
        "privacy preservation, International Journal of Computer Applications 80(10), 38-43"
    ),
    work=lambda n, p, k: (3 + k) * n * n * p / (2 * k),
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
    tick: Tick = quiet,
) -> Labels:
    """Group by maximum distance to the average vector, with centroid-based variable size."""
    pool = Pool(X, tick)
    if k * X.size > SLICE:
        _run_slowly(pool, k, gamma)
    pool.run(
        lambda n, g: rounds_of_neighbours(X, pool.rows, pool.labels, n, g, k, gamma, SLICE),
        down_to=3 * k,
    )
    if pool.n_left >= 2 * k:
        pool.take_around_farthest(k)
    pool.take_rest()
    return pool.labels


def _run_slowly(pool: Pool, k: int, gamma: float) -> None:
    """Form groups in pieces, as long as a single one is more than a slice of work.

    It does what `rounds_of_neighbours` does in one go, in the same order.
    """
    X, rows, labels, p = pool.X, pool.rows, pool.labels, pool.X.shape[1]
    while pool.n_left >= 3 * k and k * pool.n_left * p > SLICE:
        n = pool.n_left
        if are_equal(X, rows, n):
            return
        seed = farthest(X, rows, n, centroid(X, rows, n))
        neighbours = nearest(X, rows, n, X[seed], 2 * k - 1, seed)
        sort_by_distance(X, neighbours, X[seed])
        members = [seed, *neighbours[: k - 1].tolist()]
        labels[members] = pool.n_groups
        total, size = np.zeros(p), k
        for member in members:  # in this order, as the kernel adds them up
            total += X[member]
        n = remove_assigned(rows, n, labels)
        for candidate in neighbours[k - 1 :].tolist():
            if size == 2 * k - 1:
                break
            inside = np.sqrt(squared_distance(X, candidate, total / size))
            if inside < gamma * distance_to_own_neighbourhood(X, rows, n, candidate, k):
                labels[candidate] = pool.n_groups
                total += X[candidate]
                size += 1
                n = remove_assigned(rows, n, labels)
            pool.report()
        pool.n_left = n
        pool.close_group()
