"""How low the loss of any partition can be at best: bounds from below, each with its proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Labels, Matrix
from covey.core.bound import Bounding, LossBound
from covey.core.errors import RequestError
from covey.core.partition import Partition
from covey.core.progress import Progress, quiet
from covey.core.spelling import Setting
from covey.refining.pricing import relax
from covey.refining.setpartition import groups_of, make_candidates, make_solver

MOST_RECORDS = 2_000
"""The relaxation holds the distances of all pairs."""

ROUNDS = 60
"""How often groups are looked for, at most."""

WORK = 1_000_000
"""Records that are looked at for each record in each round, at most."""


ROUNDING = 1e-9
"""Share of a bound that is given up, so that no rounding makes it too high."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A loss that no partition is below, in the units of the table that it was computed from."""

    value: float
    is_solved: bool  # whether it is the value of the relaxation, and not only a bound of it
    n_columns: int  # groups that the relaxation came to hold
    n_rounds: int  # how often groups were looked for


def simple_bound(X: Matrix, k: int) -> float:
    """Return what each record with its k − 1 nearest costs at least, in all.

    Notes
    -----
    The loss of a group of m records is Σ d²(i, j) / 2m over its ordered pairs. So each record i of
    it has a share of the loss, Σ_j d²(i, j) / 2m, which is at least N(m − 1) / 2m, with N(q) the
    sum of its q smallest squared distances to other records. This grows with m: the next distance
    is at least the mean of those before, so N(m) ≥ N(m − 1) · m / (m − 1), and
    N(m) / (m + 1) ≥ N(m − 1) · m / (m² − 1) ≥ N(m − 1) / m. So N(k − 1) / 2k bounds the share of
    the record in a group of any size that is allowed.

    Examples
    --------
    >>> simple_bound(np.array([[0.0], [2.0], [9.0], [11.0]]), 2)
    4.0
    """
    from scipy.spatial import KDTree

    nearest, _ = KDTree(X).query(X, k=k)
    return float(np.square(nearest).sum() / (2 * k))


def check_bound(kind: Bounding, n: int) -> None:
    """Refuse, before long work begins, a bound that could not be computed after it."""
    if kind != "relaxed":
        return
    if n > MOST_RECORDS:
        raise RequestError(
            f"The relaxed bound is for tables of up to {MOST_RECORDS:,} records. Got {n:,}. "
            "Take the simple one: ",
            Setting("bound", "simple"),
            ".",
        )
    make_solver(1)


def relaxation_bound(
    X: Matrix,
    k: int,
    labels: Labels,
    *,
    rounds: int = ROUNDS,
    work: int = WORK,
    progress: Progress = quiet,
) -> Bound:
    """Return the linear relaxation of set partitioning over all groups, or a bound of it.

    It is for some 1,000 records. A good partition to begin with saves rounds; more rounds never
    lower the bound. ``work`` is how many records are looked at for each record in each round.

    Notes
    -----
    Let u be any numbers, one for each record, such that Σ u_i over the records of a group is at
    most the loss of the group, for every group of k to 2k − 1 records. Sum over the groups of a
    partition: Σ u_i is at most its loss. Larger groups need not be looked at, for splitting them
    never raises the loss. The relaxation over the groups at hand gives u; an exhaustive search
    finds the groups that break the rule, or, where its work is limited, a bound of by how much they
    do. Each group is looked for from one of its records, and taking from u of that record what the
    worst such group lacks restores the rule. So the sum is a valid bound after each round, and the
    best one is kept.
    """
    check_bound("relaxed", len(X))
    centred = X - X.mean(axis=0)
    columns = make_candidates(centred, groups_of(labels))
    relaxed = relax(centred, k, columns, rounds=rounds, work=work, progress=progress)
    value = max(relaxed.bound, simple_bound(centred, k) * (1.0 - ROUNDING))
    return Bound(value, relaxed.is_solved, len(relaxed.columns), relaxed.n_rounds)


def bound_simply(X: Matrix, partition: Partition, *, progress: Progress = quiet) -> LossBound:
    """Return the simple bound in percent of the whole variation."""
    value = simple_bound(X - X.mean(axis=0), partition.k)
    progress(1.0)
    return LossBound("simple", _percent(value * (1.0 - ROUNDING), X), partition.k, is_solved=True)


def bound_by_relaxation(
    X: Matrix, partition: Partition, *, progress: Progress = quiet
) -> LossBound:
    """Return the relaxed bound in percent of the whole variation."""
    found = relaxation_bound(X, partition.k, partition.labels, progress=progress)
    return LossBound("relaxed", _percent(found.value, X), partition.k, found.is_solved)


BOUNDS: dict[Bounding, Callable[..., LossBound]] = {
    "simple": bound_simply,
    "relaxed": bound_by_relaxation,
}
"""By name: each takes the records, a partition of them and by keyword ``progress``."""


def _percent(value: float, X: Matrix) -> float:
    total = float(np.square(X - X.mean(axis=0)).sum())
    return 100.0 * value / total if total > 0.0 else 0.0
