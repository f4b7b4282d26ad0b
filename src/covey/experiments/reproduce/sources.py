"""The data of the papers, by the names that published.csv gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from covey.core.arrays import Matrix
from covey.datasets import (
    benchmark_columns,
    load,
    make_binary,
    make_normal,
    make_tree,
    make_uniform,
)
from covey.experiments.reproduce.rows import SIMULATED

if TYPE_CHECKING:
    import polars as pl

OWN_HIGH = {"uniform-4800x16": 40_000.0}
OWN_MOMENTS = {"normal-1560x16": (500.0, 150.0)}
"""The two small sets of 000 have a range and moments of their own."""

_BINARY: dict[str, Literal["sibling", "unrelated"]] = {
    "binary-sibling": "sibling",
    "binary-unrelated": "unrelated",
}

MONTHLY = "eia-monthly"
"""EIA as 003 describes it: the month in the place of the utility's number."""


TREE_SETS = {"sim-1": 8, "sim-2": 16, "sim-3": 22}
"""The tree-dependent sets of 002, by their number of variables."""


def load_matrix(dataset: str, seed: int) -> Matrix:
    """Return the columns of a data set on which its paper computes, in original units.

    Parameters
    ----------
    dataset : str
        The name of a reference set, or ``normal-1560x16``, ``sim-1``, ``binary-sibling-5000`` and
        the like.
    seed : int
        Of simulated sets.
    """
    if dataset == MONTHLY:
        return _as_matrix(load("eia").select("MONTH", *benchmark_columns("eia")[1:]))
    if dataset in TREE_SETS:
        return _as_matrix(make_tree(TREE_SETS[dataset], seed=seed))
    if (size := SIMULATED.fullmatch(dataset)) is None:
        return _as_matrix(load(dataset).select(benchmark_columns(dataset)))
    return _as_matrix(_draw(dataset, size["family"], int(size["records"]), size["variables"], seed))


def _draw(dataset: str, family: str, n: int, variables: str | None, seed: int) -> pl.DataFrame:
    if variables is None:
        return make_binary(_BINARY[family], n, seed)
    if family == "normal":
        mean, deviation = OWN_MOMENTS.get(dataset, (0.0, 0.05))
        return make_normal(n, int(variables), seed, mean=mean, deviation=deviation)
    return make_uniform(n, int(variables), seed, high=OWN_HIGH.get(dataset, 1000.0))


def _as_matrix(frame: pl.DataFrame) -> Matrix:
    return np.ascontiguousarray(frame.to_numpy(), dtype=np.float64)
