"""Choosing the best partition out of a collection of groups: the set-partitioning programme.

Minimise Σ c_g x_g over 0/1 variables x_g, so that every record is in exactly one chosen group; c_g
is the loss of group g. Where x may be any number of at least 0, the programme is its relaxation.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.errors import RequestError
from covey.core.progress import Progress, quiet

CHUNK = 100_000
"""Groups whose losses are computed at once."""

ITERATIONS = 200_000
"""Steps of the simplex method for one relaxation, at most."""

GAP = 1e-6
"""Share of the loss within which a choice counts as the best."""

Members = NDArray[np.int32]
"""Groups as rows: records in ascending order, then −1."""


@dataclass(frozen=True, slots=True)
class CandidateGroups:
    """Groups that a partition may be made of, each once, in the order of their records."""

    members: Members
    costs: Vector  # the loss of each

    def __len__(self) -> int:
        return len(self.costs)

    def within(self, inside: NDArray[np.bool_]) -> CandidateGroups:
        """Return the groups all of whose records are inside."""
        # The last entry answers for the −1 behind the records.
        is_in = np.append(inside, True)[self.members].all(axis=1)
        return CandidateGroups(self.members[is_in], self.costs[is_in])

    def reduced(self, worth: Vector) -> Vector:
        """Return the loss of each group minus what its records are worth."""
        reduced: Vector = self.costs - np.append(worth, 0.0)[self.members].sum(axis=1)
        return reduced

    def positions(self, members: Members) -> Labels:
        """Return where certain groups stand. They must be among these."""
        limit = self.members.shape[1]
        places = {row.tobytes(): number for number, row in enumerate(self.members)}
        wide = np.pad(
            members.astype(np.int32), ((0, 0), (0, limit - members.shape[1])), constant_values=-1
        )
        return np.array([places[row.tobytes()] for row in wide], dtype=np.intp)


@dataclass(frozen=True, slots=True)
class ChosenGroups:
    """A partition out of a collection, and how good the best one can be."""

    chosen: Labels  # which columns
    loss: float  # their sum
    bound: float  # no choice out of these columns has a smaller sum


def make_candidates(X: Matrix, *collections: Members) -> CandidateGroups:
    """Put groups together, each once, and compute their losses.

    Examples
    --------
    >>> X = np.array([[0.0], [2.0], [4.0]])
    >>> found = make_candidates(X, np.array([[1, 0, -1], [0, 1, 2]]), np.array([[0, 1, -1]]))
    >>> found.members.tolist(), found.costs.tolist()
    ([[0, 1, 2], [0, 1, -1]], [8.0, 2.0])
    """
    limit = max(collection.shape[1] for collection in collections)
    n = len(X)
    # −1 sorts behind the records while it is n.
    wide = [
        np.pad(np.where(one < 0, n, one), ((0, 0), (0, limit - one.shape[1])), constant_values=n)
        for one in collections
    ]
    members = np.unique(np.sort(np.concatenate(wide), axis=1), axis=0)
    members = np.where(members == n, -1, members).astype(np.int32)
    costs = [_losses(X, members[start : start + CHUNK]) for start in range(0, len(members), CHUNK)]
    return CandidateGroups(members, np.concatenate([np.zeros(0), *costs]))


def groups_of(labels: Labels) -> Members:
    """Return the groups of a partition as rows.

    Examples
    --------
    >>> groups_of(np.array([1, 0, 1, 0, 0])).tolist()
    [[1, 3, 4], [0, 2, -1]]
    """
    sizes = np.bincount(labels)
    order = np.argsort(labels, kind="stable")
    places = np.arange(len(labels)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    members = np.full((len(sizes), int(sizes.max())), -1, dtype=np.int32)
    members[labels[order], places] = order
    return members


def labels_from(members: Members, n: int) -> Labels:
    """Return the labels of a partition from its groups, numbered as they stand."""
    labels = np.full(n, -1, dtype=np.intp)
    rows, _ = np.nonzero(members >= 0)
    labels[members[members >= 0]] = rows
    return labels


class Relaxation:
    """The linear relaxation over a collection that grows.

    The groups must hold every one of n records at least once and contain a partition.
    """

    def __init__(self, columns: CandidateGroups, n: int) -> None:
        self._solver = make_solver(n)
        self._solver.setOptionValue("simplex_iteration_limit", ITERATIONS)
        self.add(columns)

    def add(self, columns: CandidateGroups) -> None:
        """Add groups."""
        _add_columns(self._solver, columns)

    def solve(self) -> Vector:
        """Return the dual value of each record; their sum is the least loss."""
        self._solver.run()
        return np.array(self._solver.getSolution().row_dual)


def choose(
    columns: CandidateGroups, start: Labels, *, looks: int, progress: Progress = quiet
) -> ChosenGroups:
    """Choose a partition of least loss, or the best that the work allows.

    Every record must be in a group of ``columns``, and ``start`` says which of them are a partition
    to begin with. The solver asks at fixed points of its work whether to go on, and is told to stop
    after so many ``looks``. Work, not seconds: the same answer everywhere. If ``progress``, which
    is called at each look, raises, the solver is stopped first.
    """
    n, n_columns = int(columns.members.max()) + 1, len(columns)
    solver = make_solver(n)
    _add_columns(solver, columns)
    kinds = np.ones(n_columns, dtype=np.uint8)
    solver.changeColsIntegrality(n_columns, np.arange(n_columns, dtype=np.int32), kinds)
    solver.setOptionValue("mip_rel_gap", GAP)
    solver.setOptionValue("mip_abs_gap", 0.0)
    solver.setSolution(len(start), start.astype(np.int32), np.ones(len(start)))
    _run_within(solver, looks, progress)
    values = np.array(solver.getSolution().col_value)
    chosen = np.flatnonzero(values > 0.5)
    loss = float(columns.costs[chosen].sum())
    known = float(columns.costs[start].sum())
    # A solver that was cut short, or rounds, must not give up what was there.
    entries = columns.members[chosen]
    if loss > known or not np.array_equal(np.sort(entries[entries >= 0]), np.arange(n)):
        chosen, loss = start, known
    # All losses are at least 0, whatever the solver has got to.
    return ChosenGroups(chosen, loss, min(loss, max(0.0, float(solver.getInfo().mip_dual_bound))))


def _run_within(solver: Any, looks: int, progress: Progress) -> None:
    """Run a programme for a number of looks; what the listener raises is raised here."""
    raised = list[BaseException]()
    looked = count(1)

    def look(event: Any) -> None:
        try:
            progress(0.0)
        except BaseException as stop:
            raised.append(stop)
        if raised or next(looked) >= looks:
            event.interrupt()

    solver.cbMipInterrupt.subscribe(look)
    solver.run()
    if raised:
        raise raised[0]


def _losses(X: Matrix, members: Members) -> Vector:
    """Return the loss of each group."""
    costs = np.zeros(len(members))
    sizes = (members >= 0).sum(axis=1)
    for size in np.unique(sizes):
        rows = np.flatnonzero(sizes == size)
        records = X[members[rows, :size]]
        costs[rows] = ((records - records.mean(axis=1, keepdims=True)) ** 2).sum(axis=(1, 2))
    return costs


def _add_columns(solver: Any, columns: CandidateGroups) -> None:
    count = len(columns)
    is_record = columns.members >= 0
    entries = columns.members[is_record]
    sizes = is_record.sum(axis=1)
    starts = (np.cumsum(sizes) - sizes).astype(np.int32)
    solver.addCols(
        count,
        columns.costs,
        np.zeros(count),
        np.full(count, solver.getInfinity()),
        len(entries),
        starts,
        entries,
        np.ones(len(entries)),
    )


def make_solver(n: int) -> Any:
    """Return a silent HiGHS with a row for each record, or say how to get it.

    One thread, one seed and limits that count work: the same answer everywhere.
    """
    try:
        highspy: Any = import_module("highspy")
    except ImportError:
        raise RequestError(
            "'polish' and the relaxed bound need HiGHS, which is not installed. "
            "Run pip install 'covey[solver]'."
        ) from None
    solver = highspy.Highs()
    options = {"output_flag": False, "threads": 1, "parallel": "off", "random_seed": 0}
    for name, value in options.items():
        solver.setOptionValue(name, value)
    no_entries = np.zeros(0, dtype=np.int32)
    starts = np.zeros(n, dtype=np.int32)
    solver.addRows(n, np.ones(n), np.ones(n), 0, starts, no_entries, np.zeros(0))
    return solver
