"""The bench that tables are reproduced on: data, partitions and losses, each computed once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np

from covey.core.arrays import Labels, Matrix, squares_within
from covey.core.encoding import scale
from covey.core.parallel import run_all
from covey.core.progress import Progress, quiet
from covey.datasets import SIMULATORS, benchmark_columns, load, make_tree
from covey.experiments.reproduce.rows import SIMULATED, Key, Printed, Run
from covey.partitioning import ALGORITHMS

if TYPE_CHECKING:
    import polars as pl

Item = TypeVar("Item")
Found = TypeVar("Found")

Figures: TypeAlias = dict[Key, float]
"""What was computed. What is missing was not run."""

_WORKERS = 2
_WARM_UP = 64  # records that compile a method's kernels, so that no time has it in


OWN_MOMENTS = {
    "uniform-4800x16": {"high": 40_000.0},
    "normal-1560x16": {"mean": 500.0, "deviation": 150.0},
}
"""The two small sets of 000 have a range and moments of their own."""

MONTHLY = "eia-monthly"
"""EIA as 003 describes it: the month in the place of the utility's number."""

TREE_SETS = {"sim-1": 8, "sim-2": 16, "sim-3": 22}
"""The tree-dependent sets of 002, by their number of variables."""


class Bench:
    """Gives data sets and partitions by name and keeps them for the next table.

    If it is quick, tables leave out what takes long.
    """

    def __init__(self, seed: int = 0, *, is_quick: bool = False) -> None:
        self.seed = seed
        self.is_quick = is_quick
        self.progress: Progress = quiet
        self._kept: dict[Hashable, Any] = {}
        self._lock = threading.Lock()

    def once(self, name: Hashable, make: Callable[[], Found]) -> Found:
        """Return what was made under this name before, or make it.

        Two workers may make the same at a time; both get the first one finished, and as every
        result depends on its name alone, that does not show.
        """
        with self._lock:
            if name in self._kept:
                kept: Found = self._kept[name]
                return kept
        made = make()
        with self._lock:
            first: Found = self._kept.setdefault(name, made)
        return first

    def matrix(self, dataset: str) -> Matrix:
        """Return the benchmark columns of a data set, in original units."""
        return self.once(("matrix", dataset), lambda: load_matrix(dataset, self.seed))

    def scaled(self, dataset: str) -> Matrix:
        """Return the benchmark columns of a data set as z-scores."""
        return self.once(("scaled", dataset), lambda: scale(self.matrix(dataset), "zscore"))

    def labels(
        self, dataset: str, method: str, k: int, progress: Progress = quiet, **options: Any
    ) -> Labels:
        """Return the groups that a method makes of a data set's z-scores."""
        return self.timed(dataset, method, k, progress, **options)[0]

    def loss(
        self, dataset: str, method: str, k: int, progress: Progress = quiet, **options: Any
    ) -> float:
        """Return the information loss of a method on a data set's z-scores, in percent."""
        labels = self.labels(dataset, method, k, progress, **options)
        return information_loss(self.scaled(dataset), labels)

    def timed(
        self, dataset: str, method: str, k: int, progress: Progress = quiet, **options: Any
    ) -> tuple[Labels, float]:
        """Return the groups, and the seconds on this machine, whatever else it was doing."""

        def run() -> tuple[Labels, float]:
            X, algorithm = self.scaled(dataset), ALGORITHMS[method]
            algorithm(X[:_WARM_UP], k=k, **options)
            start = time.perf_counter()
            labels = algorithm(X, k=k, progress=progress, seed=self.seed, **options).labels
            return labels, time.perf_counter() - start

        return self.once(("labels", dataset, method, k, *sorted(options.items())), run)

    def spread(self, work: Callable[[Item, Progress], Found], items: Sequence[Item]) -> list[Found]:
        """Return what work makes of each item, two at a time; the order is that of the items.

        Work is handed a progress to pass on to kernels: that is where it stops when the user asks.
        """
        jobs = [partial(work, item) for item in items]
        return run_all(jobs, workers=_WORKERS, progress=self.progress)

    def by_row(
        self, rows: Sequence[Printed], compute: Callable[[Printed, Progress], float]
    ) -> Figures:
        """Return the figure that is computed for each row."""
        return dict(zip((row.key for row in rows), self.spread(compute, rows), strict=True))

    def by_run(
        self, rows: Sequence[Printed], compute: Callable[[Run, Progress], Mapping[str, float]]
    ) -> Figures:
        """Return the figures of rows that share runs; each run is computed once, all measures."""
        runs = list(dict.fromkeys(row.run for row in rows))
        found = dict(zip(runs, self.spread(compute, runs), strict=True))
        return {row.key: found[row.run][row.measure] for row in rows}


def information_loss(X: Matrix, labels: Labels) -> float:
    """Return 100·SSE/SST of a partition."""
    return 100.0 * squares_within(X, labels) / float(np.square(X - X.mean(axis=0)).sum())


def group_means(X: Matrix, labels: Labels) -> Matrix:
    """Return the mean of each group."""
    sizes = np.bincount(labels)
    return np.column_stack([np.bincount(labels, column) / sizes for column in X.T])


def mask(X: Matrix, labels: Labels) -> Matrix:
    """Return each record as the mean of its group."""
    return group_means(X, labels)[labels]


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
