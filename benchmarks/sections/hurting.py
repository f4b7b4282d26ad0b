"""Inputs that hurt: not ten times slower than normal data with as many numbers."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.record import Row
from benchmarks.sections import auto
from benchmarks.session import Session
from benchmarks.tables import Section

MANY = 200
"""Variables of the wide table."""
LARGE_K = 1_000
SIZES, LARGE_SIZES = (100_000,), (1_000_000,)
MOST_TIMES = 10.0


def cases(n: int) -> Iterator[tuple[str, int, int, int, str]]:
    """Yield name, records, variables, k and table of each input, n times ten numbers in all."""
    p, k = auto.P, auto.K
    yield "normal", n, p, k, "normal"
    yield "identical rows", n, p, k, "identical"
    yield "one cluster, ten outliers", n, p, k, "cluster and outliers"
    yield "three values a column", n, p, k, "ties"
    yield f"p = {MANY}", n * p // MANY, MANY, k, "normal"
    yield f"k = {LARGE_K:,}", n, p, LARGE_K, "normal"
    yield "k = n/2", n, p, n // 2, "normal"


def measure(session: Session) -> Iterator[Row]:
    """Yield the time of each input, and how many times that of normal data it is."""
    for n in session.pick(SIZES, LARGE_SIZES):
        usual: float | None = None
        for name, records, p, k, table in cases(n):
            found = session.measure(auto.job(records, p, k, table))
            usual = usual or found.seconds
            ratio = found.ratio(usual)
            yield {
                "input": name, "n": records, "p": p, "k": k,
                "seconds": found.seconds, "ratio": ratio, **found.part("memory", "smallest"),
                "is_right": found.smallest is not None and found.smallest >= k,
                "is_fast": ratio is not None and ratio <= MOST_TIMES,
                "note": found.note,
            }  # fmt: skip


SECTION = Section(
    "hurting",
    "Inputs that hurt, protected by default, against normal data with as many numbers",
    measure,
    "input n:,d p:d k:,d seconds:.2f ratio:.2f memory:.0f smallest:,d is_right is_fast note",
    {
        "ratio": "time / normal",
        "smallest": "smallest group",
        "is_right": "k kept",
        "is_fast": "at most 10 times",
        "note": "what it chose",
    },
)
