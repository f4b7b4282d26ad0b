"""Several jobs at once: the answer is that of one after the other, only sooner."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from covey.core.progress import Progress, quiet, tell

T = TypeVar("T")

_LOOK = 0.1
"""Seconds between two looks at the progress; an interrupt is answered at the next one."""


class _StoppedError(Exception):
    """Ends a job whose answer is no longer needed."""


def run_all(
    jobs: Sequence[Callable[[Progress], T]],
    *,
    weights: Sequence[float] | None = None,
    workers: int | None = None,
    progress: Progress = quiet,
) -> list[T]:
    """Run jobs in threads and return what they give, in their order.

    Threads are enough because the kernels release Python's lock, and they share the table. Each
    job takes the function to report its own progress to. If one fails, what it raised is raised
    here; the others are stopped at their next report. By default there is a thread for each core.
    """
    total = sum(weights) if weights else float(len(jobs))
    parts = [weight / total for weight in weights] if weights else [1.0 / len(jobs) for _ in jobs]
    shares = [0.0] * len(jobs)
    said = [""]
    is_over = Event()

    def watched(number: int) -> T:
        def report(share: float, note: str = "", /) -> None:
            if is_over.is_set():
                raise _StoppedError
            shares[number] = max(shares[number], share)
            if note:
                said[0] = note

        report(0.0)
        result = jobs[number](report)
        shares[number] = 1.0
        return result

    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        futures: list[Future[T]] = [pool.submit(watched, number) for number in range(len(jobs))]
        try:
            waiting = set(futures)
            while waiting:
                done, waiting = wait(waiting, timeout=_LOOK, return_when=FIRST_EXCEPTION)
                for future in done:
                    future.result()
                so_far = sum(share * part for share, part in zip(shares, parts, strict=True))
                tell(progress, so_far, said[0])
        except BaseException:
            is_over.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    tell(progress, 1.0, said[0])
    return [future.result() for future in futures]
