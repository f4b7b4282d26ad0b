"""MDAV with groups of variable size: V-MDAV and CV-MDAV, which differ in what lets a group grow."""

from __future__ import annotations

from functools import partial
from typing import Annotated, TypeAlias

from pydantic import Field

from covey.core.arrays import Labels, Matrix
from covey.core.method import algorithm
from covey.core.progress import Progress, quiet
from covey.partitioning.record_pool import RecordPool
from covey.partitioning.rounds import Rounds

SOLANAS_2006 = (
    "A. Solanas and A. Martinez-Balleste (2006), V-MDAV: a multivariate microaggregation with "
    "variable group size, COMPSTAT 2006, 917-925"
)
CHETTRI_2013 = (
    "S. K. Chettri, B. Paul and A. K. Dutta (2013), Statistical disclosure control for data "
    "privacy preservation, International Journal of Computer Applications 80(10), 38-43"
)

Gamma: TypeAlias = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]
ChosenGamma: TypeAlias = Annotated[
    Gamma,
    Field(description="How readily a group grows: about 0.2 on scattered data, 1.1 on clustered."),
]
PrintedGamma: TypeAlias = Annotated[
    Gamma, Field(description="How readily a group grows; the paper fixes it at 1.1.")
]


def work(looks: int, n: int, p: int, k: int) -> float:
    """Estimate the coordinate operations, with k looks for growth and a few more at each group."""
    return 0.15 * (looks + k) * n * n * p / k


@algorithm("vmdav", family="MDAV", reference=SOLANAS_2006, work=partial(work, 2))
def vmdav(
    X: Matrix,
    *,
    k: int,
    gamma: ChosenGamma = 0.2,
    units: Labels | None = None,
    progress: Progress = quiet,
) -> Labels:
    """One group a round around the farthest record; groups grow to 2k - 1 where it pays."""
    centre = X.mean(axis=0)
    rounds = Rounds(k, limit=k, centre=centre, growth="nearest-to-member", gamma=gamma, units=units)
    return RecordPool.after(rounds, X, progress).rest_joins_nearest()


@algorithm("cvmdav", family="MDAV", reference=CHETTRI_2013, work=partial(work, 3))
def cvmdav(
    X: Matrix,
    *,
    k: int,
    gamma: PrintedGamma = 1.1,
    units: Labels | None = None,
    progress: Progress = quiet,
) -> Labels:
    """One group a round around the farthest record; its next k neighbours may join."""
    rounds = Rounds(k, limit=3 * k, growth="neighbourhood", gamma=gamma, units=units)
    return RecordPool.after(rounds, X, progress).halve_rest(k)
