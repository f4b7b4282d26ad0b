"""ID_value and ID_record: how often originals lie within a few ranks of their masked values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.measure import Findings, Result, Statistic, risk_measure
from covey.kernels.linkage import TOLERANCE
from covey.kernels.ranks import narrow
from covey.measuring.adding import Counts
from covey.measuring.evidence import Evidence, Known
from covey.measuring.gaps import LEFT_OUT
from covey.measuring.loss.variables import shares
from covey.measuring.magnitudes import settled
from covey.measuring.ranking import MASKED, Ranking, room_of
from covey.measuring.risk.attacks import half_width, mixed_records, note_on_sample
from covey.measuring.risk.linkage import DOMINGO_TORRA

_PERCENTS = tuple(range(1, 11))

_FORMULA = (
    "a masked value at rank r of n, ties in all orders alike; its interval for p % runs from the "
    "masked value at rank r − ⌊pn/100⌋ to that at r + ⌊pn/100⌋, ends included"
)


@dataclass(frozen=True, slots=True)
class Inside:
    """How often originals lie in the rank intervals."""

    values: Matrix  # share of values in percent, by variable and by p = 1 … 10
    chances: Matrix  # of each record that was tried, that every variable is inside, by p
    n_tried: int  # records, those without any value among them

    @property
    def records(self) -> Vector:
        """Share of records with every variable inside, by p."""
        if not len(self.chances):
            return np.zeros(len(_PERCENTS))
        return np.asarray(100.0 * self.chances.mean(axis=0))

    @property
    def mean_of_values(self) -> float:
        """Mean of the shares of all variables that have values."""
        by_variable = self.values.mean(axis=1)
        by_variable = by_variable[~np.isnan(by_variable)]
        return float(by_variable.mean()) if len(by_variable) else 0.0


@dataclass(frozen=True, slots=True)
class Records:
    """Records before and after masking, whose values are ranked among those of all records."""

    before: Matrix
    after: Matrix
    known: Known | None  # where there is a value in both; None where there always is

    def __len__(self) -> int:
        return len(self.before)


def _gather(evidence: Evidence) -> tuple[Matrix, Matrix, Known | None]:
    """Return all records, or a seeded sample of a block in proportion to its size."""
    before, after, known = evidence.original, evidence.masked, evidence.known
    room = room_of(evidence)
    chosen: Any = slice(None)
    if room is not None and room < evidence.n_records:
        chosen = evidence.once(mixed_records)[:room]
    if known is None:
        return before[chosen], after[chosen], None
    both = (known[0] & known[1])[chosen]
    # JSON has no word for NaN.
    return np.where(both, before[chosen], 0.0), np.where(both, after[chosen], 0.0), both


def _join(parts: Sequence[tuple[Any, Any, Any]]) -> Records:
    before, after = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
    if all(known is None for _, _, known in parts):
        return Records(before, after, None)
    all_known = [
        np.ones(np.shape(cells), dtype=bool) if known is None else np.asarray(known, dtype=bool)
        for cells, _, known in parts
    ]
    return Records(before, after, np.concatenate(all_known))


RECORDS = Statistic("records", _gather, _join)


def _inside(found: Findings, wider: int = 0) -> Inside:
    """Return the shares for intervals that are wider by some ranks to either side.

    Masked values tie, twins always do, and a rank among ties means nothing. So the share is the
    expected one over all orders of the ties. For records, the place among the ties is the same
    part of the way in every variable, as it is for twins when a shuffled file is sorted by each.
    Cells without a value before or after are neither inside nor counted, nor are records that have
    no others.
    """
    records = found[RECORDS]
    n_tried = len(records)
    low, high = np.zeros((n_tried, len(_PERCENTS))), np.ones((n_tried, len(_PERCENTS)))
    values = np.zeros((records.before.shape[1], len(_PERCENTS)))
    counts = np.full(len(values), n_tried)
    for j, ranking in enumerate(found[MASKED]):
        half_widths = np.array(
            [max(0, percent * ranking.count // 100 + wider) for percent in _PERCENTS]
        )
        rows: Any = slice(None) if records.known is None else np.flatnonzero(records.known[:, j])
        original = np.ascontiguousarray(records.before[rows, j])
        masked = settled(original, np.ascontiguousarray(records.after[rows, j]))
        places = _places(original, masked, ranking)
        lowest, highest = low[rows], high[rows]
        narrow(*places, half_widths, lowest, highest, values[j])
        low[rows], high[rows], counts[j] = lowest, highest, len(original)
    high -= low
    if records.known is not None:
        high = high[records.known.any(axis=1)]
    chances = np.maximum(high, 0.0, out=high)
    return Inside(100.0 * shares(values, counts[:, None]), chances, n_tried)


def _places(original: Vector, masked: Vector, ranking: Ranking) -> tuple[Counts, ...]:
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


def _disclosed_values(found: Findings) -> Result:
    """Return the share of values in their rank intervals; details give it by variable."""
    inside = found.once(_inside)
    # No share of a record's values varies more than one that is 0 or 1 with equal chances.
    spread = 98.0 / math.sqrt(max(1, len(inside.chances)))
    margin, note = _uncertainty(found, spread, lambda seen: seen.mean_of_values)
    details = found.whole.by_variable(inside.values.mean(axis=1))
    return Result(inside.mean_of_values, note, details, margin)


def _disclosed_records(found: Findings) -> Result:
    """Return the share of records with every value in its interval; details give it by p."""
    inside = found.once(_inside)
    spread = half_width(inside.chances.mean(axis=1)) if len(inside.chances) else 0.0
    margin, note = _uncertainty(found, spread, lambda seen: float(seen.records.mean()))
    details = {
        f"{percent} %": share
        for percent, share in zip(_PERCENTS, inside.records.tolist(), strict=True)
    }
    return Result(float(inside.records.mean()), note, details, margin)


def _uncertainty(
    found: Findings, spread: float, mean: Callable[[Inside], float]
) -> tuple[float, str]:
    """Return how far a mean of the shares inside may be off, and a note that says so.

    The spread is half of its 95 % interval, if the records were drawn from many more. Ranks are
    those among all records, up to the ones that may be misplaced: intervals that are wider or
    narrower by twice as many hold between them what the exact ranks would give.
    """
    inside = found.once(_inside)
    n, n_tried = found.whole.n_records, inside.n_tried
    misplaced = max(ranking.misplaced for ranking in found[MASKED])
    if n_tried == n and not misplaced:
        return 0.0, ""
    margin = spread * float(np.sqrt(1.0 - n_tried / n))
    if misplaced:
        exact = mean(inside)
        margin += max(
            abs(mean(_inside(found, wider)) - exact) for wider in (-2 * misplaced, 2 * misplaced)
        )
    return margin, note_on_sample(n_tried, n, margin)


ID_VALUE = risk_measure(
    symbol="ID_value",
    name="Interval disclosure by value",
    formula=f"mean over p = 1 … 10 of the share of originals inside, cell by cell: {_FORMULA}",
    reference=DOMINGO_TORRA,
    plain=(
        "The share of released numbers that tell the true one to within a small band of ranks, 1 "
        "to 10 % of the file to either side."
    ),
    conclude=_disclosed_values,
    statistics=(RECORDS, MASKED),
    on="numbers",
    gaps=LEFT_OUT,
    is_default=True,
)
ID_RECORD = risk_measure(
    symbol="ID_record",
    name="Interval disclosure by record",
    formula=(
        "mean over p = 1 … 10 of the share of records with the originals of all key variables "
        f"inside: {_FORMULA}"
    ),
    reference=DOMINGO_TORRA,
    plain=(
        "The share of people of whom every released number tells the true one to within a small "
        "band of ranks, 1 to 10 % of the file to either side."
    ),
    conclude=_disclosed_records,
    statistics=(RECORDS, MASKED),
    on="numbers",
    gaps=LEFT_OUT,
)
