"""What runs a pure function over many tasks; an engine knows no statistics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from covey.core.progress import Progress, part, quiet

T = TypeVar("T")


class Engine(Protocol):
    """Runs tasks in turn, in threads or elsewhere: the results are the same, only the time differs.

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

        Parameters
        ----------
        function : callable
            Takes a task, and ``progress`` by keyword. It must depend on nothing else.
        tasks : sequence
            What it is called with.
        weights : sequence of float, optional
            How much of the whole each task is; equal by default.
        progress : callable
            Told the share of the whole that is done, within tasks as well.
        """


class InTurn:
    """One task after the other, in the caller's thread."""

    def map(
        self,
        function: Callable[..., T],
        tasks: Sequence[Any],
        *,
        weights: Sequence[float] | None = None,
        progress: Progress = quiet,
    ) -> list[T]:
        """Call a function on each task; see `Engine`."""
        shares = weights or [1.0] * len(tasks)
        total, done, results = sum(shares), 0.0, []
        for task, share in zip(tasks, shares, strict=True):
            stretch = part(progress, done / total, (done + share) / total)
            results.append(function(task, progress=stretch))
            done += share
        return results


IN_TURN: Engine = InTurn()


@dataclass(frozen=True, slots=True)
class Resources:
    """What a computation may use. It changes the time that it takes, never the answer.

    Parameters
    ----------
    workers : int
        How many threads of this process run at once.
    memory : int, optional
        Bytes that may be used; None is as much as the table needs.
    engine : Engine
        Where parts of a large table are worked on.
    """

    workers: int = 1
    memory: int | None = None
    engine: Engine = IN_TURN


ALONE = Resources()
"""One thread, and no limit on the memory."""
