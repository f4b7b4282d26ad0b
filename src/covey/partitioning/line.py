"""Records on a line: sort them by a score, cut the row into runs of at least k.

On one variable the cuts are those of Hansen and Mukherjee. On several they are the same idea with
the squared error of all variables (J. Domingo-Ferrer, A. Martínez-Ballesté, J. M. Mateo-Sanz and
F. Sebé (2006), Efficient multivariate data-oriented microaggregation, The VLDB Journal 15(4),
355-369), on one ordering.
"""

from __future__ import annotations

from math import log2
from typing import Annotated, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.magnitude import divided, exponent_of
from covey.core.progress import Progress, quiet
from covey.kernels import runs
from covey.kernels import univariate as kernel
from covey.kernels.pool import SLICE as COORDINATES

SLICE = 5_000_000
"""Comparisons between two answers to an interrupt: some tens of milliseconds."""

Cuts: TypeAlias = Annotated[
    Literal["optimal", "fixed"],
    Field(
        description="Runs of k to 2k - 1 records with the least squared error, or blocks of k "
        "records whose last takes the rest."
    ),
]


def cut_line(
    scores: Vector,
    *,
    k: int,
    cuts: Cuts = "optimal",
    records: Matrix | None = None,
    progress: Progress = quiet,
) -> Labels:
    """Group records by runs of their scores in ascending order.

    Groups are numbered along the line. Records of equal score stand in the order of their index,
    which is what makes every tie go to the lowest. The squared error is that of all variables of
    ``records``; without them, or with one variable only, that of the scores, which must then be the
    variable.
    """
    order = np.argsort(scores, kind="stable")
    if cuts == "fixed":
        bounds = fixed_bounds(len(scores), k)
        progress(1.0)
    elif records is None or records.shape[1] == 1:
        bounds = optimal_bounds(scores[order], k, progress)
    else:
        bounds = optimal_row_bounds(records, order, k, progress)
    labels = np.empty(len(scores), dtype=np.intp)
    labels[order] = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    return labels


def line_work(n: int, p: int, k: int) -> float:
    """Estimate the work of a principal axis and optimal cuts; see `covey.core.registry.Work`.

    One variable is its own axis, and hardly minds a large k. The factor is measured: products and
    sums take half as long again as differences.
    """
    return n * log2(2 * k) if p == 1 else 1.5 * n * p * (k + p)


def fixed_bounds(n: int, k: int) -> NDArray[np.int64]:
    """Return where blocks of k start, and n; the last block takes the rest, up to 2k − 1.

    Examples
    --------
    >>> fixed_bounds(11, 3).tolist()
    [0, 3, 6, 11]
    """
    bounds = np.arange(n // k + 1, dtype=np.int64) * k
    bounds[-1] = n
    return bounds


def optimal_bounds(values: Vector, k: int, progress: Progress = quiet) -> NDArray[np.int64]:
    """Return where the runs of k to 2k − 1 ascending values with the least SSE start, and n.

    Examples
    --------
    >>> optimal_bounds(np.array([0.0, 0.1, 5.0, 5.1, 5.2, 9.0, 9.1]), 2).tolist()
    [0, 2, 5, 7]
    """
    n = len(values)
    values = to_unit_range(values)
    high, low = np.empty(n + 1), np.empty(n + 1)
    starts = np.empty(n + 1, dtype=np.int64)
    kernel.cut_first_runs(values, k, high, low, starts)
    block = 2 * k
    while block <= n:
        block = kernel.cut_further_runs(values, k, high, low, starts, block, SLICE)
        progress(min(block, n) / n)
    progress(1.0)
    return np.asarray(kernel.run_bounds(starts, n), dtype=np.int64)


def optimal_row_bounds(
    X: Matrix,
    order: NDArray[np.intp],
    k: int,
    progress: Progress = quiet,
    budget: int = COORDINATES,
) -> NDArray[np.int64]:
    """Return where the runs of k to 2k − 1 records of X[order] with the least SSE start, and n.

    The SSE is that of all variables: here the second one decides.

    Examples
    --------
    >>> X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 9.0], [3.0, 9.0], [4.0, 9.0]])
    >>> optimal_row_bounds(X, np.arange(5), 2).tolist()
    [0, 2, 5]
    """
    n = len(X)
    high, low = np.zeros(n + 1), np.zeros(n + 1)
    starts = np.zeros(n + 1, dtype=np.int64)
    end = k
    while end <= n:
        end = runs.cut_runs(X, order, k, high, low, starts, end, budget)
        progress(min(end, n) / n)
    return np.asarray(kernel.run_bounds(starts, n), dtype=np.int64)


def to_unit_range(values: Vector) -> Vector:
    """Multiply ascending values by the power of two that brings their range near one.

    It is exact and keeps squares within what floats can hold, one variable at a time: a table may
    hold one variable of 1e90 and another of 1e-90.
    """
    width = float(values[-1] - values[0])
    return values if width == 0.0 else divided(values, exponent_of(np.array(width)))
