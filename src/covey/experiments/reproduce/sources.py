"""The data of the papers, by the names that published.csv gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from covey.core.arrays import Matrix
from covey.datasets import SIMULATORS, benchmark_columns, load, make_tree
from covey.experiments.reproduce.rows import SIMULATED

if TYPE_CHECKING:
    import polars as pl

OWN_MOMENTS = {
    "uniform-4800x16": {"high": 40_000.0},
    "normal-1560x16": {"mean": 500.0, "deviation": 150.0},
}
"""The two small sets of 000 have a range and moments of their own."""

MONTHLY = "eia-monthly"
"""EIA as 003 describes it: the month in the place of the utility's number."""

TREE_SETS = {"sim-1": 8, "sim-2": 16, "sim-3": 22}
"""The tree-dependent sets of 002, by their number of variables."""


def load_matrix(dataset: str, seed: int) -> Matrix:
    """Return the columns of a data set on which its paper computes, in original units.

    Its name is that of a reference set, or ``normal-1560x16``, ``sim-1``, ``binary-sibling-5000``
    and the like.
    """
    return np.ascontiguousarray(_load(dataset, seed).to_numpy(), dtype=np.float64)


def _load(dataset: str, seed: int) -> pl.DataFrame:
    if dataset == MONTHLY:
        return load("eia").select("MONTH", *benchmark_columns("eia")[1:])
    if dataset in TREE_SETS:
        return make_tree(TREE_SETS[dataset], seed=seed)
    if (found := SIMULATED.fullmatch(dataset)) is None:
        return load(dataset).select(benchmark_columns(dataset))
    model, _, kind = found["family"].partition("-")
    n_records = int(found["records"])
    size = (kind, n_records) if kind else (n_records, int(found["variables"]))
    return SIMULATORS[model](*size, seed, **OWN_MOMENTS.get(dataset, {}))
