"""The tables that are grouped: simulated ones of any size, and the literature's reference sets."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

REFERENCE_SETS = ("tarragona", "census", "eia")
N_OUTLIERS = 10
N_VALUES = 3
"""Different values of a column that is full of ties."""


def make_table(kind: str, n: int, p: int) -> Matrix:
    """Return a table, the same one for the same kind and size; a reference set has its own."""
    return reference(kind) if kind in REFERENCE_SETS else SIMULATED[kind](n, p)


def reference(name: str) -> Matrix:
    """Return the benchmark columns of a reference set as z-scores."""
    from covey.datasets import benchmark_columns, load

    X = load(name).select(benchmark_columns(name)).to_numpy().astype(np.float64)
    return np.ascontiguousarray((X - X.mean(axis=0)) / X.std(axis=0))


def normal(n: int, p: int) -> Matrix:
    """Return independent normal numbers."""
    return np.random.default_rng(0).normal(size=(n, p))


def identical(n: int, p: int) -> Matrix:
    """Return the same record n times."""
    return np.ones((n, p))


def cluster_and_outliers(n: int, p: int) -> Matrix:
    """Return one dense cluster, and a few records far from it and from each other."""
    X = normal(n, p)
    X[:: max(1, n // N_OUTLIERS)] *= 1e6
    return X


def ties(n: int, p: int) -> Matrix:
    """Return columns of three different values each."""
    return np.random.default_rng(0).integers(0, N_VALUES, size=(n, p)).astype(np.float64)


SIMULATED: dict[str, Callable[[int, int], Matrix]] = {
    "normal": normal,
    "identical": identical,
    "cluster and outliers": cluster_and_outliers,
    "ties": ties,
}
