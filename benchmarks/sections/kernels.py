"""Exact methods against plain loops and other libraries, on the same normal data."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.job import Job, Measured
from benchmarks.others import libraries, sdcmicro
from benchmarks.record import Row
from benchmarks.session import Session
from benchmarks.tables import Section

P = 10
YARDSTICK = "simple kernel"
REPORTED = {10_000: 0.71, 30_000: 9.0}
"""Seconds that sdcMicro took on another machine, for when there is no R here."""

LINES = (
    (3_000, 3, (YARDSTICK, "numpy loop", "anonypyx", "mdav-generic")),
    (10_000, 3, (YARDSTICK, "numpy loop", "anonypyx", "sdcMicro", "mdav-generic",
                 "mdav-centroid", "iamat", "vmdav")),
    (30_000, 3, (YARDSTICK, "anonypyx", "sdcMicro", "mdav-generic")),
    (100_000, 4, ("mdav-centroid", "iamat")),
)  # fmt: skip
"""Records, k, and who groups them; the first of each line is what the others are compared with."""

N_SQUARED = {"anonypyx": (3_000, 10_000)}
"""Most records that a library is given which keeps all n² distances: usually, and in full."""


def measure(session: Session) -> Iterator[Row]:
    """Yield time, ratio, memory and loss of each method and size."""
    for n, k, methods in LINES:
        first: float | None = None
        for method in methods:
            found = run(session, Job(method, k, n, P))
            first = first or found.seconds
            case = {"n": n, "p": P, "k": k, "method": method}
            yield {**case, **compared(found, first)}


def compared(found: Measured, first: float | None) -> Row:
    """Return what was measured, with its time against that of the first line."""
    others = found.part("memory", "loss", "note")
    return {"seconds": found.seconds, "ratio": found.ratio(first), **others}


def run(session: Session, job: Job) -> Measured:
    """Measure a method, or say why not."""
    if job.method == "sdcMicro":
        found = sdcmicro.measure(session, job)
        if found.seconds is None and job.n in REPORTED:
            return Measured(note=f"{found.note} (elsewhere, not in this run: {REPORTED[job.n]} s)")
        return found
    if job.method not in libraries.VERSIONS:
        return session.measure(job)
    usual, full = N_SQUARED[job.method]
    if job.n > full:
        return Measured(note="not tried: it keeps all n² distances")
    if job.n > usual and not session.is_full:
        return Measured(note="takes minutes: only with BENCH=full")
    return libraries.measure(session, job)


SECTION = Section(
    "kernels",
    "Exact methods on normal data, each size compared with its first line",
    measure,
    "n:,d p:d k:d method seconds:.3f ratio:.2f memory:.1f loss:.4f note",
    {"method": "who", "ratio": "time / first"},
)
