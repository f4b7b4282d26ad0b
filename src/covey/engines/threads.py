"""Blocks in the threads of this process, which share the table."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from numpy.typing import NDArray

from covey.core.engine import Rows
from covey.core.parallel import run_all
from covey.core.progress import Progress, quiet

T = TypeVar("T")


class Threads:
    """Several blocks at once; only those that are worked on are copied.

    Parameters
    ----------
    workers : int, optional
        How many at once; one for each core by default.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def run(
        self,
        function: Callable[..., T],
        arrays: Sequence[NDArray[Any]],
        blocks: Sequence[Rows],
        *,
        progress: Progress = quiet,
    ) -> list[T]:
        """Call a function on each block and return what it gives; see `covey.core.engine`."""

        def work(rows: Rows, share: Progress) -> T:
            return function(*[array[rows] for array in arrays], progress=share)

        jobs = [partial(work, rows) for rows in blocks]
        weights = [float(len(rows)) for rows in blocks]
        return run_all(jobs, weights=weights, workers=self.workers, progress=progress)
