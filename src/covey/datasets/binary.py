"""Six variables of zeros and ones, with the probabilities that the paper on EMAD prints."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import numpy as np

from covey.core.progress import Progress, quiet
from covey.core.registry import unknown
from covey.datasets.streams import Stream, check_draw
from covey.datasets.trees import Edge

if TYPE_CHECKING:
    import polars as pl

BINARY_TREE: tuple[Edge, ...] = (
    ("x1", "x2"),
    ("x1", "x3"),
    ("x1", "x4"),
    ("x3", "x5"),
    ("x3", "x6"),
)
"""The dependence tree of both sets."""

_ROOT = 0.40
"""The probability that x1 is 0."""

PROBABILITIES: Mapping[str, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        "sibling": ((0.30, 0.10), (0.70, 0.90), (0.20, 0.60), (0.80, 0.40), (0.15, 0.76)),
        "unrelated": ((0.30, 0.10), (0.60, 0.70), (0.20, 0.60), (0.40, 0.50), (0.15, 0.76)),
    }
)
"""For each edge, the probability that the child is 0 if its parent is 0, and if it is 1."""


def make_binary(
    kind: Literal["sibling", "unrelated"] = "sibling",
    n_records: int = 5_000,
    seed: int = 0,
    *,
    progress: Progress = quiet,
) -> pl.DataFrame:
    """Draw six variables of zeros and ones that depend on each other along a tree.

    x2, x3 and x4 depend on x1, and x5 and x6 on x3, with the probabilities of [1]_.

    Parameters
    ----------
    kind : {"sibling", "unrelated"}
        ``sibling``: table 2, in which the probabilities of x3 are those of its sibling x2,
        turned round; x5 and x6, also siblings, are not, and are drawn as printed.
        ``unrelated``: table 3.
    n_records : int
        Number of rows.
    seed : int
        The same seed gives the same table on every platform; more records extend the smaller one.
    progress : callable, optional
        Is told the share of the work that is done.

    Returns
    -------
    polars.DataFrame
        Columns x1 to x6 of 64-bit integers.

    References
    ----------
    .. [1] B. J. Oommen and E. Fayyoumi (2011), On utilizing dependence-based information to enhance
       micro-aggregation for secure statistical databases, tables 2 and 3.

    Examples
    --------
    >>> make_binary("unrelated", 4, seed=1)["x1"].to_list()
    [1, 0, 1, 0]
    """
    if not isinstance(kind, str) or kind not in PROBABILITIES:
        raise unknown("kind of binary set", kind, PROBABILITIES)
    n_records, seed = check_draw(n_records, seed)
    import polars as pl  # loaded on use, so that `import covey` stays quick

    columns = {"x1": Stream(seed, 0).uniforms(n_records) >= _ROOT}
    for number, (parent, child) in enumerate(BINARY_TREE, start=1):
        if_zero, if_one = PROBABILITIES[kind][number - 1]
        limits = np.where(columns[parent], if_one, if_zero)
        columns[child] = Stream(seed, number).uniforms(n_records) >= limits
        progress(number / len(BINARY_TREE))
    return pl.DataFrame({name: values.astype(np.int64) for name, values in columns.items()})
