"""Categories: nominal variables by indicators, ordinal ones by their place in the order."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import narwhals as nw
import numpy as np

from covey.aggregating.middle import middle_records
from covey.core.arrays import Labels, Matrix, Vector
from covey.core.dates import are_dates
from covey.core.encoding import Scale, Treatment
from covey.core.errors import InputError, RequestError
from covey.core.partition import Partition
from covey.core.profile import MOST_CATEGORIES, MOST_COUNTED, ColumnProfile
from covey.core.spelling import Setting
from covey.core.table import Table
from covey.core.wording import counted


def numbered(batch: Table, name: str, places: Mapping[str, int]) -> Labels:
    """Return the number that each record's category has; −1 where there is no value."""
    found = batch.categories(name).replace_strict(
        [*places, None], [*places.values(), -1], return_dtype=nw.Int64
    )
    return found.to_numpy().astype(np.intp)


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
        """Return the number of each record's category; −1 for none."""
        return numbered(batch, self.name, self._place)

    def of_records(self, batch: Table, records: Labels) -> nw.Series[Any]:
        """Return the values that some records have, in the column's own type."""
        values: nw.Series[Any] = batch.column(self.name)[records.tolist()]
        return values


def by_frequency(profile: ColumnProfile) -> tuple[str, ...]:
    """Return the categories, frequent ones first and equally frequent ones by name."""
    counts = profile.categories
    return tuple(sorted(counts, key=lambda category: (-counts[category], category)))


class NominalEncoder(CategoryEncoder):
    """An indicator for each category; a group's value is its most frequent one."""

    __slots__ = ()

    @classmethod
    def fit(cls, profile: ColumnProfile, treatment: Treatment) -> Self:
        """Return the encoder of a variable with this profile; frequent categories come first."""
        name = profile.name
        if profile.has_more_than(MOST_CATEGORIES):
            if are_dates(profile.categories):
                raise InputError(
                    f"Column '{name}' has more than {MOST_CATEGORIES:,} categories, which are "
                    "written like dates. Say that they are: ",
                    Setting("columns", {name: {"kind": "date"}}),
                    ".",
                )
            raise InputError(
                f"Column '{name}' has more than {MOST_CATEGORIES:,} categories. Give it a taxonomy "
                f"for up to {MOST_COUNTED:,}, ",
                Setting("columns", {name: {"taxonomy": "FILE"}}),
                ", recode it to fewer ones, or, if it names people or things, give it the role "
                "identifier: ",
                Setting("roles", {"identifier": [name]}),
                ".",
            )
        if treatment.kind == "boolean" and profile.has_more_than(2):
            raise InputError(
                f"Column '{name}' has {len(profile.categories):,} different values, and a boolean "
                "column has two. If they are categories, say so: ",
                Setting("columns", {name: {"kind": "nominal"}}),
                ".",
            )
        return cls(profile, treatment, by_frequency(profile))

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
        importance = self.treatment.importance
        if self.treatment.scaling == "zscore":
            X, factor = self.standard(batch), math.sqrt(importance)
        else:
            X, factor = self._indicators(batch), math.sqrt(importance / 2)
        X *= factor  # in their place, as below: they may be wide
        return X

    def standard(self, batch: Table) -> Matrix:
        """Return indicators of total variance 1, about their means; zeros for a constant."""
        variance = 1.0 - np.square(self.shares).sum()
        if self.profile.is_constant:
            return np.zeros((batch.n_records, self.width))
        X = self._indicators(batch)
        X -= self.shares
        X /= math.sqrt(variance)
        return X

    def _indicators(self, batch: Table) -> Matrix:
        indicators = np.zeros((batch.n_records, self.width))
        indicators[np.arange(batch.n_records), self.codes(batch)] = 1.0
        return indicators

    def decode(
        self, batch: Table, partition: Partition, _weights: Vector | None = None
    ) -> nw.Series[Any]:
        """Return the mode of each record's group; ties go to the category more frequent overall."""
        n_categories = len(self.categories)
        pairs, first, counts = np.unique(
            partition.labels * n_categories + self.codes(batch),
            return_index=True,
            return_counts=True,
        )
        groups = pairs // n_categories
        # Frequent categories have low numbers, and pairs rise: of equal counts the first is wanted.
        order = np.lexsort((-counts, groups))
        modes = order[np.unique(groups[order], return_index=True)[1]]
        return self.of_records(batch, first[modes][partition.labels])


def _as_number(category: str) -> float:
    """Return the number that a category is, false before true."""
    return float({"false": "0", "true": "1"}.get(category, category))


class OrdinalEncoder(CategoryEncoder):
    """The place in the given order as a number; a group's value is its median category."""

    __slots__ = ()
    width = 1

    @classmethod
    def fit(cls, profile: ColumnProfile, treatment: Treatment) -> Self:
        """Return the encoder of a variable with this profile; refuse values that are no level.

        Without levels, numbers have their own order.
        """
        levels = treatment.levels or tuple(sorted(profile.categories, key=_as_number))
        unknown = len(set(profile.categories) - set(levels))
        if unknown or profile.is_open:
            more = "more than " if profile.is_open else ""
            raise RequestError(
                f"Column '{profile.name}' holds {more}{counted(unknown, 'value')} that "
                f"{'is' if unknown == 1 else 'are'} no level of its order. "
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
