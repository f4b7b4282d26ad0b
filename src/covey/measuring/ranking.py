"""The values of each variable in rising order, of many blocks and in bounded room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from covey.core.arrays import Vector
from covey.core.magnitude import divided, exponent_of, multiplied
from covey.core.measure import Statistic
from covey.measuring.adding import Counts, counted
from covey.measuring.evidence import Evidence
from covey.measuring.magnitudes import LARGEST

ROOM = 2**18
"""Numbers that all blocks together keep of the original values, and of the masked ones."""

_LEAST = 64
"""Numbers that a block keeps of each variable at least, however many blocks there are."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Distinct values of a variable, ascending; neighbours stand for each other where too many."""

    values: Vector
    counts: Counts  # records that have each
    misplaced: int = 0  # so many records at most are on the wrong side of any number
    moved: float = 0.0
    """Sum of the distances between records' values and those that stand for them, in the whole
    table's power of two."""

    @property
    def ends(self) -> Counts:
        """Number of records up to each value, from 0 before the first."""
        return np.concatenate([[0], np.cumsum(self.counts)])

    @property
    def count(self) -> int:
        """Number of records."""
        return int(self.counts.sum())

    def up_to(self, numbers: Vector) -> Counts:
        """Return how many records hold at most some numbers, which come in rising order."""
        return self.ends[np.searchsorted(self.values, numbers, side="right")]

    def around(self, lows: Vector, highs: Vector) -> tuple[Counts, Counts]:
        """Return how many records hold less than each low, and at most the high beside it.

        They are looked up in rising order, which is several times faster than at random.
        """
        order, ends = np.argsort(lows, kind="stable"), self.ends
        below, up_to = np.empty(len(lows), dtype=np.int64), np.empty(len(lows), dtype=np.int64)
        below[order] = ends[np.searchsorted(self.values, lows[order], side="left")]
        up_to[order] = ends[np.searchsorted(self.values, highs[order], side="right")]
        return below, up_to


def rank(column: Vector, room: int | None = None, exponent: int = 0) -> Ranking:
    """Return the ranking of a column; with more distinct values than there is room, in chunks.

    Distances are in units of two to the power of the exponent.

    Examples
    --------
    >>> exact = rank(np.array([3.0, 1.0, 3.0]))
    >>> exact.values.tolist(), exact.counts.tolist(), exact.misplaced
    ([1.0, 3.0], [1, 2], 0)
    >>> rank(np.array([1.0, 2.0, 5.0, 6.0]), room=2)
    Ranking(values=array([1.5, 5.5]), counts=array([2, 2]), misplaced=2, moved=2.0)
    """
    values, counts = np.unique(column, return_counts=True)
    if room is None or len(values) <= room:
        return Ranking(values, counts)
    size = -(-len(column) // room)
    before = np.cumsum(counts) - counts
    is_large = counts >= size  # stands for itself
    is_first = np.diff(before // size, prepend=-1) != 0
    is_first |= is_large
    is_first[1:] |= is_large[:-1]
    starts = np.flatnonzero(is_first)
    merged = np.add.reduceat(counts, starts)
    lows, highs = values[starts], values[np.append(starts[1:], len(values)) - 1]
    own = exponent_of(values)
    scaled = divided(values, own)
    centres = np.add.reduceat(counts * scaled, starts) / merged
    distance = counts @ np.abs(scaled - centres[np.cumsum(is_first) - 1])
    with np.errstate(over="ignore"):
        moved = min(float(multiplied(distance, own - exponent)), LARGEST)
    # A mean may miss equal values by a rounding.
    centres = np.clip(multiplied(centres, own), lows, highs)
    return Ranking(centres, merged, int(merged[lows != highs].max(initial=0)), moved)


def join_rankings(parts: Sequence[Sequence[dict[str, Any]]]) -> list[Ranking]:
    """Return the ranking of each variable over all blocks."""
    joined = []
    for blocks in zip(*parts, strict=True):
        values, counts = (
            np.concatenate([block[name] for block in blocks]) for name in ("values", "counts")
        )
        misplaced, moved = (sum(block[name] for block in blocks) for name in ("misplaced", "moved"))
        joined.append(Ranking(*counted(values, counts), misplaced, moved))
    return joined


def _gather(side: int, evidence: Evidence) -> list[dict[str, Any]]:
    found = []
    for j in range(evidence.n_numbers):
        exponent = int(evidence.whole.moments.exponents[j])
        ranking = rank(evidence.pair(j)[side], room_of(evidence), exponent)
        # Not by `asdict`, which would copy the arrays.
        found.append({name: getattr(ranking, name) for name in Ranking.__slots__})
        evidence.progress((j + 1) / evidence.n_numbers)
    return found


def room_of(evidence: Evidence) -> int | None:
    """Return how many numbers of each variable a block may keep; all, if it is the whole table."""
    if evidence.within is None:
        return None
    share = evidence.n_records / evidence.whole.n_records
    return max(_LEAST, int(ROOM / evidence.n_numbers * share))


ORIGINALS = Statistic("original values", partial(_gather, 0), join_rankings)
MASKED = Statistic("masked values", partial(_gather, 1), join_rankings)
