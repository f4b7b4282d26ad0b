"""Groups that are worth adding to a set-partitioning programme, or the proof that there is none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.progress import Tick, quiet
from covey.kernels.pricing import price
from covey.refining.setpartition import Members


@dataclass(frozen=True, slots=True)
class Distances:
    """What pricing knows of a table.

    Parameters
    ----------
    squares : array, shape (n, n)
        Squared distances.
    nearest : array, shape (n, 2k - 1)
        For each record, the sum of its 0, 1, 2, … smallest squared distances to others.
    k : int
        Smallest group size.
    """

    squares: Matrix
    nearest: Matrix
    k: int


@dataclass(frozen=True, slots=True)
class Priced:
    """Groups of low reduced cost, and what is proven of all others.

    Parameters
    ----------
    members : array of int
        The groups, as rows.
    lowest : array, shape (n,)
        A lower bound of the reduced cost of every group, by the record that it is looked for from:
        each group is looked for from exactly one of its records. At most the threshold.
    is_complete : bool
        Whether all groups with a reduced cost below the threshold were found.
    """

    members: Members
    lowest: Vector
    is_complete: bool


def measure_distances(X: Matrix, k: int) -> Distances:
    """Return the distances of all pairs of records, and the sums of the smallest of each."""
    n = len(X)
    squares = np.zeros((n, n))
    for column in X.T:
        squares += (column[:, None] - column) ** 2
    # A record is at distance 0 from itself: first in the order, and nothing in the sum.
    largest = min(n, 2 * k - 1)
    nearest = np.full((n, 2 * k - 1), np.inf)
    nearest[:, :largest] = np.cumsum(np.sort(squares, axis=1)[:, :largest], axis=1)
    return Distances(squares, nearest, k)


def price_groups(
    distances: Distances,
    worth: Vector,
    *,
    threshold: float,
    room: int,
    work: int,
    tick: Tick = quiet,
) -> Priced:
    """Look for groups whose loss minus what their records are worth is below a threshold.

    Parameters
    ----------
    distances : Distances
        The table.
    worth : array, shape (n,)
        What each record is worth.
    threshold : float
        Reduced cost below which groups are looked for.
    room : int
        Groups to return for each record, at most: those of lowest reduced cost.
    work : int
        Records to look at for each record before the search is cut short.
    tick : callable
        Told the share that is done.
    """
    n, k = len(worth), distances.k
    # Outlying records are worth most. They go first, for to a group without them they would seem
    # to be a bargain.
    order = np.argsort(-worth, kind="stable")
    lowest = np.full(n, threshold)
    found = np.empty((room, 2 * k - 1), dtype=np.int64)
    costs = np.empty(room)
    collections = []
    is_complete = True
    for first in range(n):
        least, n_found, spent = price(
            distances.squares,
            distances.nearest,
            worth,
            order,
            first,
            k,
            threshold,
            work,
            found,
            costs,
        )
        lowest[order[first]] = least
        collections.append(found[:n_found].astype(np.int32))
        is_complete = is_complete and n_found < room and spent < work
        tick((first + 1) / n)
    return Priced(np.concatenate(collections), lowest, is_complete)
