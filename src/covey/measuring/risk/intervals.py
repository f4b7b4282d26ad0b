"""Interval disclosure: originals within a few ranks of their masked values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.measure import Findings, Statistic
from covey.core.wording import fixed
from covey.kernels.linkage import TOLERANCE
from covey.kernels.ranks import narrow
from covey.measuring import adding
from covey.measuring.evidence import Evidence
from covey.measuring.magnitudes import settled
from covey.measuring.ranking import MASKED, Ranking, room_of
from covey.measuring.risk.sampling import mixed_records

PERCENTS = tuple(range(1, 11))

REFERENCE = (
    "J. Domingo-Ferrer and V. Torra (2001), A quantitative comparison of disclosure control "
    "methods for microdata, in Confidentiality, Disclosure and Data Access, 111-133"
)

FORMULA = (
    "a masked value at rank r of n, ties in all orders alike; its interval for p % runs from the "
    "masked value at rank r − ⌊pn/100⌋ to that at r + ⌊pn/100⌋, ends included"
)


@dataclass(frozen=True, slots=True)
class Inside:
    """How often originals lie in the rank intervals, in percent.

    Parameters
    ----------
    values : array, shape (n_variables, 10)
        Share of values, by variable and by p = 1 … 10.
    chances : array, shape (n_tried, 10)
        Of each record, that every variable is inside, from 0 to 1, by p.
    """

    values: Matrix
    chances: Matrix

    @property
    def records(self) -> Vector:
        """Share of records with every variable inside, by p."""
        return np.asarray(100.0 * self.chances.mean(axis=0))


def _gather(evidence: Evidence) -> dict[str, Matrix]:
    """Return all records, or a seeded sample of a block in proportion to its size."""
    room = room_of(evidence)
    if room is None or room >= evidence.n_records:
        return {"original": evidence.original, "masked": evidence.masked}
    chosen = evidence.once(mixed_records)[:room]
    return {"original": evidence.original[chosen], "masked": evidence.masked[chosen]}


RECORDS = Statistic(
    "records", _gather, adding.by_name(original=adding.stacked, masked=adding.stacked)
)
"""Records before and after masking, whose values are then ranked among those of all records."""

STATISTICS = (RECORDS, MASKED)


def estimate(
    found: Findings, mean: Callable[[Inside], float], spread: Callable[[Inside], float]
) -> tuple[Inside, float, str]:
    """Return the shares inside, how far a mean of them may be off, and a note that says so.

    Ranks are those among all records, up to the ones that may be misplaced: intervals that are
    wider or narrower by twice as many hold between them what the exact ranks would give.

    Parameters
    ----------
    found : Findings
        Ranks, and the records that were drawn.
    mean : callable
        What is concluded from the shares.
    spread : callable
        Half of its 95 % interval, if the records were drawn from many more and the ranks exact.
    """
    inside = found.once(_inside)
    n, n_tried = found.whole.n_records, len(inside.chances)
    misplaced = max(ranking.misplaced for ranking in found[MASKED])
    if n_tried == n and not misplaced:
        return inside, 0.0, ""
    margin = spread(inside) * float(np.sqrt(1.0 - n_tried / n))
    if misplaced:
        exact = mean(inside)
        margin += max(
            abs(mean(_inside(found, wider)) - exact) for wider in (-2 * misplaced, 2 * misplaced)
        )
    note = f"Estimated from a sample of {n_tried:,} of {n:,} records, "
    return inside, margin, f"{note}95 % interval ± {fixed(margin, 2)}."


def _inside(found: Findings, wider: int = 0) -> Inside:
    """Return the shares for intervals that are wider by some ranks to either side.

    Masked values tie, twins always do, and a rank among ties means nothing. So the share is the
    expected one over all orders of the ties. For records, the place among the ties is the same
    part of the way in every variable, as it is for twins when a shuffled file is sorted by each.
    """
    before, after = found[RECORDS]["original"], found[RECORDS]["masked"]
    n, n_tried = found.whole.n_records, len(before)
    half_widths = np.array([max(0, percent * n // 100 + wider) for percent in PERCENTS])
    low, high = np.zeros((n_tried, len(PERCENTS))), np.ones((n_tried, len(PERCENTS)))
    values = np.zeros((before.shape[1], len(PERCENTS)))
    for j, ranking in enumerate(found[MASKED]):
        original = np.ascontiguousarray(before[:, j])
        masked = settled(original, np.ascontiguousarray(after[:, j]))
        places = _places(original, masked, ranking)
        narrow(*places, half_widths, low, high, values[j])
    high -= low
    return Inside(100.0 * values / n_tried, np.maximum(high, 0.0, out=high))


def _places(original: Vector, masked: Vector, ranking: Ranking) -> tuple[NDArray[np.int64], ...]:
    """Return first place and number of ties of each masked value, and where its original fits in.

    The last two are the numbers of masked values below the original, and of those up to it. The
    mean of equal values may miss them by a rounding, so a tiny part of a value counts as nothing.
    """
    firsts, ends = ranking.around(masked, masked)
    sizes = np.maximum(1, ends - firsts)
    with np.errstate(over="ignore"):
        slack = TOLERANCE * np.abs(original)
        lowest, highest = original - slack, original + slack
    below, up_to = ranking.around(lowest, highest)
    # The kernel knows an original beyond all masked values by a count of 0, or of all records it
    # is given; these may be a sample. Only distances between places matter, so all are moved up.
    is_beyond = (up_to == 0) | (below == ranking.ends[-1])
    above = len(original) + 1
    return firsts + above, sizes, below + above, np.where(is_beyond, 0, up_to + above)
