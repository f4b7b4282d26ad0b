"""What loss costs in time: two methods, and the search at several efforts."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.job import Job
from benchmarks.record import Row
from benchmarks.reference import absent
from benchmarks.sections.cells import search
from benchmarks.session import Session
from benchmarks.tables import Column, Section

TABLES = ("tarragona", "census")
K = 3
METHODS = ("mdav-generic", "iamat")
EFFORTS = (0.0, 0.1, 1.0, 4.0)


def measure(session: Session) -> Iterator[Row]:
    """Yield time and loss of each method and effort."""
    if reason := absent():
        yield {"set": "all", "note": reason}
        return
    for table in TABLES:
        jobs = {method: Job(method, K, table=table, call="protect") for method in METHODS}
        jobs |= {f"search, effort {effort:g}": search(table, K, effort) for effort in EFFORTS}
        for name, found in zip(jobs, session.measure_side_by_side([*jobs.values()]), strict=True):
            yield {
                "set": table, "k": K, "method": name,
                "seconds": found.seconds,
                "loss": found.loss,
                "note": found.note,
            }  # fmt: skip


SECTION = Section(
    "efforts",
    "Loss against time on one core",
    (
        Column("set", "set"),
        Column("k", "k", "d"),
        Column("method", "method"),
        Column("seconds", "seconds", ".3f"),
        Column("IL %", "loss", ".4f"),
        Column("note", "note"),
    ),
    measure,
)
