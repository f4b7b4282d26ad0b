"""Tables whose variables depend on each other as a tree says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.progress import Progress, quiet
from covey.datasets.streams import Stream, check_draw
from covey.datasets.trees import DEFAULT_RECORDS, Tree

if TYPE_CHECKING:
    import polars as pl

N_INTERVALS = 10
WIDTH = 100
"""Values go from 1 to 1,000: the intervals are 1 to 100, 101 to 200, …"""


def make_tree(
    tree: int | Iterable[tuple[Any, Any]] = 8,
    n_records: int | None = None,
    seed: int = 0,
    *,
    progress: Progress = quiet,
) -> pl.DataFrame:
    """Draw a table whose variables depend on each other along the edges of a tree.

    The whole numbers from 1 to 1,000 are cut into ten intervals. The root falls into each with a
    random probability; every other variable does so with random probabilities that depend on the
    interval of its parent. Inside an interval all numbers are equally likely [1]_. A row of
    probabilities is ten uniform numbers, divided by their sum.

    Parameters
    ----------
    tree : int or list of (str, str)
        8, 16 or 22 for a default tree of that many variables, or the edges of another, in any
        order and direction.
    n_records : int, optional
        Number of rows. By default that of the paper, 5,000, 10,000 and 20,000 for the default
        trees, and 10,000 for others.
    seed : int
        Of the probabilities and the values. The same seed gives the same table on every platform;
        more records extend the smaller table.
    progress : callable, optional
        Is told the share of the work that is done.

    Returns
    -------
    polars.DataFrame
        A column of 64-bit integers for each variable, in the order in which the edges name them.

    Raises
    ------
    RequestError
        If the edges have a cycle or fall into pieces, or a number is too small.

    Notes
    -----
    The paper shows its trees in a figure only; `covey.datasets.TREES` says what ours are.

    References
    ----------
    .. [1] B. J. Oommen and E. Fayyoumi (2011), On utilizing dependence-based information to enhance
       micro-aggregation for secure statistical databases, section 4.1.

    Examples
    --------
    >>> make_tree([("age", "income"), ("income", "tax")], 3, seed=1).rows()
    [(524, 162, 359), (505, 939, 147), (243, 585, 429)]
    """
    checked = Tree.of(tree)
    if n_records is None:
        n_records = DEFAULT_RECORDS[tree] if isinstance(tree, int) else 10_000
    n_records, seed = check_draw(n_records, seed)
    import polars as pl  # loaded on use, so that `import covey` stays quick

    columns = _draw(checked, n_records, seed, progress)
    return pl.DataFrame({name: columns[name] for name in checked.names})


def _draw(
    tree: Tree, n_records: int, seed: int, progress: Progress
) -> dict[str, NDArray[np.int64]]:
    # One stream for all probabilities, two for each variable: where it falls, and where in there.
    tables = Stream(seed, 0)
    intervals: dict[str, NDArray[np.uint8]] = {}
    columns: dict[str, NDArray[np.int64]] = {}
    parents = {child: parent for parent, child in tree.edges}
    for name in (tree.names[0], *parents):
        number = tree.names.index(name)
        chance = Stream(seed, 1 + 2 * number).uniforms(n_records)
        if name in parents:
            limits = _limits(tables, N_INTERVALS)
            intervals[name] = _conditional(limits, intervals[parents[name]], chance)
        else:
            intervals[name] = _fall(_limits(tables, 1)[0], chance)
        within = Stream(seed, 2 + 2 * number).uniforms(n_records)
        columns[name] = (
            1 + WIDTH * intervals[name].astype(np.int64) + (WIDTH * within).astype(np.int64)
        )
        progress(len(columns) / len(tree.names))
    return columns


def _limits(stream: Stream, n_rows: int) -> Matrix:
    """Return rows of random probabilities, summed up from the first interval to the last."""
    # Summed one after the other: the order of a sum is left to the platform, that of cumsum is not.
    sums = np.cumsum(stream.uniforms(n_rows * N_INTERVALS).reshape(n_rows, N_INTERVALS), axis=1)
    limits: Matrix = sums / sums[:, -1:]
    return limits


def _fall(limits: Vector, chance: Vector) -> NDArray[np.uint8]:
    return np.searchsorted(limits, chance, side="right").astype(np.uint8)


def _conditional(limits: Matrix, parent: NDArray[np.uint8], chance: Vector) -> NDArray[np.uint8]:
    intervals = np.empty(len(chance), dtype=np.uint8)
    for given in range(N_INTERVALS):
        rows = parent == given
        intervals[rows] = _fall(limits[given], chance[rows])
    return intervals
