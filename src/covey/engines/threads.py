"""Tasks in the threads of this process, which share the table."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

from covey.core.engine import Engine, Resources
from covey.core.parallel import run_all
from covey.core.progress import Progress

T = TypeVar("T")


class Threads(Engine):
    """Several tasks at once, by default one for each core; no array of a task is copied."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1

    def run(
        self, jobs: Sequence[Callable[[Progress], T]], weights: Sequence[float], progress: Progress
    ) -> list[T]:
        """Run jobs; see `Engine`."""
        return run_all(jobs, weights=weights, workers=self.workers, progress=progress)


def in_threads(workers: int | None = None, memory: int | None = None) -> Resources:
    """Return the resources of this process: some threads."""
    engine = Threads(workers)
    return Resources(engine.workers, memory, engine)
