"""Correlations before and after, and which pairs changed most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Matrix
from covey.core.encoding import Scale
from covey.core.facts import Movement, movements_of
from covey.core.masking import Masking
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
    """Return the correlations between variables in the original and the released table."""
    moved = zip(release.plan.encoded.numeric.profiles, movements_of(release.blocks), strict=True)
    scales = {profile.name: _scales(profile, movement) for profile, movement in moved}
    before, after = zip(*(scales[name] for name in names), strict=True)
    return Correlations(
        tuple(names),
        _correlate(release.original, names, before, at_a_time),
        _correlate(release.masked, names, after, at_a_time),
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


def _correlate(
    source: Source, names: Sequence[str], scales: Sequence[Scale], at_a_time: int
) -> Matrix:
    total = np.zeros((len(names), len(names)))
    for batch in source.batches(names):
        columns = [batch.numbers(name) for name in names]
        for start in range(0, batch.n_records, at_a_time):
            part = [column[start : start + at_a_time] for column in columns]
            block = np.column_stack([scale.apply(x) for scale, x in zip(scales, part, strict=True)])
            total += block.T @ block
    correlation: Matrix = np.clip(total / source.n_records, -1.0, 1.0)
    is_constant = np.array([scale.width == 0.0 for scale in scales])
    correlation[is_constant] = correlation[:, is_constant] = np.nan  # it is not defined
    return correlation
