"""Numeric variables: one coordinate, and the mean of a group in the precision of the column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.aggregating.mean import group_means
from covey.core.arrays import Matrix, Vector
from covey.core.decimals import MOST_DECIMALS, round_to
from covey.core.encoding import Scale
from covey.core.partition import Partition
from covey.core.profile import ColumnProfile
from covey.core.request import Rounding
from covey.core.settings import Scaling
from covey.core.table import Table


@dataclass(frozen=True, slots=True)
class NumericEncoder:
    """The encoder of a numeric variable.

    Parameters
    ----------
    profile : ColumnProfile
        Of the whole table, whatever batch is encoded.
    scale : Scale
        Where it lies on the common scale.
    rounding : {"none", "auto"} or int
        How group means are rounded. ``auto`` keeps the decimals or the whole numbers of the column.
    """

    profile: ColumnProfile
    scale: Scale
    rounding: Rounding = "none"
    width: int = 1

    @classmethod
    def fit(cls, profile: ColumnProfile, scaling: Scaling, rounding: Rounding) -> Self:
        """Return the encoder of a variable with this profile."""
        return cls(profile, Scale.of(profile, scaling), rounding)

    @property
    def name(self) -> str:
        """The variable."""
        return self.profile.name

    def encode(self, batch: Table) -> Matrix:
        """Return the scaled values, one column."""
        return self.scale.apply(batch.numbers(self.name))[:, np.newaxis]

    def standard(self, batch: Table) -> Matrix:
        """Return z-scores, one column."""
        return Scale.of(self.profile, "zscore").apply(batch.numbers(self.name))[:, np.newaxis]

    def decode(self, batch: Table, partition: Partition) -> NDArray[Any]:
        """Return the rounded mean of each record's group; equal means stay equal."""
        means = group_means(batch.numbers(self.name), partition)
        return self._rounded(means)[partition.labels]

    def _rounded(self, means: Vector) -> NDArray[Any]:
        """Return group means as precise as asked for; whole numbers in a type of whole numbers."""
        if self.rounding == "none":
            return means
        if self.profile.kind == "integer" and self.rounding in ("auto", 0):
            return _to_whole(means, self.profile)
        decimals = self.profile.decimals if self.rounding == "auto" else self.rounding
        return means if decimals is None or decimals > MOST_DECIMALS else round_to(means, decimals)


def _to_whole(means: Vector, profile: ColumnProfile) -> NDArray[Any]:
    """Round to whole numbers within the column's own range.

    Python's integers are exact where a float near 2⁶³ would pass the end of the column's type.
    """
    lowest, highest = profile.least or 0, profile.most or 0
    if lowest < -(2**63) or highest >= 2 ** (63 if lowest < 0 else 64):
        return round_to(means, 0)  # more than 64 bits: whole numbers in the type of fractions
    whole = [min(max(int(mean), lowest), highest) for mean in round_to(means, 0).tolist()]
    return np.array(whole, dtype=np.int64 if lowest < 0 else np.uint64)
