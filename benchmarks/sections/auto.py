"""The default on large tables, against what exact MDAV loses."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.job import Job
from benchmarks.record import Row
from benchmarks.session import Session
from benchmarks.tables import Section

P, K = 10, 5
MDAV_LOSS = {100_000: 12.46, 1_000_000: 7.996}
"""What exact MDAV loses on normal data, in percent, computed once; not of this run."""

TARGETS = {1_000_000: (45.0, 2_000.0)}
"""Seconds and MB on two cores."""

SIZES, LARGE_SIZES = (100_000, 300_000, 1_000_000), (3_000_000, 10_000_000)


def job(n: int, p: int = P, k: int = K, table: str = "normal") -> Job:
    """Return the job that protects a table with the default method, and measures its loss."""
    return Job("auto", k, n, p, table, call="protect", budget=0.0)


def measure(session: Session) -> Iterator[Row]:
    """Yield time, memory and loss of each size."""
    for n in session.pick(SIZES, LARGE_SIZES):
        found = session.measure(job(n))
        seconds, megabytes = TARGETS.get(n, (None, None))
        mdav = MDAV_LOSS.get(n)
        yield {
            "n": n, "p": P, "k": K,
            "table_mb": n * P * 8 / 1e6,
            "seconds": found.seconds,
            "target_seconds": seconds,
            "memory": found.memory,
            "target_memory": megabytes,
            "loss": found.loss,
            "mdav_loss": mdav,
            "is_lower": found.loss <= mdav if found.loss is not None and mdav else None,
            "note": found.note,
        }  # fmt: skip


SECTION = Section(
    "auto",
    "The default on large normal tables: covey.protect(X, k=5), groups, masked table and loss",
    measure,
    "n:,d p:d k:d table_mb:.0f seconds:.1f target_seconds:.0f memory:.0f target_memory:.0f "
    "loss:.3f mdav_loss:.3f is_lower note",
    {
        "target_seconds": "target",
        "target_memory": "target",
        "mdav_loss": "exact MDAV's",
        "is_lower": "at or below",
        "note": "what it chose",
    },
)
