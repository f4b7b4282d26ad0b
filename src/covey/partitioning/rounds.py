"""Rounds in which groups form: what a method asks for, and how the CPU computes it.

A method states its rounds as a value. A backend computes them: the one here keeps the records in
cells (`covey.kernels.cells`), which no method knows of. Another one, on a GPU, is a function with
the signature of `form_in_cells`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from covey.core.arrays import Labels, Matrix, Vector
from covey.kernels.cells import Cells, in_slices, make_cells
from covey.kernels.growth import rounds_of_growth
from covey.kernels.mdav import rounds_of_nearest
from covey.kernels.pool import SLICE
from covey.kernels.units import make_units
from covey.kernels.variable_size import rounds_of_neighbours, rounds_of_variable_size

Growth: TypeAlias = Literal[
    "nearest", "nearest-to-mean", "nearest-to-mean-variable", "nearest-to-member", "neighbourhood"
]
"""Which records join the first of a group. Ties go to the lowest index.

- ``nearest``: its k − 1 nearest.
- ``nearest-to-mean``: one by one, the nearest to the mean of those taken so far, up to k.
- ``nearest-to-mean-variable``: the same, then on to at most 2k − 1 where that costs less.
- ``nearest-to-member``: its k − 1 nearest, then on to at most 2k − 1 the nearest to any member,
  while that is nearer than gamma times its distance to the next unassigned record.
- ``neighbourhood``: its k − 1 nearest, then each of the next k that is nearer to the mean of the
  group than gamma times its distance to the mean of its own k nearest.
"""


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds of a method, without a word on how they are computed.

    Each forms a group around the record farthest from the centre. A second group of the round
    forms around the record farthest from that one. With units, rounds end when fewer than k of
    them have records without a group.
    """

    k: int
    limit: int  # rounds go on while at least so many records have no group
    per_round: int = 1  # groups that a round forms, 1 or 2; two are of ``nearest`` records
    centre: Vector | None = None  # None: the centroid of what is left, each round anew
    growth: Growth = "nearest"
    gamma: float = 0.0  # how readily a group of variable size grows
    units: Labels | None = None  # of each record; the first k of a group are of different ones


Backend: TypeAlias = Callable[[Matrix, Labels, Rounds], Iterator[int]]
"""Carries out rounds: writes groups to labels that are all unassigned, numbered from 0 in their
order, and yields now and then how many records are left."""

_Slice: TypeAlias = Callable[[Cells], None]
"""Does some rounds on records in cells, within a budget."""


def form_in_cells(X: Matrix, labels: Labels, rounds: Rounds, budget: int = SLICE) -> Iterator[int]:
    """Carry out rounds on the CPU; yield how many records are left.

    The budget is the coordinate operations between two reports; it changes nothing else.
    """
    cells = make_cells(X, labels, rounds.centre, make_units(rounds.units))
    some_rounds = _SLICES[rounds.growth](X, rounds, budget)
    return in_slices(
        cells, some_rounds, size=rounds.k, at_once=rounds.per_round, limit=rounds.limit
    )


def _nearest(_X: Matrix, rounds: Rounds, budget: int) -> _Slice:
    return lambda cells: rounds_of_nearest(cells, rounds.k, rounds.per_round, rounds.limit, budget)


def _nearest_to_mean(X: Matrix, rounds: Rounds, budget: int) -> _Slice:
    totals = np.empty((4, X.shape[1]))
    is_variable = rounds.growth == "nearest-to-mean-variable"
    trial = np.empty(rounds.k, dtype=np.int64) if is_variable else None
    return lambda cells: rounds_of_growth(cells, rounds.k, totals, trial, budget)


def _nearest_to_member(_X: Matrix, rounds: Rounds, budget: int) -> _Slice:
    k, gamma = rounds.k, rounds.gamma
    group, outsiders = np.empty((2, 2 * k - 1), dtype=np.int64)
    gaps = np.empty(2 * k - 1)
    return lambda cells: rounds_of_variable_size(cells, k, gamma, group, gaps, outsiders, budget)


def _neighbourhood(X: Matrix, rounds: Rounds, budget: int) -> _Slice:
    k, gamma = rounds.k, rounds.gamma
    neighbours = np.empty(2 * k - 1, dtype=np.int64)
    total = np.empty((2, X.shape[1]))
    return lambda cells: rounds_of_neighbours(cells, k, gamma, total, neighbours, budget)


_SLICES: dict[Growth, Callable[[Matrix, Rounds, int], _Slice]] = {
    "nearest": _nearest,
    "nearest-to-mean": _nearest_to_mean,
    "nearest-to-mean-variable": _nearest_to_mean,
    "nearest-to-member": _nearest_to_member,
    "neighbourhood": _neighbourhood,
}
