"""MDAV and its variants with groups of k records: one or two a round, each with its own end."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, part, quiet
from covey.partitioning.dba import LIN_2010, tuned
from covey.partitioning.record_pool import RecordPool
from covey.partitioning.rounds import Rounds

DOMINGO_FERRER_2002 = (
    "J. Domingo-Ferrer and J. M. Mateo-Sanz (2002), Practical data-oriented microaggregation "
    "for statistical disclosure control, IEEE TKDE 14(1), 189-201"
)
DOMINGO_FERRER_2005 = (
    "J. Domingo-Ferrer and V. Torra (2005), Ordinal, continuous and heterogeneous k-anonymity "
    "through microaggregation, Data Mining and Knowledge Discovery 11(2), 195-212"
)
OOMMEN_2010 = (
    "The MDAV that B. J. Oommen and E. Fayyoumi (2010), IEEE Transactions on Systems, Man, and "
    "Cybernetics B 40(1), 198-207, compare against"
)

Centroid: TypeAlias = Annotated[
    Literal["recomputed", "global"],
    Field(description="Centroid of the records that remain, each round anew, or of all, once."),
]

FIRST = 0.2
"""Share of the time that the first phase of MDAV-2 takes, as measured at k = 3 to 10."""


def work(n: int, p: int, k: int) -> float:
    """Estimate the coordinate operations of rounds that give every group k records."""
    return 0.25 * n * n * p / k


@algorithm("mdav", family="MDAV", reference=DOMINGO_FERRER_2002, work=work)
def mdav(X: Matrix, *, k: int, units: Labels | None = None, progress: Progress = quiet) -> Labels:
    """Two groups a round at opposite ends of the data, while 2k records remain."""
    pool = RecordPool.after(Rounds(k, limit=2 * k, per_round=2, units=units), X, progress)
    return pool.take_rest() if pool.can_form(k) else pool.rest_joins_nearest()


@algorithm("mdav-generic", family="MDAV", reference=DOMINGO_FERRER_2005, work=work)
def mdav_generic(
    X: Matrix, *, k: int, units: Labels | None = None, progress: Progress = quiet
) -> Labels:
    """As mdav while 3k records remain, then at most two groups of what is left."""
    return RecordPool.after(
        Rounds(k, limit=3 * k, per_round=2, units=units), X, progress
    ).halve_rest(k)


@algorithm("mdav1", family="MDAV", reference=LIN_2010, work=work)
def mdav1(X: Matrix, *, k: int, units: Labels | None = None, progress: Progress = quiet) -> Labels:
    """As mdav, but the last group takes k records and the rest join the nearest groups."""
    pool = RecordPool.after(Rounds(k, limit=2 * k, per_round=2, units=units), X, progress)
    if pool.can_form(k):
        pool.take_around_farthest(k)
    return pool.rest_joins_nearest()


@algorithm("mdav2", family="MDAV", reference=LIN_2010, work=lambda n, p, k: 1.75 * n * n * p / k)
def mdav2(X: Matrix, *, k: int, units: Labels | None = None, progress: Progress = quiet) -> Labels:
    """As mdav1, then dissolves groups where the loss falls and splits those of 2k or more."""
    start = mdav1(X, k=k, units=units, progress=part(progress, 0.0, FIRST))
    return tuned(X, start.labels, k, part(progress, FIRST, 1.0), units)


@algorithm("mdav-centroid", family="MDAV", reference=OOMMEN_2010, work=work)
def mdav_centroid(
    X: Matrix,
    *,
    k: int,
    centroid: Centroid = "recomputed",
    units: Labels | None = None,
    progress: Progress = quiet,
) -> Labels:
    """One group a round, around the record farthest from the centroid."""
    centre = X.mean(axis=0) if centroid == "global" else None
    rounds = Rounds(k, limit=k, centre=centre, units=units)
    return RecordPool.after(rounds, X, progress).few_join_last(k)
