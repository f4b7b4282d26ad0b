"""How long a method will take, so that nobody waits in the dark."""

from __future__ import annotations

from covey.core.method import Method
from covey.core.refiner import Refiner
from covey.core.wording import counted

PER_SECOND = 1.5e9
"""Coordinate differences that the kernels take in a second on one core of a laptop, measured."""

PATIENCE = 60.0
"""Seconds after which a wait is worth a word."""

_UNITS = ((86_400.0, "day"), (3_600.0, "hour"), (60.0, "minute"))


def seconds_of(
    method: Method, n: int, p: int, k: int, refiner: Refiner | None = None, effort: float = 1.0
) -> float:
    """Estimate how long a method takes on one core, and what refines it, if they declare it."""
    work = 0.0 if method.work is None else method.work(n, p, k)
    if refiner is not None and refiner.work is not None:
        work += refiner.work(n, p, k, effort)
    return work / PER_SECOND


def describe_wait(
    method: Method,
    n: int,
    p: int,
    k: int,
    refiner: Refiner | None = None,
    effort: float = 1.0,
    noun: str = "variables",
) -> str:
    """Return a sentence if a method, or its refinement, will keep its user waiting; else none."""
    seconds = seconds_of(method, n, p, k, refiner, effort)
    if seconds < PATIENCE:
        return ""
    takes = f"will take about {time_in_words(seconds)} on {n:,} records and {p} {noun}"
    if refiner is not None and 2.0 * seconds_of(method, n, p, k) < seconds:
        return (
            f"'{refiner.name}' {takes}. Ctrl-C ends the search and keeps the best so far; "
            "less effort takes less time."
        )
    return f"'{method.name}' {takes}. Ctrl-C stops it; 'blocks' is the fastest on large tables."


def time_in_words(seconds: float) -> str:
    """Return a duration in the largest unit that it fills."""
    for length, unit in _UNITS:
        if seconds >= length:
            count = round(seconds / length)
            return counted(count, unit)
    return counted(round(seconds), "second")
