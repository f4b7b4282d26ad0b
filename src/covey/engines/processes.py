"""Tasks in processes of this machine, each with the records of its own task."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, MutableMapping, Sequence
from concurrent.futures import ProcessPoolExecutor, wait
from functools import partial
from typing import Any, TypeVar

from covey.core.engine import Resources
from covey.core.parallel import run_all
from covey.core.progress import Progress, quiet

T = TypeVar("T")

_LOOK = 0.1
"""Seconds between two looks at the progress of a task."""


class Processes:
    """Several tasks at once, which are pickled to get there.

    Parameters
    ----------
    workers : int
        How many at once.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def map(
        self,
        function: Callable[..., T],
        tasks: Sequence[Any],
        *,
        weights: Sequence[float] | None = None,
        progress: Progress = quiet,
    ) -> list[T]:
        """Call a function on each task; see `covey.core.engine`."""
        context = multiprocessing.get_context("spawn")
        with context.Manager() as manager, ProcessPoolExecutor(self.workers, context) as pool:
            shares = manager.dict()

            def watch(number: int, report: Progress) -> T:
                future = pool.submit(_call, function, tasks[number], shares, number)
                while not future.done():
                    wait([future], _LOOK)
                    report(shares.get(number, 0.0))
                return future.result()

            jobs = [partial(watch, number) for number in range(len(tasks))]
            return run_all(jobs, weights=weights, workers=self.workers, progress=progress)


def _call(
    function: Callable[..., T], task: Any, shares: MutableMapping[int, float], number: int
) -> T:
    def report(share: float, _note: str = "", /) -> None:
        shares[number] = share

    return function(task, progress=report)


def in_processes(workers: int, memory: int | None = None) -> Resources:
    """Return resources that work on parts of a table in processes."""
    return Resources(workers, memory, Processes(workers))
