"""What loss costs in time: two methods, and the search at several efforts."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.job import Job
from benchmarks.record import Row
from benchmarks.reference import on_reference_sets
from benchmarks.sections.cells import search
from benchmarks.session import Session
from benchmarks.tables import Section

TABLES = ("tarragona", "census")
K = 3
METHODS = ("mdav-generic", "iamat")
EFFORTS = (0.0, 0.1, 1.0, 4.0)


@on_reference_sets
def measure(session: Session) -> Iterator[Row]:
    """Yield time and loss of each method and effort."""
    for table in TABLES:
        jobs = {method: Job(method, K, table=table, call="protect") for method in METHODS}
        jobs |= {f"search, effort {effort:g}": search(table, K, effort) for effort in EFFORTS}
        for name, found in zip(jobs, session.measure_side_by_side([*jobs.values()]), strict=True):
            case = {"set": table, "k": K, "method": name}
            yield {**case, **found.part("seconds", "loss", "note")}


SECTION = Section(
    "efforts",
    "Loss against time on one core",
    measure,
    "set k:d method seconds:.3f loss:.4f note",
)
