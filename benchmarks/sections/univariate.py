"""One variable, the best partition: optimal-1d against microagg1d."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.job import Job
from benchmarks.others import libraries
from benchmarks.record import Row
from benchmarks.session import Session
from benchmarks.tables import Column, Section

CASES = ((100_000, 3), (1_000_000, 3), (1_000_000, 50))


def measure(session: Session) -> Iterator[Row]:
    """Yield both libraries for each size."""
    for n, k in CASES:
        other = libraries.measure(session, Job("microagg1d", k, n, 1))
        ours = session.measure(Job("optimal-1d", k, n, 1))
        for method, found in (("microagg1d", other), ("optimal-1d", ours)):
            yield {
                "n": n, "k": k, "method": method,
                "seconds": found.seconds,
                "ratio": found.seconds / other.seconds
                if found.seconds and other.seconds else None,
                "memory": found.memory,
                "loss": found.loss,
                "note": found.note,
            }  # fmt: skip


SECTION = Section(
    "univariate",
    "One variable, the optimal partition of normal data",
    (
        Column("n", "n", ",d"),
        Column("k", "k", "d"),
        Column("who", "method"),
        Column("seconds", "seconds", ".3f"),
        Column("time / first", "ratio", ".2f"),
        Column("MB beyond table", "memory", ".1f"),
        Column("IL %", "loss", ".3e"),
        Column("note", "note"),
    ),
    measure,
)
