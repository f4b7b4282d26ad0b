"""The search, then the best partition out of the groups that it met and others like them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.progress import Tick, part, quiet
from covey.core.refiner import refiner
from covey.core.registry import Outcome
from covey.refining.pricing import relax
from covey.refining.search import (
    Chain,
    Closeness,
    Distinct,
    Neighbours,
    in_order,
    pose,
    run_chains,
)
from covey.refining.setpartition import (
    Choice,
    Columns,
    Relaxation,
    choose,
    groups_of,
    labels_from,
    make_columns,
    make_solver,
)

CAPACITY = 20
"""Groups that a chain collects for each record, at most."""

WHOLE = 1_200
"""Records up to which one programme takes them all."""

WINDOW = 300
"""Records of a window of a larger table, about."""

ROUNDS = 20
"""How often groups are looked for beyond those that were met, at most."""

WORK = 200_000
"""Records that are looked at for each record in each round, at most."""

CHOICES = 4
"""Groups to choose from for each record: those of lowest reduced cost."""

NODES = 20
"""Nodes of the tree of one programme, at most."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Groups to choose from, and whether others may be added."""

    X: Matrix
    columns: Columns
    k: int
    is_open: bool


@refiner(
    "polish",
    summary="The search, then the best choice out of its groups by integer programming (HiGHS).",
    reference=(
        "Covey; set partitioning with column generation after O. du Merle, P. Hansen, B. Jaumard "
        "and N. Mladenovic (1999), An interior point algorithm for minimum sum-of-squares "
        "clustering, SIAM Journal on Scientific Computing 21(4), 1485-1505"
    ),
)
def polish(
    X: Matrix,
    labels: Labels,
    *,
    k: int,
    effort: float = 1.0,
    seed: int = 0,
    tick: Tick = quiet,
    confidential: Sequence[tuple[Vector, bool]] = (),
    neighbours: Neighbours = 10,
    distinct: Distinct = None,
    closeness: Closeness = None,
) -> Outcome:
    """Lower the loss by the search, and then by choosing among groups."""
    # Who lacks the solver should hear of it before the search, not after.
    make_solver(1)
    demands = (distinct, closeness)
    posed = pose(X, labels, k, neighbours, confidential, demands, part(tick, 0.0, 0.05))
    problem = replace(posed, capacity=CAPACITY * len(X))
    found, chains, is_stopped = run_chains(problem, labels, effort, seed, part(tick, 0.05, 0.6))
    facts = {"effort": effort, "is_stopped": is_stopped}
    if is_stopped:
        return Outcome(found, {"polish": facts})
    # A demand on confidential values was checked for the groups that were met, and for no others.
    is_open = demands == (None, None)
    pool = Pool(problem.X, _columns_met(problem.X, found, chains), k, is_open)
    found, n_columns, gaps = polish_windows(pool, found, part(tick, 0.6, 1.0))
    more = {"n_columns": n_columns, "n_windows": len(gaps), "largest_gap": max(gaps)}
    return Outcome(found, {"polish": facts | more})


def polish_windows(pool: Pool, labels: Labels, tick: Tick) -> tuple[Labels, int, list[float]]:
    """Choose anew in one window after the other.

    Returns
    -------
    labels : Labels
        The partition.
    n_columns : int
        Groups that were there to choose from, over all windows.
    gaps : list of float
        For each window, by which share of its loss another choice could be better at most.
    """
    n_columns, gaps = 0, list[float]()
    is_done = np.zeros(len(labels), dtype=bool)
    while not is_done.all():
        window = next_window(pool.X, labels, is_done)
        inside = np.isin(labels, window)
        choice, columns = choose_within(pool, labels, inside)
        fresh = labels_from(columns.members[choice.chosen], int(inside.sum()))
        labels = labels.copy()
        labels[inside] = len(labels) + fresh
        labels = in_order(labels)
        n_columns += len(columns)
        gaps.append((choice.loss - choice.bound) / choice.loss if choice.loss > 0 else 0.0)
        is_done |= inside
        tick(float(is_done.mean()))
    return labels, n_columns, gaps


def next_window(X: Matrix, labels: Labels, is_done: NDArray[np.bool_]) -> Labels:
    """Return the groups of the next window: all, or those around a record that was in none.

    The record is the one farthest from the mean, so that windows come from outside in and leave no
    rims. Groups that were in a window before may be in this one too.
    """
    sizes = np.bincount(labels)
    if len(labels) <= WHOLE:
        return np.arange(len(sizes))
    far = ((X - X.mean(axis=0)) ** 2).sum(axis=1)
    seed = int(np.argmax(np.where(is_done, -1.0, far)))
    means = np.column_stack([np.bincount(labels, column) / sizes for column in X.T])
    order = np.argsort(((means - means[labels[seed]]) ** 2).sum(axis=1), kind="stable")
    # Its own group is in, even if others have the same mean.
    order = np.concatenate([[labels[seed]], order[order != labels[seed]]])
    count = int(np.searchsorted(np.cumsum(sizes[order]), WINDOW)) + 1
    return order[:count]


def choose_within(pool: Pool, labels: Labels, inside: NDArray[np.bool_]) -> tuple[Choice, Columns]:
    """Choose anew for the records of some groups; records are counted within the window."""
    X = pool.X[inside]
    # The last entry stands for the −1 behind the records of a group.
    numbers = np.append(np.cumsum(inside) - 1, -1)
    met = numbers[pool.columns.within(inside).members].astype(np.int32)
    present = groups_of(in_order(labels[inside]))
    columns = make_columns(X, met, present)
    if pool.is_open:
        relaxed = relax(X, pool.k, columns, rounds=ROUNDS, work=WORK)
        columns, worth = relaxed.columns, relaxed.worth
    else:
        worth = Relaxation(columns, len(X)).solve()
    start = columns.positions(present)
    reduced = columns.reduced(worth)
    reduced[start] = -np.inf
    kept = np.sort(np.argsort(reduced, kind="stable")[: CHOICES * len(X)])
    columns = Columns(columns.members[kept], columns.costs[kept])
    return choose(columns, columns.positions(present), nodes=NODES), columns


def _columns_met(X: Matrix, found: Labels, chains: Sequence[Chain]) -> Columns:
    """Return the groups that chains met, and those of the best partition."""
    collections = [groups_of(found)]
    for chain in chains:
        n_kept = int(chain.met.n_kept[0])
        members = chain.met.members[:n_kept]
        is_record = np.arange(members.shape[1]) < chain.met.sizes[:n_kept, None]
        collections.append(np.where(is_record, members, -1).astype(np.int32))
    return make_columns(X, *collections)
