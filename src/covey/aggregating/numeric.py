"""Numeric variables: one coordinate, and the mean of a group in the precision of the column."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.aggregating.mean import group_means
from covey.aggregating.middle import group_medians
from covey.aggregating.stepping import are_codes, step_aside
from covey.core.arrays import Matrix, Vector
from covey.core.decimals import MOST_DECIMALS, round_to
from covey.core.encoding import Scale, Treatment
from covey.core.magnitude import multiplied
from covey.core.markers import Markers
from covey.core.partition import Partition
from covey.core.profile import ColumnProfile
from covey.core.table import Table


@dataclass(frozen=True, slots=True)
class NumericEncoder:
    """The encoder of a numeric variable.

    The profile is of the whole table, whatever batch is encoded. A rounding of ``auto`` keeps the
    decimals or the whole numbers of the column.
    """

    profile: ColumnProfile
    treatment: Treatment
    width: int = 1

    @classmethod
    def fit(cls, profile: ColumnProfile, treatment: Treatment) -> Self:
        """Return the encoder of a variable with this profile."""
        return cls(profile, treatment)

    @property
    def name(self) -> str:
        """The variable."""
        return self.profile.name

    @property
    def blank(self) -> Vector:
        """The coordinate of the mean of the values between the limits."""
        profile = self.profile.coded or self.profile
        mean = np.array([multiplied(profile.mean, profile.exponent)])
        scaled = Scale.of(profile, self.treatment.scaling).apply(mean)
        return scaled * math.sqrt(self.treatment.importance)

    def encode(self, batch: Table) -> Matrix:
        """Return the scaled values between the limits, one column."""
        scale = Scale.of(self.profile.coded or self.profile, self.treatment.scaling)
        scaled = scale.apply(self._coded(batch))[:, np.newaxis]
        importance = self.treatment.importance
        return scaled if importance == 1.0 else scaled * np.sqrt(importance)

    def standard(self, batch: Table) -> Matrix:
        """Return z-scores of the values as they are, one column."""
        return Scale.of(self.profile, "zscore").apply(batch.numbers(self.name))[:, np.newaxis]

    def _coded(self, batch: Table) -> Vector:
        """Return the values, those beyond a limit set to it."""
        values, limits = batch.numbers(self.name), self.treatment.limits
        return values if limits is None else np.clip(values, *limits)

    def decode(
        self, batch: Table, partition: Partition, weights: Vector | None = None
    ) -> NDArray[Any]:
        """Return the rounded mean or median of each record's group, or one a step beside a code.

        Equal ones stay equal.
        """
        values = self._rounded(self.centres(batch, partition, weights))
        if not self.treatment.codes:
            return values[partition.labels]
        profile = self.profile.coded or self.profile
        aside = step_aside(
            values,
            self._codes,
            self._step,
            float(multiplied(profile.mean, profile.exponent)),
            rounded=self._rounded,
            is_single=batch.is_single_precision(self.name),
        )
        return aside[partition.labels]

    def n_stepped(self, batch: Table, partition: Partition, weights: Vector | None = None) -> int:
        """Return how many groups have a mean or median that would be read as a code."""
        values = self._rounded(self.centres(batch, partition, weights))
        is_single = batch.is_single_precision(self.name)
        return int(are_codes(values, self._codes, is_single=is_single).sum())

    @property
    def _codes(self) -> tuple[float, ...]:
        return Markers(self.name, self.treatment.codes).values(self.profile.kind)

    @property
    def _step(self) -> float:
        """How far a value goes that would be a code: one of the last decimal that is released.

        Where values are not rounded, a millionth of the deviation.
        """
        if self.profile.kind == "date":
            return float(self.profile.step)
        decimals = self._decimals
        if decimals is not None:
            return float(10.0**-decimals)
        profile = self.profile.coded or self.profile
        return float(multiplied(profile.deviation() * 1e-6, profile.exponent))

    def centres(self, batch: Table, partition: Partition, weights: Vector | None = None) -> Vector:
        """Return the mean or median of each group."""
        values = self._coded(batch)
        if self.treatment.aggregate == "median":
            return group_medians(values, partition)
        return group_means(values, partition, weights)

    def _rounded(self, values: Vector) -> NDArray[Any]:
        """Return groups' values as precise as asked for; whole numbers in a type of these."""
        decimals = self._decimals
        if decimals is None:
            return values
        if self.profile.kind == "integer" and self.treatment.rounding in ("auto", 0):
            return _to_whole(values, self.profile)
        return round_to(values, decimals)

    @property
    def _decimals(self) -> int | None:
        """To how many decimals values are rounded; None if they are not."""
        rounding = self.treatment.rounding
        if rounding == "none":
            return None
        if self.profile.kind == "integer" and rounding == "auto":
            return 0
        decimals = self.profile.decimals if rounding == "auto" else rounding
        return None if decimals is None or decimals > MOST_DECIMALS else decimals


class DateEncoder(NumericEncoder):
    """The encoder of dates and times: those of a group come back as one of them."""

    __slots__ = ()

    def decode(
        self, batch: Table, partition: Partition, weights: Vector | None = None
    ) -> NDArray[Any]:
        """Return the mean or median of each record's group, to the day if all values are days.

        Of values in whole seconds it is one in whole seconds.
        """
        return super().decode(batch, partition, weights).astype("datetime64[us]")

    def _rounded(self, values: Vector) -> NDArray[Any]:
        step = self.profile.step
        return np.round(values / step) * step


def _to_whole(means: Vector, profile: ColumnProfile) -> NDArray[Any]:
    """Round to whole numbers within the column's own range.

    Python's integers are exact where a float near 2⁶³ would pass the end of the column's type.
    """
    lowest, highest = profile.least or 0, profile.most or 0
    if profile.coded is not None:  # limits may lie beyond all values
        lowest = min(lowest, math.floor(profile.coded.low))
        highest = max(highest, math.ceil(profile.coded.high))
    if lowest < -(2**63) or highest >= 2 ** (63 if lowest < 0 else 64):
        return round_to(means, 0)  # more than 64 bits: whole numbers in the type of fractions
    whole = [min(max(int(mean), lowest), highest) for mean in round_to(means, 0).tolist()]
    return np.array(whole, dtype=np.int64 if lowest < 0 else np.uint64)
