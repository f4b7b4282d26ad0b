"""Groups that are worth adding to a set-partitioning programme, or the proof that there is none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.interrupts import Stoppable
from covey.core.progress import Progress, part, quiet
from covey.kernels.pricing import price
from covey.refining.setpartition import CandidateGroups, Members, Relaxation, make_candidates

ROOM = 10
"""Groups that one round adds for each record, at most."""

ROUNDING = 1e-9
"""A reduced cost below this share of the mean loss of a record is none."""


@dataclass(frozen=True, slots=True)
class Distances:
    """What pricing knows of a table."""

    squares: Matrix  # squared distances of all pairs
    nearest: Matrix  # for each record, the sum of its 0, 1, …, 2k − 2 smallest to others
    k: int


@dataclass(frozen=True, slots=True)
class Priced:
    """Groups of low reduced cost, and what is proven of all others."""

    members: Members
    lowest: Vector
    """A lower bound of the reduced cost of every group, by the record that it is looked for from:
    each group is looked for from exactly one of its records. At most the threshold."""
    is_complete: bool  # whether all groups with a reduced cost below the threshold were found


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
    progress: Progress = quiet,
) -> Priced:
    """Look for groups whose loss minus what their records are worth is below a threshold.

    Returned are up to ``room`` groups for each record, those of lowest reduced cost. The search is
    cut short when so many records were looked at for a record as ``work`` says.
    """
    n, k, squares, nearest = len(worth), distances.k, distances.squares, distances.nearest
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
            squares, nearest, worth, order, first, k, threshold, work, found, costs
        )
        lowest[order[first]] = least
        collections.append(found[:n_found].astype(np.int32))
        is_complete = is_complete and n_found < room and spent < work
        progress((first + 1) / n)
    return Priced(np.concatenate(collections), lowest, is_complete)


@dataclass(frozen=True, slots=True)
class Relaxed:
    """The relaxation over all groups of k to 2k − 1 records, or how far it was solved."""

    columns: CandidateGroups  # the groups that it came to hold
    worth: Vector  # the last dual values
    bound: float  # no partition has a smaller loss
    is_solved: bool
    """Whether it is proven that no other group would lower the relaxation. If not, it was cut
    short: by the number of rounds, by the limit on their work, or by an interrupt."""
    n_rounds: int  # how often groups were looked for


def relax(
    X: Matrix,
    k: int,
    columns: CandidateGroups,
    *,
    rounds: int,
    work: int,
    progress: Progress = quiet,
) -> Relaxed:
    """Add groups that lower the relaxation until there is none, or for some rounds.

    Those to begin with must contain a partition. For ``work`` see `price_groups`.
    """
    distances = measure_distances(X, k)
    relaxation = Relaxation(columns, len(X))
    scale = float(columns.costs.max())
    bound, is_solved, n_rounds = 0.0, False, 0
    worth = np.zeros(len(X))
    with Stoppable():
        while n_rounds < rounds:
            worth = relaxation.solve()
            threshold = -ROUNDING * max(scale, float(worth.sum())) / len(X)
            share = part(progress, n_rounds / rounds, (n_rounds + 1) / rounds)
            priced = price_groups(
                distances, worth, threshold=threshold, room=ROOM, work=work, progress=share
            )
            # Each group is looked for from one of its records. Lowering the dual value of that
            # record by what the group lacks makes the duals feasible, and so their sum a bound.
            bound = max(bound, float((worth + priced.lowest).sum()))
            n_rounds += 1
            if not len(priced.members):
                is_solved = priced.is_complete
                break
            fresh = make_candidates(X, priced.members)
            relaxation.add(fresh)
            columns = make_candidates(X, columns.members, fresh.members)
        progress(1.0)
    return Relaxed(columns, worth, bound, is_solved, n_rounds)
