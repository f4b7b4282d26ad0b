"""Encoding: one encoder for each variable turns values into coordinates, and groups into values.

Distances are taken between coordinates; a variable may have one or several.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Protocol, Self, cast

import numpy as np

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.magnitude import divided
from covey.core.partition import Grouping, Partition
from covey.core.profile import ColumnProfile, Limits
from covey.core.registry import unknown
from covey.core.request import Rounding
from covey.core.settings import Aggregate, MissingPolicy, Scaling, VariableKind
from covey.core.table import Table, Values
from covey.core.taxonomy import Taxonomy

SCALINGS: tuple[Scaling, ...] = ("zscore", "minmax", "none")


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a numeric variable lies on the common scale."""

    exponent: int = 0  # values are divided by two to this power first, which is exact
    shift: float = 0.0  # subtracted then
    width: float = 1.0  # divides at last; 0 for a constant, which takes no part in distances

    @classmethod
    def of(cls, profile: ColumnProfile, scaling: Scaling) -> Self:
        """Return the scale of a variable.

        ``zscore``
            (x − mean) / standard deviation, divisor n. The loss does not depend on n or n − 1.
        ``minmax``
            (x − min) / (max − min).
        ``none``
            x.
        """
        if scaling not in SCALINGS:
            raise unknown("scaling", scaling, SCALINGS)
        if scaling == "none":
            return cls()
        if profile.is_constant:
            return cls(width=0.0)
        if scaling == "zscore":
            return cls(profile.exponent, profile.mean, profile.deviation())
        low, high = (float(divided(end, profile.exponent)) for end in (profile.low, profile.high))
        return cls(profile.exponent, low, high - low)

    def apply(self, values: Vector) -> Vector:
        """Return values on the scale; they themselves stay as they are."""
        if self.width == 0.0:
            return np.zeros(len(values))
        scaled: Vector = (divided(values, self.exponent) - self.shift) / self.width
        return scaled


def scale(X: Matrix, scaling: Scaling) -> Matrix:
    """Return the columns of X on a common scale; X itself stays as it is.

    Examples
    --------
    >>> scale(np.array([[1.0, 7.0], [3.0, 7.0]]), "zscore").tolist()
    [[-1.0, 0.0], [1.0, 0.0]]
    """
    scaled = np.empty_like(X)
    for j in range(X.shape[1]):
        scaled[:, j] = Scale.of(ColumnProfile.of_numbers(X[:, j]), scaling).apply(X[:, j])
    return scaled


@dataclass(frozen=True, slots=True)
class Treatment:
    """How one variable is encoded and aggregated."""

    kind: VariableKind = "numeric"
    scaling: Scaling = "zscore"
    rounding: Rounding = "none"
    aggregate: Aggregate | None = None  # by default that of the kind
    levels: tuple[str, ...] = ()  # of an ordinal variable
    importance: float = 1.0  # times its squared distance
    taxonomy: Taxonomy | None = None  # of the categories of a nominal variable
    codes: tuple[str, ...] = ()  # values that stand for a missing one
    top: float | None = None  # values above are set to it first; microseconds of a date
    bottom: float | None = None
    missing: MissingPolicy = "pattern"

    @property
    def limits(self) -> Limits | None:
        """Between what values are set before grouping, if there is any limit."""
        return None if self.top is None and self.bottom is None else (self.bottom, self.top)

    def to_dict(self) -> dict[str, Any]:
        """Return what is told of it: the kind, the aggregate, and what is not as usual."""
        nodes = None if self.taxonomy is None else len(self.taxonomy.parents) + 1
        told = {
            "levels": list(self.levels),
            "importance": None if self.importance == 1.0 else self.importance,
            "taxonomy": None if nodes is None else {"n_nodes": nodes},
            "missing_codes": list(self.codes),
            "top": self._told(self.top),
            "bottom": self._told(self.bottom),
        }
        given = {name: value for name, value in told.items() if value not in (None, [])}
        return {"kind": self.kind, "aggregate": self.aggregate, **given}

    def _told(self, limit: float | None) -> float | str | None:
        return as_date(limit) if self.kind == "date" and limit is not None else limit


def as_date(microseconds: float) -> str:
    """Return a date and time of the calendar, in ISO's words, the day alone at midnight.

    Examples
    --------
    >>> as_date(-86_400_000_000.0), as_date(90_000_000.0)
    ('1969-12-31', '1970-01-01T00:01:30')
    """
    found = datetime(1970, 1, 1) + timedelta(microseconds=microseconds)
    is_day = found.time() == time()
    return found.date().isoformat() if is_day else found.isoformat()


class Encoder(Protocol):
    """Turns the values of one variable into coordinates, and a group's members into one value."""

    @property
    def name(self) -> str:
        """The variable."""

    @property
    def profile(self) -> ColumnProfile:
        """What is known of it in the whole table."""

    @property
    def width(self) -> int:
        """How many coordinates it has."""

    @property
    def blank(self) -> Vector:
        """The coordinates of a missing value: those of the variable's mean, shape (width,)."""

    def encode(self, batch: Table) -> Matrix:
        """Return the coordinates of a batch without missing values, shape (n_records, width)."""

    def standard(self, batch: Table) -> Matrix:
        """Return coordinates of total variance 1 about the mean, whatever the scaling."""

    def decode(self, batch: Table, partition: Partition, weights: Vector | None = None) -> Values:
        """Return what is released for each record of a batch that holds whole groups.

        Means are weighted by the sampling weights of the records, where there are any.
        """


class Categorizer(Encoder, Protocol):
    """An encoder of a variable that is no number: its values are categories."""

    def codes(self, batch: Table) -> Labels:
        """Return the number of each record's category, the same in all batches; −1 for none."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """The encoders of some variables, in their order."""

    encoders: tuple[Encoder, ...]

    @property
    def width(self) -> int:
        """How many coordinates a record has."""
        return sum(encoder.width for encoder in self.encoders)

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return tuple(encoder.name for encoder in self.encoders)

    @property
    def profiles(self) -> list[ColumnProfile]:
        """What is known of each variable in the whole table."""
        return [encoder.profile for encoder in self.encoders]

    @property
    def numeric(self) -> Encoding:
        """The encoding of the variables that are numbers."""
        return Encoding(tuple(one for one in self.encoders if one.profile.is_numeric))

    @property
    def categorical(self) -> Encoding:
        """The encoding of the variables that are not."""
        return Encoding(tuple(one for one in self.encoders if not one.profile.is_numeric))

    @property
    def categorizers(self) -> tuple[Categorizer, ...]:
        """The encoders of the variables that are not, as such."""
        return cast("tuple[Categorizer, ...]", self.categorical.encoders)

    @property
    def places_of_numbers(self) -> list[int]:
        """Which of the variables are numbers."""
        return [j for j, one in enumerate(self.encoders) if one.profile.is_numeric]

    def only(self, names: Sequence[str]) -> Encoding:
        """Return the encoding of some of the variables."""
        return Encoding(tuple(encoder for encoder in self.encoders if encoder.name in names))

    def encode(self, batch: Table) -> Matrix:
        """Return the coordinates of a batch, those of one variable side by side."""
        # Into their place one after the other: of wide ones there should not be two copies.
        X = np.empty((batch.n_records, self.width))
        start = 0
        for encoder in self.encoders:
            X[:, start : start + encoder.width] = encoder.encode(batch)
            start += encoder.width
        return X

    def standard(self, batch: Table) -> Matrix:
        """Return the coordinates of a batch in which each variable has a variance of 1."""
        return np.column_stack([encoder.standard(batch) for encoder in self.encoders])

    def decode(self, batch: Table, groups: Grouping, weights: Vector | None = None) -> Table:
        """Return a batch that holds whole groups with the values of the groups in their place."""
        return batch.with_values(
            {
                encoder.name: encoder.decode(batch, groups.for_variable(j), weights)
                for j, encoder in enumerate(self.encoders)
            }
        )

    def columns_of(self, names: Iterable[str]) -> list[int]:
        """Return which columns of the encoded matrix belong to some variables."""
        wanted = set(names)
        starts = np.cumsum([0, *(encoder.width for encoder in self.encoders)]).tolist()
        return [
            column
            for encoder, start in zip(self.encoders, starts, strict=False)
            if encoder.name in wanted
            for column in range(start, start + encoder.width)
        ]
