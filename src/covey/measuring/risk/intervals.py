"""Interval disclosure: originals within a few ranks of their masked values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.kernels.linkage import TOLERANCE
from covey.kernels.ranks import narrow
from covey.measuring.evidence import Evidence

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
    records : array, shape (10,)
        Share of records with every variable inside, by p.
    """

    values: NDArray[np.float64]
    records: Vector


def rank_intervals(evidence: Evidence) -> Inside:
    """Return the shares inside, by value and by record; ask for them by ``evidence.once``.

    Masked values tie, twins always do, and a rank among ties means nothing. So the share is the
    expected one over all orders of the ties. For records, the place among the ties is the same
    part of the way in every variable, as it is for twins when a shuffled file is sorted by each.
    """
    n = evidence.n_records
    half_widths = np.array([percent * n // 100 for percent in PERCENTS])
    low, high = np.zeros((n, len(PERCENTS))), np.ones((n, len(PERCENTS)))
    values = np.zeros((evidence.n_variables, len(PERCENTS)))
    for j in range(evidence.n_variables):
        firsts, sizes, below, up_to = _places(evidence.original[:, j], evidence.masked[:, j])
        narrow(firsts, sizes, below, up_to, half_widths, low, high, values[j])
        evidence.progress((j + 1) / evidence.n_variables)
    high -= low
    records = np.maximum(high, 0.0, out=high).mean(axis=0)
    return Inside(100.0 * values / n, 100.0 * records)


def _places(original: Vector, masked: Vector) -> tuple[NDArray[np.intp], ...]:
    """Return first place and number of ties of each masked value, and where its original fits in.

    The last two are the numbers of masked values below the original, and of those up to it. The
    mean of equal values may miss them by a rounding, so a tiny part of a value counts as nothing.
    Originals are looked up in rising order, which is several times faster than at random.
    """
    by_masked = np.argsort(masked, kind="stable")
    rising = masked[by_masked]
    starts = np.flatnonzero(np.concatenate([[True], rising[1:] != rising[:-1]]))
    lengths = np.diff(starts, append=len(rising))
    firsts, sizes = np.empty_like(by_masked), np.empty_like(by_masked)
    firsts[by_masked] = np.repeat(starts, lengths)
    sizes[by_masked] = np.repeat(lengths, lengths)

    by_original = np.argsort(original, kind="stable")
    sought = original[by_original]
    with np.errstate(over="ignore"):
        slack = TOLERANCE * np.abs(sought)
        lowest, highest = sought - slack, sought + slack
    below, up_to = np.empty_like(by_original), np.empty_like(by_original)
    below[by_original] = np.searchsorted(rising, lowest, side="left")
    up_to[by_original] = np.searchsorted(rising, highest, side="right")
    return firsts, sizes, below, up_to
