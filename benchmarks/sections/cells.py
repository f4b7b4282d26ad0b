"""The search on the literature's twelve cells: how low, how sure, how long on one core."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from benchmarks.inputs import REFERENCE_SETS
from benchmarks.job import Job
from benchmarks.record import Row
from benchmarks.reference import on_reference_sets
from benchmarks.session import Session
from benchmarks.tables import Section

KS = (3, 4, 5, 10)
SEEDS = (0, 1, 2, 3, 4)
TARGETS = {
    "tarragona": (14.468, 17.105, 20.154, 30.119),
    "census": (4.678, 6.056, 7.264, 11.436),
    "eia": (0.3489, 0.4831, 0.7299, 1.9330),
}
"""IL in percent that prototypes reached, by k."""

EFFORTS = {"tarragona": 8.0, "census": 24.0, "eia": 1.0}
"""As much as one core does in a minute or so, at k = 10; with smaller groups in less."""

CLOSE = 0.5
"""Percent above the target that are allowed."""
AT_LEAST = 6.0
"""Percent that one pass of local search must be below mdav-generic, from whose groups it starts."""


def search(table: str, k: int, effort: float, seed: int = 0, start: str = "iamat") -> Job:
    """Return the job that searches from a method's partition."""
    options = (("refine", "search"), ("effort", effort), ("seed", seed))
    return Job(start, k, table=table, call="protect", options=options, budget=0.0)


@on_reference_sets
def measure(session: Session) -> Iterator[Row]:
    """Yield a row for each reference set and k."""
    for table in REFERENCE_SETS:
        for k, target in zip(KS, TARGETS[table], strict=True):
            yield cell(session, table, k, target)


def cell(session: Session, table: str, k: int, target: float) -> Row:
    """Return what MDAV, one pass and the search lose on one reference set."""
    mdav = Job("mdav-generic", k, table=table, call="protect", budget=0.0)
    jobs = [
        mdav,
        search(table, k, 0.0, start="mdav-generic"),
        *(search(table, k, EFFORTS[table], seed) for seed in SEEDS),
    ]
    plain, once, *searches = session.measure_side_by_side(jobs)
    failed = [found.note for found in (plain, once, *searches) if found.loss is None]
    if failed:
        return {"set": table, "k": k, "target": target, "note": failed[0]}
    losses = [found.loss for found in searches]
    below = 100.0 * (1.0 - once.loss / plain.loss)
    above = 100.0 * (median(losses) / target - 1.0)
    return {
        "set": table, "k": k,
        "mdav": plain.loss, "once": once.loss, "below": below, "is_below": below >= AT_LEAST,
        "effort": EFFORTS[table], "median": median(losses), "best": min(losses),
        "seconds": median([found.seconds for found in searches]),
        "target": target, "above": above, "is_close": above <= CLOSE,
    }  # fmt: skip


SECTION = Section(
    "cells",
    "The search from iamat on the reference sets, IL in percent, one core a search, five seeds",
    measure,
    "set k:d mdav:.4f once:.4f below:.1f is_below effort:g median:.4f best:.4f seconds:.1f "
    "target:.4f above:.2f is_close note",
    {
        "mdav": "mdav-generic",
        "once": "and effort 0",
        "below": "below %",
        "is_below": "6 % or more",
        "above": "median above %",
        "is_close": "within 0.5 %",
    },
)
