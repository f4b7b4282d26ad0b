"""Prototypes that learn from records: the moves of one level of PFSOM."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.errors import RequestError
from covey.core.legible import shown
from covey.kernels import pfsom as kernel

COINCIDENT = 0.1
"""Prototypes that are nearer than this, with records at a root mean square distance of one from
their centre, are one."""

Beat = Callable[[], None]
"""Called once for every move of the prototypes: progress is told, an interrupt gets through."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How prototypes learn: weights a·u^m + b·t^eta, until no prototype moves any more."""

    m: float = 1.5  # fuzziness of memberships, above 1
    eta: float = 1.5  # and of typicalities
    a: float = 1.0  # what memberships count for
    b: float = 1.0  # and typicalities; not both 0
    tolerance: float = 1e-3  # of a move, in root mean square distances to the records' centre
    max_iterations: int = 200  # of one level, with and without typicalities

    def __post_init__(self) -> None:
        for name in ("m", "eta"):
            value = getattr(self, name)
            if not (value > 1.0 and isfinite(value)):
                raise _refusal(name, "a number above 1", value)
        for name in ("a", "b", "tolerance"):
            value = getattr(self, name)
            if not (value >= 0.0 and isfinite(value)):
                raise _refusal(name, "a number of at least 0", value)
        if self.a == self.b == 0.0:
            raise _refusal("b", "above 0 where 'a' is 0", self.b)
        if self.max_iterations < 1:
            raise _refusal("max_iterations", "at least 1", self.max_iterations)


def learn(Z: Matrix, centres: Matrix, rule: Rule, beat: Beat) -> Matrix:
    """Let prototypes learn from memberships, then from memberships and typicalities.

    The scale of a typicality is taken in between and then held, as in possibilistic fuzzy c-means:
    taken anew at every move it would grow with the distances that it should judge, and all
    prototypes would run to the same place.
    """
    centres = learn_apart(Z, centres, rule, beat)
    if rule.b == 0.0:
        return centres
    scales = kernel.scales_of(Z, centres, rule.m)
    return _move_until_rest(Z, centres, scales, rule, (rule.a, rule.b), beat)


def learn_apart(Z: Matrix, centres: Matrix, rule: Rule, beat: Beat) -> Matrix:
    """Let prototypes learn from memberships alone, which keep them apart: fuzzy c-means."""
    return _move_until_rest(Z, centres, np.zeros(len(centres)), rule, (1.0, 0.0), beat)


def _move_until_rest(
    Z: Matrix, centres: Matrix, scales: Vector, rule: Rule, weights: tuple[float, float], beat: Beat
) -> Matrix:
    for _ in range(rule.max_iterations):
        beat()
        moved: Matrix = kernel.moved_centres(Z, centres, scales, rule.m, rule.eta, *weights)
        step = float(((moved - centres) ** 2).sum(axis=1).max())
        centres = moved
        if step <= rule.tolerance**2:
            break
    return centres


def spread_seeds(Z: Matrix, count: int) -> Matrix:
    """Return the record nearest to the centre, then each time the farthest from all before.

    Only distances count, so neither the order of the columns nor a translation matters. There are
    fewer than ``count`` where fewer records differ.
    """
    first = int(((Z - Z.mean(axis=0)) ** 2).sum(axis=1).argmin())
    seeds: Matrix = Z[kernel.spread_out(Z, first, count)]
    return seeds


def without_twins(Z: Matrix, centres: Matrix) -> Matrix:
    """Merge prototypes that coincide and drop those that are nearest to no record.

    A validity index would reward both: a twin adds compactness, an empty prototype separation.
    """
    mass = np.ones(len(centres))
    while len(centres) > 1:
        gaps = distances_between(centres)
        if gaps.min() > COINCIDENT**2:
            break
        centres, mass = _join(centres, mass, gaps)
    with_records: Matrix = centres[np.unique(kernel.nearest_centre(Z, centres))]
    return with_records


def joined(centres: Matrix, mass: Vector, count: int) -> Matrix:
    """Join prototypes down to a count, each time the pair that adds least to the sum of squares."""
    while len(centres) > count:
        cost = distances_between(centres) * np.outer(mass, mass) / np.add.outer(mass, mass)
        centres, mass = _join(centres, mass, cost)
    return centres


def _join(centres: Matrix, mass: Vector, cost: Matrix) -> tuple[Matrix, Vector]:
    """Replace the cheapest pair by its weighted mean; ties go to the lowest pair."""
    i, j = divmod(int(cost.argmin()), len(centres))
    total = mass[i] + mass[j]
    mean = (mass[i] * centres[i] + mass[j] * centres[j]) / total
    centres, mass = np.delete(centres, j, axis=0), np.delete(mass, j)
    centres[i], mass[i] = mean, total
    return centres, mass


def distances_between(centres: Matrix) -> Matrix:
    """Return the squared distances between prototypes, infinite to themselves."""
    squared: Matrix = ((centres[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
    np.fill_diagonal(squared, np.inf)
    return squared


def _refusal(name: str, rule: str, value: float) -> RequestError:
    return RequestError(f"'{name}' of PFSOM must be {rule}. Got {shown(value)}.")
