"""Each method against a plain numpy MDAV on the same normal data, in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from covey.measuring import IL, Evidence
from covey.partitioning import ALGORITHMS

SIZES = ((1_000, 10), (5_000, 10), (10_000, 10))
TOO_SLOW = {"md": 1_000}
"""Largest size at which a cubic method is tried."""

K = 3
REPEATS = 3


def numpy_mdav(X: np.ndarray, k: int) -> np.ndarray:
    """MDAV-generic as one would write it in numpy: the yardstick."""
    labels = np.full(len(X), -1)
    rows = np.arange(len(X))
    group = 0

    def take(seed: int) -> None:
        nonlocal rows, group
        distances = np.square(X[rows] - X[seed]).sum(axis=1)
        distances[rows == seed] = -1.0
        labels[rows[np.argsort(distances, kind="stable")[:k]]] = group
        rows = rows[labels[rows] < 0]
        group += 1

    def farthest(point: np.ndarray) -> int:
        return int(rows[np.argmax(np.square(X[rows] - point).sum(axis=1))])

    while len(rows) >= 3 * k:
        r = farthest(X[rows].mean(axis=0))
        take(r)
        take(farthest(X[r]))
    if len(rows) >= 2 * k:
        take(farthest(X[rows].mean(axis=0)))
    labels[rows] = group
    return labels


def best_time(run: Callable[[], np.ndarray], repeats: int = REPEATS) -> tuple[float, np.ndarray]:
    """Return the shortest of some times, which noise can only lengthen, and the result."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = run()
        times.append(time.perf_counter() - start)
    return min(times), result


def peak_memory(run: Callable[[], np.ndarray]) -> str:
    """Return how far one run raises the resident memory, in MB, where Linux tells."""
    reset, status = Path("/proc/self/clear_refs"), Path("/proc/self/status")
    if not reset.exists():
        return ""
    reset.write_text("5", encoding="ascii")
    before = _kilobytes(status, "VmRSS")
    run()
    return f"{max(0, _kilobytes(status, 'VmHWM') - before) / 1e3:.1f}"


def _kilobytes(status: Path, key: str) -> int:
    lines = status.read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{key}:"))


def loss(X: np.ndarray, labels: np.ndarray) -> float:
    """Return IL in percent."""
    sizes = np.bincount(labels)
    means = np.column_stack([np.bincount(labels, column) / sizes for column in X.T])
    return IL.compute(Evidence(X, means[labels])).value


def main() -> None:
    """Print one table: time, ratio to numpy, memory, loss."""
    table = Table(title=f"Partitioning normal data, k = {K}: best of {REPEATS} runs", box=None)
    for heading in ("n x p", "method", "seconds", "x numpy", "peak MB", "IL %"):
        table.add_column(heading, justify="left" if heading == "method" else "right")
    for n, p in SIZES:
        X = np.random.default_rng(0).normal(size=(n, p))
        yardstick, labels = best_time(lambda X=X: numpy_mdav(X, K), 1)
        row = (f"{n:,} x {p}", "numpy", f"{yardstick:.3f}", "1.0", "", f"{loss(X, labels):.3f}")
        table.add_row(*row, style="dim")
        for name, method in ALGORITHMS.items():
            if n > TOO_SLOW.get(name, n):
                continue

            def run(X: np.ndarray = X, method: object = method) -> np.ndarray:
                return method(X, k=K).labels

            run()  # compile
            seconds, labels = best_time(run)
            table.add_row(
                "", name, f"{seconds:.3f}", f"{yardstick / seconds:.1f}", peak_memory(run),
                f"{loss(X, labels):.3f}",
            )  # fmt: skip
    Console().print(table)
