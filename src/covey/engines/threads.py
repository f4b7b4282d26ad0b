"""Tasks in the threads of this process, which share the table."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from covey.core.engine import Resources
from covey.core.parallel import run_all
from covey.core.progress import Progress, quiet

T = TypeVar("T")


class Threads:
    """Several tasks at once. Threads share the arrays of tasks: none is copied to be handed over.

    Parameters
    ----------
    workers : int, optional
        How many at once; one for each core by default.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def map(
        self,
        function: Callable[..., T],
        tasks: Sequence[Any],
        *,
        weights: Sequence[float] | None = None,
        progress: Progress = quiet,
    ) -> list[T]:
        """Call a function on each task; see `covey.core.engine`."""

        def work(task: Any, share: Progress) -> T:
            return function(task, progress=share)

        jobs = [partial(work, task) for task in tasks]
        return run_all(jobs, weights=weights, workers=self.workers, progress=progress)


def in_threads(workers: int | None = None, memory: int | None = None) -> Resources:
    """Return the resources of this process: some threads, by default one for each core."""
    engine = Threads(workers)
    return Resources(engine.workers, memory, engine)
