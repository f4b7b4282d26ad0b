"""How strongly variables depend on each other, the tree of it, and the subsets that it proposes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.encoding import scale
from covey.core.settings import Metric

Counts: TypeAlias = NDArray[np.int64]

_DIGITS = 10
"""Weights are rounded, so that equal ones tie and rounding errors choose no edge."""

_DENSE = 1 << 20
"""Tables of two variables with at most this many cells are counted cell by cell."""


def emim(joint: Vector, expected: Vector) -> float:
    """Return the expected mutual information measure, with natural logarithms.

    Σ P(a, b) · log(P(a, b) / (P(a) P(b))), over the cells that hold a record. ``joint`` is the
    share P(a, b) of each such cell, ``expected`` its P(a) · P(b).
    """
    return float((joint * np.log(joint / expected)).sum())


def chi2(joint: Vector, expected: Vector) -> float:
    """Return Σ (P(a, b) − P(a) P(b))² / (P(a) P(b)), over all cells.

    An empty cell adds its P(a) P(b), and those of all cells add up to one.
    """
    occupied = np.square(joint - expected) / expected
    return float(occupied.sum() + (1.0 - expected.sum()))


CELL_METRICS: dict[Metric, Callable[[Vector, Vector], float]] = {"emim": emim, "chi2": chi2}
"""Metrics on categories. The third, correlation, takes the values as they are."""


def dependence(codes: tuple[Labels, ...], metric: Metric, dense: int = _DENSE) -> Matrix:
    """Return the weight of each pair of variables from their categories, numbered from 0.

    The matrix is symmetric, with none negative and zeros on the diagonal. Two variables with at
    most ``dense`` cells are counted cell by cell, which changes the time alone.
    """
    weigh = CELL_METRICS[metric]
    n, marginals = len(codes[0]), [np.bincount(code) for code in codes]
    weights = np.zeros((len(codes), len(codes)))
    for i, j in combinations(range(len(codes)), 2):
        p, q = len(marginals[i]), len(marginals[j])
        rows, columns, counts = _cells(codes[i], codes[j], p, q, dense)
        expected = (marginals[i][rows] / n) * (marginals[j][columns] / n)
        weights[i, j] = weights[j, i] = weigh(counts / n, expected)
    return _settled(weights)


def correlation(X: Matrix) -> Matrix:
    """Return the size of the correlation of each pair of variables, whatever its sign.

    For normal variables the mutual information is −½ log(1 − r²), which grows with it: both have
    the same maximum spanning tree.
    """
    Z = scale(X, "zscore")
    weights = np.abs(Z.T @ Z) / len(Z)
    np.fill_diagonal(weights, 0.0)
    return _settled(np.minimum(weights, 1.0))


def _settled(weights: Matrix) -> Matrix:
    return np.maximum(np.round(weights, _DIGITS), 0.0)


def _cells(
    first: Labels, second: Labels, p: int, q: int, dense: int
) -> tuple[Counts, Counts, Counts]:
    """Return row, column and number of records of the cells that hold any."""
    places = first * q + second
    if p * q <= dense:
        every = np.bincount(places)
        cells = np.flatnonzero(every)
        counts = every[cells]
    else:  # narrow intervals: most of the cells are empty
        cells, counts = np.unique(places, return_counts=True)
    return cells // q, cells % q, counts


MOST_SUBSETS = 1_000
"""Ties in degree may allow millions of subsets; no more than these are tried."""


def maximum_spanning_tree(weights: Matrix) -> list[tuple[int, int]]:
    """Return the edges of the spanning tree of a complete graph whose weights add up to most.

    Kruskal's algorithm: the heaviest edge that closes no circle, again and again. Equal weights go
    to the lowest pair of indices, and weights of zero join what depends on nothing.
    """
    first, second = np.triu_indices(len(weights), k=1)
    order = np.lexsort((second, first, -weights[first, second]))
    component = list(range(len(weights)))
    edges = []
    for i, j in zip(first[order].tolist(), second[order].tolist(), strict=True):
        if component[i] != component[j]:
            joined, kept = component[j], component[i]
            component = [kept if part == joined else part for part in component]
            edges.append((i, j))
    return edges


@dataclass(frozen=True, slots=True)
class Ranked:
    """Nodes by degree, as far as a number of them goes."""

    certain: tuple[int, ...]  # with a degree so high that every subset holds them
    tied: tuple[int, ...]  # where ties leave the choice, or as many as can be tried
    n_tied: int  # before that

    def subsets(self, count: int) -> list[tuple[int, ...]]:
        """Return the subsets of that size that ties allow, the lowest indices first."""
        rest = combinations(self.tied, count - len(self.certain))
        return sorted(tuple(sorted((*self.certain, *some))) for some in rest)


def rank(edges: list[tuple[int, int]], weights: Matrix, count: int) -> Ranked:
    """Say which nodes have the highest degrees, and where ties leave a choice.

    Where the ties would allow more than a thousand subsets, the tied nodes whose edges weigh most
    are kept, as many as stay below that; then the lowest indices.
    """
    ends = np.ravel(edges).astype(np.intp)
    degrees = np.bincount(ends, minlength=len(weights))
    at_ends = np.repeat([weights[edge] for edge in edges], 2)
    strengths = np.bincount(ends, at_ends, minlength=len(weights))
    last = np.sort(degrees)[-count]
    certain = np.flatnonzero(degrees > last)
    tied = np.flatnonzero(degrees == last)
    needed, kept = count - len(certain), len(tied)
    while math.comb(kept, needed) > MOST_SUBSETS:
        kept -= 1
    by_strength = tied[np.lexsort((tied, -strengths[tied]))]
    return Ranked(tuple(certain.tolist()), tuple(sorted(by_strength[:kept].tolist())), len(tied))
