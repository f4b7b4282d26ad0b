"""The search, then the best partition out of the groups that it met and others like them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, Vector, in_order, squares_within
from covey.core.interrupts import Stoppable
from covey.core.method import Grouped
from covey.core.parallel import run_all
from covey.core.progress import Progress, part, quiet
from covey.core.refiner import Terms, refiner
from covey.refining.chain import Chain, Falling
from covey.refining.pricing import measure_distances, price_groups, relax
from covey.refining.search import Closeness, Distinct, Neighbours, pose, run_chains, search
from covey.refining.setpartition import (
    CandidateGroups,
    ChosenGroups,
    Members,
    Relaxation,
    choose,
    groups_of,
    labels_from,
    make_candidates,
    make_solver,
)
from covey.refining.windows import Windows

CAPACITY = 20
"""Groups that a chain collects for each record, at most."""

MOST_COLLECTED = 200_000
"""Groups that it collects in all: each window looks through them."""

WINDOW = 220
"""Records of a window, about."""

PASSES = 2
"""How often windows go over the table; if the first ones gain nothing, once is enough."""

ROUNDS = 30
"""How often groups are looked for beyond those that were met, at most."""

LARGEST_PRICED = 6
"""Up to this k groups are looked for beyond those that were met: the search for them is exhaustive,
and hopeless in larger groups."""

WORK = 50_000
"""Records that are looked at for each record in each round, at most."""

ROOM = 40
"""Groups that are looked for from each record once the relaxation is solved."""

CHOICES = 12
"""Groups to choose from for each record: those of lowest reduced cost."""

LOOKS = 100
"""How often a programme asks whether to go on, at most."""

PROGRAMMES = 1e8
"""Differences of two coordinates that take about as long as the programmes do, for each record; it
only serves to tell people how long to wait."""

ROUNDING = 1e-6
"""A gap or a gain below this share of the loss of a window is none."""


@dataclass(frozen=True, slots=True)
class Programme:
    """Groups to choose from, and whether others may be added."""

    X: Matrix
    columns: CandidateGroups
    k: int
    is_open: bool
    window: int = WINDOW
    choices: int = CHOICES


@dataclass(slots=True)
class PolishTally:
    """What the manifest says of all windows together."""

    is_stopped: bool = False
    n_windows: int = 0
    n_columns: int = 0
    n_proven: int = 0
    largest_gap: float = 0.0

    def add(self, choice: ChosenGroups, n_columns: int) -> None:
        """Count a window."""
        gap = (choice.loss - choice.bound) / choice.loss if choice.loss > 0.0 else 0.0
        self.n_windows += 1
        self.n_columns += n_columns
        self.n_proven += gap <= 2.0 * ROUNDING
        self.largest_gap = max(self.largest_gap, gap)


def _work(n: int, p: int, k: int, effort: float) -> float:
    searched = 0.0 if search.work is None else search.work(n, p, k, effort)
    return searched + (PROGRAMMES * n if k <= LARGEST_PRICED else 0.0)


@refiner(
    "polish",
    summary="The search, then the best choice out of many groups by integer programming (HiGHS).",
    reference=(
        "Covey; column generation for clustering after O. du Merle, P. Hansen, B. Jaumard and "
        "N. Mladenovic (2000), An interior point algorithm for minimum sum-of-squares clustering, "
        "SIAM Journal on Scientific Computing 21(4), 1485-1505"
    ),
    work=_work,
)
def polish(
    X: Matrix,
    labels: Labels,
    terms: Terms,
    window: int = WINDOW,
    *,
    neighbours: Neighbours = 10,
    distinct: Distinct = None,
    closeness: Closeness = None,
) -> Grouped:
    """Lower the loss by the search, and then by choosing among groups."""
    # A solver that is not installed is reported before the search, not after.
    make_solver(1)
    demands, k, progress = (distinct, closeness), terms.k, terms.progress
    first = replace(terms, progress=part(progress, 0.0, 0.03))
    posed = pose(X, labels, first, neighbours, demands)
    problem = replace(posed, capacity=min(CAPACITY * len(X), MOST_COLLECTED))
    second = replace(terms, progress=part(progress, 0.03, 0.3))
    found, chains, is_stopped = run_chains(problem, labels, second)
    tally = PolishTally(is_stopped=is_stopped)
    if not is_stopped:
        # A demand, or k units, was checked for groups that were met, and for no others.
        is_open = problem.demand is None and problem.units is None and k <= LARGEST_PRICED
        columns = _columns_collected(problem.X, found, chains)
        programme = Programme(problem.X, columns, k, is_open, window)
        found, tally = polish_windows(
            programme, found, terms.resources.workers, part(progress, 0.3, 1.0)
        )
    return Grouped(found, {"effort": terms.effort, **asdict(tally)})


def polish_windows(
    programme: Programme, labels: Labels, workers: int, progress: Progress
) -> tuple[Labels, PolishTally]:
    """Choose anew in one window after the other; return the partition and what was done."""
    tally = PolishTally()
    falling = Falling(programme.X)
    settled = set[bytes]()
    done = 0.0
    with Stoppable() as run:
        for number in range(PASSES):
            before = squares_within(programme.X, labels)
            windows = Windows(programme.X, programme.window)
            while batch := windows.next_batch(labels):
                share = (number + windows.share) / PASSES
                batch = [inside for inside in batch if _state(labels, inside) not in settled]
                jobs = [partial(choose_within, programme, labels, inside) for inside in batch]
                # Progress counts windows that are done: the time of one is not known before.
                found = run_all(jobs, workers=workers, progress=part(progress, done, done))
                done = share
                labels = _renewed(labels, batch, found)
                for inside, (choice, columns) in zip(batch, found, strict=True):
                    tally.add(choice, len(columns))
                    settled.add(_state(labels, inside))
                progress(done, falling.to(squares_within(programme.X, labels)))
            if squares_within(programme.X, labels) >= before * (1.0 - ROUNDING):
                break
    tally.is_stopped = run.is_stopped
    return labels, tally


def choose_within(
    programme: Programme, labels: Labels, inside: NDArray[np.bool_], progress: Progress = quiet
) -> tuple[ChosenGroups, CandidateGroups]:
    """Choose anew for the records of some groups; records are counted within the window."""
    X = programme.X[inside]
    # The last entry stands for the −1 behind the records of a group.
    numbers = np.append(np.cumsum(inside) - 1, -1)
    met = numbers[programme.columns.within(inside).members].astype(np.int32)
    present = groups_of(in_order(labels[inside]))
    columns, worth = _candidates(programme, X, make_candidates(X, met, present), present, progress)
    start = columns.positions(present)
    loss = float(columns.costs[start].sum())
    gap = loss - float(worth.sum())
    if gap <= ROUNDING * loss:
        return ChosenGroups(start, loss, loss - max(0.0, gap)), columns
    # A group whose reduced cost is above the gap is in no better partition.
    reduced = columns.reduced(worth)
    reduced[start] = -np.inf
    ranking = np.argsort(reduced, kind="stable")[: programme.choices * len(X)]
    kept = np.sort(ranking[reduced[ranking] <= gap * (1.0 + ROUNDING)])
    columns = CandidateGroups(columns.members[kept], columns.costs[kept])
    return choose(columns, columns.positions(present), looks=LOOKS, progress=progress), columns


def _candidates(
    programme: Programme, X: Matrix, columns: CandidateGroups, present: Members, progress: Progress
) -> tuple[CandidateGroups, Vector]:
    """Return groups that a better partition may be made of, and the dual values of the records."""
    if not programme.is_open:
        return columns, Relaxation(columns, len(X)).solve()
    relaxed = relax(X, programme.k, columns, rounds=ROUNDS, work=WORK, progress=progress)
    columns, worth = relaxed.columns, relaxed.worth
    gap = float(columns.costs[columns.positions(present)].sum() - worth.sum())
    if gap <= 0.0:
        return columns, worth
    distances = measure_distances(X, programme.k)
    priced = price_groups(
        distances, worth, threshold=gap * (1.0 + ROUNDING), room=ROOM, work=WORK, progress=progress
    )
    return make_candidates(X, columns.members, priced.members), worth


def _state(labels: Labels, inside: NDArray[np.bool_]) -> bytes:
    """Return what tells one window with its groups from all others."""
    return np.concatenate([np.flatnonzero(inside), in_order(labels[inside])]).tobytes()


def _renewed(
    labels: Labels,
    batch: Sequence[NDArray[np.bool_]],
    found: Sequence[tuple[ChosenGroups, CandidateGroups]],
) -> Labels:
    """Return the labels with what was chosen in windows that have no group in common."""
    labels = labels.copy()
    for inside, (choice, columns) in zip(batch, found, strict=True):
        fresh = labels_from(columns.members[choice.chosen], int(inside.sum()))
        labels[inside] = labels.max() + 1 + fresh
    return in_order(labels)


def _columns_collected(X: Matrix, found: Labels, chains: Sequence[Chain]) -> CandidateGroups:
    """Return the groups that chains collected, and those of the best partition."""
    collections = [groups_of(found)]
    for chain in chains:
        if (collected := chain.collected) is None:
            continue
        n_kept = int(collected.n_kept[0])
        members = collected.members[:n_kept]
        is_record = np.arange(members.shape[1]) < collected.sizes[:n_kept, None]
        collections.append(np.where(is_record, members, -1).astype(np.int32))
    return make_candidates(X, *collections)
