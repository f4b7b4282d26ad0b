"""MDAV-generic as one would write it at once: in numpy, and as a plain loop for numba."""

from __future__ import annotations

import numpy as np
from numba import njit


def numpy_mdav(X: np.ndarray, k: int) -> np.ndarray:
    """MDAV-generic as one would write it in numpy."""
    labels = np.full(len(X), -1)
    rows = np.arange(len(X))
    group = 0

    def take(seed: int) -> None:
        nonlocal rows, group
        distances = np.square(X[rows] - X[seed]).sum(axis=1)
        distances[rows == seed] = -1.0
        labels[rows[np.argsort(distances, kind="stable")[:k]]] = group
        rows = rows[labels[rows] < 0]
        group += 1

    def farthest(point: np.ndarray) -> int:
        return int(rows[np.argmax(np.square(X[rows] - point).sum(axis=1))])

    while len(rows) >= 3 * k:
        r = farthest(X[rows].mean(axis=0))
        take(r)
        take(farthest(X[r]))
    if len(rows) >= 2 * k:
        take(farthest(X[rows].mean(axis=0)))
    labels[rows] = group
    return labels


@njit(cache=True)
def _distance(X, row, point):
    total = 0.0
    for j in range(X.shape[1]):
        total += (X[row, j] - point[j]) ** 2
    return total


@njit(cache=True)
def _farthest(X, rows, point):
    best, found = -1.0, -1
    for row in rows:
        distance = _distance(X, row, point)
        if distance > best:
            best, found = distance, row
    return found


@njit(cache=True)
def _take(X, rows, seed, k, labels, group, total):
    """Give a record and its nearest the same label; return the others and the farthest of all."""
    nearest = np.empty(k, np.float64)
    members = np.empty(k, np.int64)
    n_found = 0
    best, farthest = -1.0, -1
    for row in rows:
        distance = -1.0 if row == seed else _distance(X, row, X[seed])
        if distance > best:
            best, farthest = distance, row
        if n_found == k and distance >= nearest[k - 1]:
            continue
        place = min(n_found, k - 1)
        while place > 0 and nearest[place - 1] > distance:
            nearest[place], members[place] = nearest[place - 1], members[place - 1]
            place -= 1
        nearest[place], members[place] = distance, row
        n_found = min(k, n_found + 1)
    for row in members:
        labels[row] = group
        total -= X[row]
    return rows[labels[rows] < 0], farthest


@njit(cache=True)
def simple_mdav(X, k):
    """MDAV-generic as a plain loop over the rows, with no trick but a running sum."""
    n, p = X.shape
    labels = np.full(n, -1)
    rows = np.arange(n)
    total = np.zeros(p)
    for row in range(n):
        total += X[row]
    group = 0
    while len(rows) >= 3 * k:
        r = _farthest(X, rows, total / len(rows))
        rows, s = _take(X, rows, r, k, labels, group, total)
        rows, _ = _take(X, rows, s, k, labels, group + 1, total)
        group += 2
    if len(rows) >= 2 * k:
        r = _farthest(X, rows, total / len(rows))
        rows, _ = _take(X, rows, r, k, labels, group, total)
        group += 1
    for row in rows:
        labels[row] = group
    return labels


YARDSTICKS = {"numpy loop": numpy_mdav, "simple kernel": simple_mdav}
