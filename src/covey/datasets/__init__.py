"""Tables to try Covey on: the literature's reference sets, a sample, and simulated ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from covey.datasets.binary import BINARY_TREE, make_binary
from covey.datasets.business import make_business
from covey.datasets.catalogue import DATASETS, Dataset, benchmark_columns
from covey.datasets.dependent import make_tree
from covey.datasets.independent import make_normal, make_uniform
from covey.datasets.loading import Place, file_of, load, locate
from covey.datasets.survey import make_survey
from covey.datasets.trees import DEFAULT_RECORDS, TREES, Tree

if TYPE_CHECKING:
    import polars as pl

__all__ = [
    "BINARY_TREE",
    "DATASETS",
    "DEFAULT_RECORDS",
    "SIMULATORS",
    "TREES",
    "Dataset",
    "Place",
    "Tree",
    "benchmark_columns",
    "file_of",
    "load",
    "locate",
    "make_binary",
    "make_business",
    "make_normal",
    "make_survey",
    "make_tree",
    "make_uniform",
]

SIMULATORS: Mapping[str, Callable[..., pl.DataFrame]] = MappingProxyType(
    {
        "uniform": make_uniform,
        "normal": make_normal,
        "tree": make_tree,
        "binary": make_binary,
        "survey": make_survey,
        "business": make_business,
    }
)
"""The simulators, by the name that ``covey simulate`` calls them."""
