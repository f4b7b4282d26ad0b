"""One variable, the best partition: optimal-1d against microagg1d."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.job import Job
from benchmarks.others import libraries
from benchmarks.record import Row
from benchmarks.sections.kernels import compared
from benchmarks.session import Session
from benchmarks.tables import Section

CASES = ((100_000, 3), (1_000_000, 3), (1_000_000, 50))


def measure(session: Session) -> Iterator[Row]:
    """Yield both libraries for each size."""
    for n, k in CASES:
        other = libraries.measure(session, Job("microagg1d", k, n, 1))
        ours = session.measure(Job("optimal-1d", k, n, 1))
        for method, found in (("microagg1d", other), ("optimal-1d", ours)):
            yield {"n": n, "k": k, "method": method, **compared(found, other.seconds)}


SECTION = Section(
    "univariate",
    "One variable, the optimal partition of normal data",
    measure,
    "n:,d k:d method seconds:.3f ratio:.2f memory:.1f loss:.3e note",
    {"method": "who", "ratio": "time / first"},
)
