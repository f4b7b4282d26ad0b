"""How time grows with records, variables and group size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.exponent import fitted_exponent, n_log_n_exponent
from benchmarks.job import Job
from benchmarks.record import Row
from benchmarks.sections import auto
from benchmarks.session import Session
from benchmarks.tables import Section

N, P, K = 10_000, 10, 3
RECORDS = (2_500, 5_000, 10_000, 20_000, 40_000)
VARIABLES = (5, 10, 20, 40)
GROUP_SIZES = (3, 6, 12, 24)
EXACT = ("mdav-generic", "iamat")
AUTO_RECORDS = 100_000


def measure(session: Session) -> Iterator[Row]:
    """Yield the exponent of each method and of what grows."""
    for method in ("simple kernel", *EXACT):
        yield fit(session, method, "n", [(n, Job(method, K, n, P)) for n in RECORDS])
        if method in EXACT:
            yield fit(session, method, "p", [(p, Job(method, K, N, p)) for p in VARIABLES])
            yield fit(session, method, "k", [(k, Job(method, k, N, P)) for k in GROUP_SIZES])
    n = AUTO_RECORDS
    yield fit(
        session,
        "auto",
        "n",
        [(size, auto.job(size)) for size in session.pick(auto.SIZES, auto.LARGE_SIZES)],
    )
    yield fit(session, "auto", "p", [(p, auto.job(n, p=p)) for p in VARIABLES])
    yield fit(session, "auto", "k", [(k, auto.job(n, k=k)) for k in GROUP_SIZES])


def fit(session: Session, method: str, what: str, jobs: Sequence[tuple[int, Job]]) -> Row:
    """Return the row of one method and of what grows."""
    times = {size: session.measure(job).seconds for size, job in jobs}
    known = {size: seconds for size, seconds in times.items() if seconds}
    row: Row = {
        "method": method,
        "grows": what,
        "sizes": ", ".join(f"{size:,}" for size in times),
        "times": ", ".join("failed" if t is None else f"{t:.3g}" for t in times.values()),
        "points": [[size, seconds] for size, seconds in known.items()],
    }
    if len(known) >= 2:
        row["exponent"] = fitted_exponent(list(known), list(known.values()))
        if method == "auto" and what == "n":
            row["n_log_n"] = n_log_n_exponent(list(known))
            row["is_n_log_n"] = row["exponent"] <= row["n_log_n"]
    return row


SECTION = Section(
    "growth",
    "How time grows: the exponent, by least squares on logarithms",
    measure,
    "method grows sizes times exponent:.2f n_log_n:.2f is_n_log_n",
    {
        "grows": "with",
        "sizes": "from ... to",
        "times": "seconds",
        "n_log_n": "that of n log n",
        "is_n_log_n": "no faster",
    },
)
