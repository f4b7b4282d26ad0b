"""What runs a pure function over many tasks; an engine knows no statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from covey.core.progress import Progress, part, quiet

T = TypeVar("T")


class Engine:
    """Runs tasks, here in turn; a subclass says how else. Only the time differs, not the results.

    A task and the function can be pickled, and so can what the function returns: labels, or facts
    about what it wrote. An engine may therefore send them to other processes or machines.
    """

    def map(
        self,
        function: Callable[..., T],
        tasks: Sequence[Any],
        *,
        weights: Sequence[float] | None = None,
        progress: Progress = quiet,
    ) -> list[T]:
        """Call a function on each task and return its results, in the order of the tasks.

        The function takes a task, and ``progress`` by keyword, and depends on nothing else. Weights
        say how much of the whole each task is, by default the same.
        """
        jobs = [partial(_call, function, task) for task in tasks]
        return self.run(jobs, weights or [1.0] * len(jobs), progress)

    def run(
        self, jobs: Sequence[Callable[[Progress], T]], weights: Sequence[float], progress: Progress
    ) -> list[T]:
        """Run jobs, which take where to report to, and return what they give, in their order."""
        total, done, results = sum(weights), 0.0, []
        for job, share in zip(jobs, weights, strict=True):
            results.append(job(part(progress, done / total, (done + share) / total)))
            done += share
        return results


def _call(function: Callable[..., T], task: Any, progress: Progress) -> T:
    return function(task, progress=progress)


IN_TURN = Engine()


@dataclass(frozen=True, slots=True)
class Resources:
    """What a computation may use. It changes the time that it takes, never the answer."""

    workers: int = 1  # threads of this process that run at once
    memory: int | None = None  # bytes; None is as much as the table needs
    engine: Engine = IN_TURN  # where parts of a large table are worked on


ALONE = Resources()
"""One thread, and no limit on the memory."""
