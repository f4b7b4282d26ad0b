"""One number for each record of several variables: where it stands on a single axis."""

from __future__ import annotations

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.magnitude import near_one

_ROUNDING = 16 * float(np.finfo(np.float64).eps)
"""What the rounding of one variable may change in a score, relative to the largest score."""

_MAX_SQUARINGS = 64
"""They raise a matrix to the power 2**64: beyond the digits that tell two eigenvalues apart."""


def principal_scores(X: Matrix) -> Vector:
    """Return the scores of the records on the first principal component of X.

    The covariance matrix is X's own: variables on different scales should be scaled first. The
    sign of a principal component means nothing, so the record farthest from the mean gets a
    positive score (of several, the one with the lowest index): neither the order of the variables
    nor a library's habit decides which end of the line comes first. One variable is its own
    principal component and is returned as it is. All sums have a fixed order, so the number of
    threads never matters.
    """
    if X.shape[1] == 1:
        return X[:, 0].copy()
    centred = np.asfortranarray(X - X[0])  # first what most records share: digits for the mean
    centred -= centred.mean(axis=0)
    direction = _dominant_direction(_products(centred))
    scores = _settled(_project(centred, direction), n_terms=X.shape[1])
    sizes = np.abs(scores)
    margin = _ROUNDING * X.shape[1] * float(sizes.max())
    outermost = int(np.argmax(sizes >= sizes.max() - margin))
    return -scores if scores[outermost] < 0.0 else scores


def zscore_sums(X: Matrix) -> Vector:
    """Return the sum of each record's z-scores; a constant variable adds nothing.

    One variable keeps its order and is returned as it is.
    """
    if X.shape[1] == 1:
        return X[:, 0].copy()
    scores = np.zeros(len(X))
    for j in range(X.shape[1]):
        column = X[:, j] - X[0, j]  # exactly zero where the variable is constant
        width = float(np.abs(column).max())
        if width > 0.0:
            column = near_one(column)  # its square can be represented
            column -= column.mean()
            scores += column / np.sqrt((column * column).mean())
    return _settled(scores, n_terms=X.shape[1])


def _products(centred: Matrix) -> Matrix:
    """Return the sums of products of all pairs of columns, without BLAS: threads change nothing."""
    p = centred.shape[1]
    products = np.empty((p, p))
    for j in range(p):
        for other in range(j + 1):
            products[j, other] = (centred[:, j] * centred[:, other]).sum()
            products[other, j] = products[j, other]
    return products


def _dominant_direction(S: Matrix) -> Vector:
    """Return a unit eigenvector of the largest eigenvalue of a covariance matrix.

    Squaring a matrix squares the ratios of its eigenvalues and keeps its eigenvectors: within few
    steps nothing but the largest is left, and any column is its eigenvector. Where two share the
    largest eigenvalue, the result is one of the directions between them. Zero for a zero matrix.
    """
    trace = float(np.trace(S))
    if trace == 0.0:
        return np.zeros(len(S))
    power = S / trace
    for _ in range(_MAX_SQUARINGS):
        before, power = power, np.einsum("ij,jk->ik", power, power, optimize=False)
        power /= np.trace(power)
        if np.abs(power - before).max() <= np.finfo(np.float64).eps:
            break
    column = power[:, int(np.argmax(np.diagonal(power)))]
    length = float(np.sqrt((column * column).sum()))
    return np.asarray(column / length, dtype=np.float64)


def _project(centred: Matrix, direction: Vector) -> Vector:
    scores = np.zeros(len(centred))
    for j, weight in enumerate(direction):
        scores += centred[:, j] * weight
    return scores


def _settled(scores: Vector, *, n_terms: int) -> Vector:
    """Make scores equal that differ by no more than rounding, so that ties stay ties.

    Records like (1, 2) and (2, 1) may have the same place on the axis; the last digit of a sum
    must not decide which of them comes first.
    """
    order = np.argsort(scores, kind="stable")
    ascending = scores[order]
    margin = _ROUNDING * n_terms * max(abs(ascending[0]), abs(ascending[-1]))
    is_new = np.diff(ascending, prepend=-np.inf) > margin
    settled = np.empty_like(scores)
    settled[order] = ascending[is_new][np.cumsum(is_new) - 1]
    return settled
