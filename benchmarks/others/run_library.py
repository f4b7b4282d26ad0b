"""Run in another library's environment: group one table and time it.

Usage: run_library.py LIBRARY TABLE.npy LABELS.npy K BUDGET. It prints one line of JSON and needs
nothing but numpy and the library.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import numpy as np

MOST_RUNS = 7


def anonypyx(X: np.ndarray, k: int) -> np.ndarray:
    """MDAV-generic of anonypyx, groups alone."""
    import pandas as pd
    from anonypyx.microaggregation import MDAVGeneric

    names = [f"x{j}" for j in range(X.shape[1])]
    groups = MDAVGeneric(pd.DataFrame(X, columns=names), names).partition(k)
    labels = np.empty(len(X), dtype=np.intp)
    for number, rows in enumerate(groups):
        labels[np.asarray(rows)] = number
    return labels


def microagg1d(X: np.ndarray, k: int) -> np.ndarray:
    """Return the optimal partition of one variable."""
    from microagg1d import univariate_microaggregation

    return np.asarray(univariate_microaggregation(X[:, 0], k=k), dtype=np.intp)


LIBRARIES: dict[str, Callable[[np.ndarray, int], np.ndarray]] = {
    "anonypyx": anonypyx,
    "microagg1d": microagg1d,
}


def kilobytes(key: str) -> int | None:
    """Return a line of what Linux tells about this process."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    lines = status.read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


def main() -> None:
    """Group the table, save the labels, print time and memory."""
    library, table, labels, k, budget = sys.argv[1:]
    X = np.load(table)
    run = LIBRARIES[library]
    run(X[:200], int(k))  # imports, and compiles what is compiled
    before = kilobytes("VmRSS")
    times: list[float] = []
    while not times or (len(times) < MOST_RUNS and sum(times) + times[0] < float(budget)):
        start = time.perf_counter()
        found = run(X, int(k))
        times.append(time.perf_counter() - start)
    after = kilobytes("VmHWM")
    np.save(labels, found)
    memory = None if before is None or after is None else max(0, after - before) / 1e3
    print(json.dumps({"seconds": min(times), "memory": memory, "version": version(library)}))


if __name__ == "__main__":
    main()
