"""Correlations before and after, and which pairs changed most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Matrix
from covey.core.encoding import Scale
from covey.core.facts import Movement, movements_of
from covey.core.masking import Masking
from covey.core.plan import Plan
from covey.core.profile import ColumnProfile
from covey.core.source import Source

_ROWS = 65_536
"""Records at a time, so that a million of them never stand in one matrix."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two variables and their correlation before and after."""

    one: str
    other: str
    before: float
    after: float

    @property
    def change(self) -> float:
        """After minus before."""
        return self.after - self.before


@dataclass(frozen=True, slots=True, eq=False)
class Correlations:
    """Correlation matrices of the same variables; NaN where a variable is constant."""

    names: tuple[str, ...]
    before: Matrix
    after: Matrix

    def pairs(self) -> list[Pair]:
        """Return all pairs, those that changed most first; undefined ones come last."""
        rows, columns = np.tril_indices(len(self.names), -1)
        change = np.abs(self.after - self.before)[rows, columns]
        # NaN sorts last as it is; equal changes keep the order of the variables.
        order = np.argsort(-change, kind="stable")
        return [self._pair(int(columns[i]), int(rows[i])) for i in order]

    def _pair(self, i: int, j: int) -> Pair:
        before, after = float(self.before[i, j]), float(self.after[i, j])
        return Pair(self.names[i], self.names[j], before, after)


def correlations_of(release: Masking, names: Sequence[str], at_a_time: int = _ROWS) -> Correlations:
    """Return the correlations between variables in the original and the released table.

    A pair of variables is compared where a record has a value in both.
    """
    moved = zip(release.plan.encoded.numeric.profiles, movements_of(release.blocks), strict=True)
    scales = {profile.name: _scales(profile, movement) for profile, movement in moved}
    before, after = zip(*(scales[name] for name in names), strict=True)
    return Correlations(
        tuple(names),
        _correlate(
            release.original, release.plan, dict(zip(names, before, strict=True)), at_a_time
        ),
        _correlate(release.masked, release.plan, dict(zip(names, after, strict=True)), at_a_time),
    )


def _scales(profile: ColumnProfile, moved: Movement) -> tuple[Scale, Scale]:
    """Return what turns original and released values into z-scores; a width of 0 for constants."""
    mean, width = profile.mean + moved.mean, moved.deviation
    # Rounding may leave a constant column of means with a spread of its last digit.
    is_constant = moved.is_level or width <= 1e-12 * abs(mean)
    return (
        Scale.of(profile, "zscore"),
        Scale(profile.exponent, mean, 0.0 if is_constant else width),
    )


def _correlate(source: Source, plan: Plan, scales: Mapping[str, Scale], at_a_time: int) -> Matrix:
    total, pairs = np.zeros((2, len(scales), len(scales)))
    for batch in source.batches(scales):
        columns = [plan.values(batch, name) for name in scales]
        for start in range(0, batch.n_records, at_a_time):
            part = [column[start : start + at_a_time] for column in columns]
            scaled = zip(scales.values(), part, strict=True)
            block = np.column_stack([scale.apply(x) for scale, x in scaled])
            is_there = ~np.isnan(np.column_stack(part))
            block[~is_there] = 0.0
            total += block.T @ block
            pairs += is_there.T.astype(np.float64) @ is_there
    correlation: Matrix = np.clip(total / np.maximum(pairs, 1.0), -1.0, 1.0)
    is_constant = np.array([scale.width == 0.0 for scale in scales.values()])
    correlation[is_constant] = correlation[:, is_constant] = np.nan  # it is not defined
    return correlation
