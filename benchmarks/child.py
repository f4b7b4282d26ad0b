"""A process that runs one job: ``python -m benchmarks.child`` with the job on standard input.

A process of its own has a peak of memory of its own, and an interrupt can end it at once.
"""

from __future__ import annotations

import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.inputs import make_table
from benchmarks.loss import information_loss
from benchmarks.memory import grown

MOST_RUNS = 7
FEW_ROWS = 20_000
"""Of the run that loads the compiled kernels."""
LITTLE_EFFORT = 0.05
"""Of a search in that run: little, but enough that ``auto`` chooses as it does otherwise."""
WARM_UP = {"auto": 100_000, "numpy loop": 100}
"""``auto`` loads other kernels for large tables, and numpy none."""


def main() -> None:
    """Run the job and print what was measured as one line of JSON."""
    job = json.load(sys.stdin)
    if job["core"] is not None:
        os.sched_setaffinity(0, {job["core"]})
    warnings.simplefilter("ignore")  # that it takes long is known
    X = make_table(job["table"], job["n"], job["p"])
    run = caller(job)
    warm_up(job, X)
    start = time.perf_counter()
    (labels, note), memory = grown(lambda: run(X, job["k"]))
    times = [time.perf_counter() - start]
    while len(times) < MOST_RUNS and sum(times) + times[0] < job["budget"]:
        start = time.perf_counter()
        run(X, job["k"])
        times.append(time.perf_counter() - start)
    found = {
        "seconds": min(times),
        "memory": memory,
        "loss": information_loss(X, labels),
        "smallest": int(np.bincount(labels).min()),
        "note": note,
    }
    print(json.dumps(found))


def warm_up(job: dict[str, Any], X: np.ndarray) -> None:
    """Load every kernel that the job needs, with fewer rows and little effort."""
    options = dict(job["options"])
    is_searched = job["method"] == "auto" or options.get("effort")
    if is_searched and len(X) <= FEW_ROWS:
        options["effort"] = LITTLE_EFFORT
    k = job["k"] if len(X) <= FEW_ROWS else min(job["k"], FEW_ROWS // 2)
    caller({**job, "options": options})(X[: WARM_UP.get(job["method"], FEW_ROWS)], k)


def caller(job: dict[str, Any]) -> Callable[[np.ndarray, int], tuple[np.ndarray, str]]:
    """Return what groups a table: labels, and a remark."""
    import covey
    from benchmarks.yardsticks import YARDSTICKS

    method, options = job["method"], job["options"]

    def yardstick(X: np.ndarray, k: int) -> tuple[np.ndarray, str]:
        return YARDSTICKS[method](X, k), ""

    def partition(X: np.ndarray, k: int) -> tuple[np.ndarray, str]:
        return covey.partition(X, k=k, method=method, **options).labels, ""

    def protect(X: np.ndarray, k: int) -> tuple[np.ndarray, str]:
        release = covey.protect(X, k=k, method=method, scaling="none", measures=["IL"], **options)
        plan = release.plan
        chosen = plan.method if plan.refine == "none" else f"{plan.method}, then {plan.refine}"
        return release.partition.labels, chosen if method == "auto" else ""

    if method in YARDSTICKS:
        return yardstick
    return {"partition": partition, "protect": protect}[job["call"]]


if __name__ == "__main__":
    main()
