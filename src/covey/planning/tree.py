"""The dependence tree, and the subsets of variables that its degrees leave to try."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector

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


def degrees_of(edges: list[tuple[int, int]], n_nodes: int) -> NDArray[np.intp]:
    """Return the number of edges at each node."""
    return np.bincount(np.ravel(edges).astype(np.intp), minlength=n_nodes)


def strengths_of(edges: list[tuple[int, int]], weights: Matrix) -> Vector:
    """Return the sum of the weights of the edges at each node."""
    strengths = np.zeros(len(weights))
    for i, j in edges:
        strengths[i] += weights[i, j]
        strengths[j] += weights[i, j]
    return strengths


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


def rank(degrees: NDArray[np.intp], strengths: Vector, count: int) -> Ranked:
    """Say which nodes have the highest degrees, and where ties leave a choice.

    Where the ties would allow more than a thousand subsets, the tied nodes whose edges weigh most
    are kept, as many as stay below that; then the lowest indices.
    """
    last = np.sort(degrees)[-count]
    certain = np.flatnonzero(degrees > last)
    tied = np.flatnonzero(degrees == last)
    needed, kept = count - len(certain), len(tied)
    while math.comb(kept, needed) > MOST_SUBSETS:
        kept -= 1
    by_strength = tied[np.lexsort((tied, -strengths[tied]))]
    return Ranked(tuple(certain.tolist()), tuple(sorted(by_strength[:kept].tolist())), len(tied))
