"""How strongly two variables depend on each other: the weights of the dependence graph."""

from __future__ import annotations

from collections.abc import Callable
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


def dependence(codes: tuple[Labels, ...], metric: Metric) -> Matrix:
    """Return the weight of each pair of variables from their categories, numbered from 0.

    The matrix is symmetric, with none negative and zeros on the diagonal.
    """
    weigh = CELL_METRICS[metric]
    n, marginals = len(codes[0]), [np.bincount(code) for code in codes]
    weights = np.zeros((len(codes), len(codes)))
    for i, j in combinations(range(len(codes)), 2):
        rows, columns, counts = _cells(codes[i], codes[j], len(marginals[i]), len(marginals[j]))
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


def _cells(first: Labels, second: Labels, p: int, q: int) -> tuple[Counts, Counts, Counts]:
    """Return row, column and number of records of the cells that hold any."""
    places = first * q + second
    if p * q <= _DENSE:
        every = np.bincount(places)
        cells = np.flatnonzero(every)
        counts = every[cells]
    else:  # narrow intervals: most of the cells are empty
        cells, counts = np.unique(places, return_counts=True)
    return cells // q, cells % q, counts
