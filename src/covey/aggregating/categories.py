"""Categories: nominal variables by indicators, ordinal ones by their place in the order."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Self

import narwhals as nw
import numpy as np

from covey.aggregating.middle import middle_records
from covey.core.arrays import Labels, Matrix, Vector
from covey.core.encoding import Scale, Treatment
from covey.core.errors import InputError, RequestError
from covey.core.partition import Partition
from covey.core.profile import MOST_CATEGORIES, ColumnProfile
from covey.core.spelling import Setting
from covey.core.table import Table


@dataclass(frozen=True, slots=True)
class CategoryEncoder:
    """What encoders of categories share: each record has the number of its category."""

    profile: ColumnProfile
    treatment: Treatment
    categories: tuple[str, ...]
    _place: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_place", {name: i for i, name in enumerate(self.categories)})

    @property
    def name(self) -> str:
        """The variable."""
        return self.profile.name

    @property
    def shares(self) -> Vector:
        """How frequent each category is in the whole table."""
        counts = np.array([self.profile.categories.get(name, 0) for name in self.categories])
        shares: Vector = counts / counts.sum()
        return shares

    def codes(self, batch: Table) -> Labels:
        """Return the number of each record's category."""
        return (
            batch.categories(self.name)
            .replace_strict(list(self._place), list(self._place.values()))
            .to_numpy()
            .astype(np.intp)
        )

    def of_records(self, batch: Table, records: Labels) -> nw.Series[Any]:
        """Return the values that some records have, in the column's own type."""
        values: nw.Series[Any] = batch.column(self.name)[records.tolist()]
        return values


class NominalEncoder(CategoryEncoder):
    """An indicator for each category; a group's value is its most frequent one."""

    __slots__ = ()

    @classmethod
    def fit(cls, profile: ColumnProfile, treatment: Treatment) -> Self:
        """Return the encoder of a variable with this profile; frequent categories come first."""
        if profile.is_open:
            raise InputError(
                f"Column '{profile.name}' has more than {MOST_CATEGORIES:,} categories. Recode it "
                "to fewer ones, or give it the role identifier: ",
                Setting("roles", {"identifier": [profile.name]}),
                ".",
            )
        counts = profile.categories
        order = sorted(counts, key=lambda category: (-counts[category], category))
        return cls(profile, treatment, tuple(order))

    @property
    def width(self) -> int:
        """How many coordinates it has."""
        return len(self.categories)

    @property
    def blank(self) -> Vector:
        """The coordinates of the shares that the categories have."""
        if self.treatment.scaling == "zscore":
            return np.zeros(self.width)
        return self.shares * math.sqrt(self.treatment.importance / 2)

    def encode(self, batch: Table) -> Matrix:
        """Return scaled indicators: a mismatch costs 1 unless variables have a variance of 1."""
        if self.treatment.scaling == "zscore":
            return self.standard(batch) * math.sqrt(self.treatment.importance)
        return self._indicators(batch) * math.sqrt(self.treatment.importance / 2)

    def standard(self, batch: Table) -> Matrix:
        """Return indicators of total variance 1, about their means; zeros for a constant."""
        variance = 1.0 - np.square(self.shares).sum()
        if self.profile.is_constant:
            return np.zeros((batch.n_records, self.width))
        centred: Matrix = (self._indicators(batch) - self.shares) / math.sqrt(variance)
        return centred

    def _indicators(self, batch: Table) -> Matrix:
        indicators = np.zeros((batch.n_records, self.width))
        indicators[np.arange(batch.n_records), self.codes(batch)] = 1.0
        return indicators

    def decode(
        self, batch: Table, partition: Partition, _weights: Vector | None = None
    ) -> nw.Series[Any]:
        """Return the mode of each record's group; ties go to the category more frequent overall."""
        pairs, first, counts = np.unique(
            partition.labels * self.width + self.codes(batch), return_index=True, return_counts=True
        )
        groups = pairs // self.width
        # Frequent categories have low numbers, and pairs rise: of equal counts the first is wanted.
        order = np.lexsort((-counts, groups))
        modes = order[np.unique(groups[order], return_index=True)[1]]
        return self.of_records(batch, first[modes][partition.labels])


class OrdinalEncoder(CategoryEncoder):
    """The place in the given order as a number; a group's value is its median category."""

    __slots__ = ()
    width = 1

    @classmethod
    def fit(cls, profile: ColumnProfile, treatment: Treatment) -> Self:
        """Return the encoder of a variable with this profile; refuse values that are no level."""
        levels = treatment.levels
        unknown = len(set(profile.categories) - set(levels))
        if unknown or profile.is_open:
            raise RequestError(
                f"Column '{profile.name}' holds {unknown:,} values that are no level of its order. "
                "Name all levels, the lowest first: ",
                Setting("columns", {profile.name: {"levels": ["A", "B"]}}),
                ".",
            )
        return cls(profile, treatment, levels)

    @property
    def blank(self) -> Vector:
        """The coordinate of the mean place."""
        mean = np.array([self.shares @ np.arange(len(self.categories))])
        return self._scale(self.treatment.scaling).apply(mean) * math.sqrt(
            self.treatment.importance
        )

    def encode(self, batch: Table) -> Matrix:
        """Return the scaled place in the order, one column."""
        return self._scaled(batch, self.treatment.scaling) * math.sqrt(self.treatment.importance)

    def standard(self, batch: Table) -> Matrix:
        """Return the place in the order as a z-score, one column."""
        return self._scaled(batch, "zscore")

    def _scaled(self, batch: Table, scaling: Any) -> Matrix:
        return self._scale(scaling).apply(self.codes(batch).astype(np.float64))[:, np.newaxis]

    def _scale(self, scaling: Any) -> Scale:
        places = ColumnProfile.of_counts(np.arange(len(self.categories)), self.shares)
        return Scale.of(places, scaling)

    def decode(
        self, batch: Table, partition: Partition, _weights: Vector | None = None
    ) -> nw.Series[Any]:
        """Return the median category of each record's group, the lower of two."""
        lower, _ = middle_records(self.codes(batch), partition)
        return self.of_records(batch, lower[partition.labels])
