"""The bench that tables are reproduced on: data, partitions and losses, each computed once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

import numpy as np

from covey.core.arrays import Labels, Matrix
from covey.core.progress import Tick, quiet
from covey.experiments.reproduce.sources import load_matrix
from covey.partitioning import ALGORITHMS
from covey.planning import scale

Item = TypeVar("Item")
Found = TypeVar("Found")

_WORKERS = 2
_GLANCE = 0.1  # seconds between two looks at the workers: how soon Ctrl-C is answered
_WARM_UP = 64  # records that compile a method's kernels, so that no time has it in


class _StoppedError(Exception):
    """Raised in a worker whose work nobody waits for any more."""


class Bench:
    """Gives data sets and partitions by name and keeps them for the next table.

    Parameters
    ----------
    seed : int
        Of everything that is drawn.
    is_quick : bool
        Whether tables leave out what takes long.
    """

    def __init__(self, seed: int = 0, *, is_quick: bool = False) -> None:
        self.seed = seed
        self.is_quick = is_quick
        self.tick: Tick = quiet
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
        self, dataset: str, method: str, k: int, tick: Tick = quiet, **options: Any
    ) -> Labels:
        """Return the groups that a method makes of a data set's z-scores."""
        return self._timed(dataset, method, k, tick, options)[0]

    def seconds(
        self, dataset: str, method: str, k: int, tick: Tick = quiet, **options: Any
    ) -> float:
        """Return how long the method took, on this machine and whatever else it was doing."""
        return self._timed(dataset, method, k, tick, options)[1]

    def loss(self, dataset: str, method: str, k: int, tick: Tick = quiet, **options: Any) -> float:
        """Return the information loss of a method on a data set's z-scores, in percent."""
        labels = self.labels(dataset, method, k, tick, **options)
        return information_loss(self.scaled(dataset), labels)

    def _timed(
        self, dataset: str, method: str, k: int, tick: Tick, options: dict[str, Any]
    ) -> tuple[Labels, float]:
        def run() -> tuple[Labels, float]:
            X, algorithm = self.scaled(dataset), ALGORITHMS[method]
            algorithm(X[:_WARM_UP], k=k, **options)
            start = time.perf_counter()
            labels = algorithm(X, k=k, tick=tick, seed=self.seed, **options).labels
            return labels, time.perf_counter() - start

        return self.once(("labels", dataset, method, k, *sorted(options.items())), run)

    def spread(self, work: Callable[[Item, Tick], Found], items: Sequence[Item]) -> list[Found]:
        """Return what work makes of each item, two at a time; the order is that of the items.

        Work is handed a tick to pass on to kernels: that is where it stops when the user asks.
        """
        shares = [0.0] * len(items)
        stop = threading.Event()

        def run(i: int) -> Found:
            def heed(share: float) -> None:
                if stop.is_set():
                    raise _StoppedError
                shares[i] = share

            heed(0.0)
            found = work(items[i], heed)
            shares[i] = 1.0
            return found

        with ThreadPoolExecutor(_WORKERS) as pool:
            futures = [pool.submit(run, i) for i in range(len(items))]
            try:
                self._await(futures, shares)
            finally:
                stop.set()
                for future in futures:
                    future.cancel()
        return [future.result() for future in futures]

    def _await(self, futures: list[Future[Found]], shares: list[float]) -> None:
        pending = set(futures)
        while pending:
            done, pending = wait(pending, timeout=_GLANCE, return_when=FIRST_EXCEPTION)
            self.tick(sum(shares) / len(shares))
            for future in done:
                future.result()  # raises what stopped the worker


def information_loss(X: Matrix, labels: Labels) -> float:
    """Return 100·SSE/SST of a partition."""
    apart = X - group_means(X, labels)[labels]
    return 100.0 * float(np.square(apart).sum() / np.square(X - X.mean(axis=0)).sum())


def group_means(X: Matrix, labels: Labels) -> Matrix:
    """Return the mean of each group."""
    sizes = np.bincount(labels)
    return np.column_stack([np.bincount(labels, column) / sizes for column in X.T])
