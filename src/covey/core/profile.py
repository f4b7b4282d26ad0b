"""What planning, encoding and measuring need of the columns, taken batch by batch.

A profile holds counts, extremes and moments, and never a record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.census import Census
from covey.core.classes import CensusTaker, Classes
from covey.core.decimals import decimals_of
from covey.core.errors import InputError
from covey.core.magnitude import divided, exponent_of
from covey.core.markers import FIRST_CODE, Marks
from covey.core.progress import Progress, quiet
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.table import (
    Gap,
    Kind,
    Table,
    long_integers,
    refuse_gap,
)

MOST_CATEGORIES = 1_000
"""More than these, without a taxonomy, are no categories but names or texts."""

Limits: TypeAlias = tuple[float | None, float | None]
"""The lowest and the highest value to which a column is coded, as far as there is one."""

MOST_COUNTED = 5_000
"""Categories that are counted: as many as a variable with a taxonomy may have."""

_STEPS = (86_400_000_000, 1_000_000, 1)
"""Microseconds of a day, of a second, and one."""

_GAPS = ("missing", "infinite", "not_positive")
"""What of a column is a number of records and the first of them."""

_LAST_WHOLE = 2.0**53
"""Up to here a float holds every whole number."""


@dataclass(slots=True)
class ColumnProfile:
    """What is known of a column so far: of numbers, moments; of anything else, its categories.

    Means and squares are in a unit of two to the power ``exponent``, just above the largest
    magnitude, so that squares of extreme numbers can be represented.
    """

    name: str
    kind: Kind = "decimal"
    count: int = 0  # numbers seen
    exponent: int = 0
    mean: float = 0.0
    squares: float = 0.0  # sum of squared distances from the mean
    low: float = 0.0
    high: float = 0.0
    least: int | None = None  # of whole numbers, exactly
    most: int | None = None
    missing: Gap = field(default_factory=Gap)
    infinite: Gap = field(default_factory=Gap)
    not_positive: Gap = field(default_factory=Gap)  # zero or negative numbers
    written: int | None = 0  # the most decimals in the file; None if no file shows it
    stored: int | None = 0  # the most decimals as floats; None if they were not rounded
    is_merged: bool = False  # whole numbers that differ are equal as floats, over one in a hundred
    is_numeric: bool = True  # its values are numbers, or dates; otherwise categories
    categories: dict[str, int] = field(default_factory=dict)  # how often each occurs
    is_released: bool = False  # its categories are what a file writes, which is released as it is
    is_open: bool = False  # there are more categories than are counted
    codes: list[int] = field(default_factory=list)  # how often each declared code occurs
    step: int = _STEPS[0]  # of dates: microseconds that all are multiples of
    coded: ColumnProfile | None = None
    """Of the values between limits, where those beyond are set to them before grouping."""
    limits: Limits | None = None
    n_below: int = 0  # values under the lower limit
    n_above: int = 0

    @property
    def is_constant(self) -> bool:
        """Whether the column held one value throughout."""
        return self.low == self.high if self.is_numeric else len(self.categories) == 1

    def has_more_than(self, most: int) -> bool:
        """Whether there are more categories than these."""
        return self.is_open or len(self.categories) > most

    @property
    def decimals(self) -> int | None:
        """How many decimals the numbers have; None if they were not rounded."""
        return self.stored if self.written is None else self.written

    def deviation(self, ddof: int = 0) -> float:
        """Return the standard deviation in the column's unit."""
        return float(np.sqrt(self.squares / max(1, self.count - ddof)))

    def add(self, batch: Table, start: int, *, with_decimals: bool = False) -> None:
        """Take in a batch whose first record has the number ``start``, counted from 0."""
        is_gap = batch.missing(self.name)
        if not self.is_numeric:
            self.missing = self.missing.plus(is_gap, start)
            self._add_categories(batch)
            return
        values = batch.measured(self.name)
        is_infinite = np.isinf(values)
        self.missing = self.missing.plus(is_gap, start)
        self.infinite = self.infinite.plus(is_infinite, start)
        is_number = ~(is_gap | is_infinite)
        self.not_positive = self.not_positive.plus(is_number & (values <= 0), start)
        numbers = values if is_number.all() else values[is_number]
        if self.kind == "integer" and len(numbers):
            least, most = batch.extremes(self.name)
            self.least = least if self.least is None else min(self.least, least)
            self.most = most if self.most is None else max(self.most, most)
        elif with_decimals and len(numbers):
            self._add_decimals(batch, numbers)
        if len(numbers) and np.abs(numbers).max() > _LAST_WHOLE:
            self.is_merged = self.is_merged or _are_merged(batch, self.name, numbers)
        if self.kind == "date":
            self.step = min(self.step, next(s for s in _STEPS if not (numbers % s).any()))
        self.add_numbers(numbers)
        self._add_coded(numbers)

    def _add_coded(self, numbers: Vector) -> None:
        """Take in numbers between the limits, and count those beyond."""
        if self.limits is None or len(numbers) == 0:
            return
        bottom, top = self.limits
        self.n_below += 0 if bottom is None else int((numbers < bottom).sum())
        self.n_above += 0 if top is None else int((numbers > top).sum())
        self.coded = self.coded or ColumnProfile(self.name, self.kind)
        self.coded.add_numbers(np.clip(numbers, bottom, top))

    def count_codes(self, marks: Marks | None) -> None:
        """Count the codes of a batch, given its markers."""
        if marks is not None:
            found = np.bincount(marks, minlength=FIRST_CODE + len(self.codes))[FIRST_CODE:].tolist()
            known = [*self.codes, *[0] * (len(found) - len(self.codes))]
            self.codes = [one + other for one, other in zip(known, found, strict=True)]

    def add_numbers(self, values: Vector) -> None:
        """Take in finite numbers; means and squares are joined by the update of Chan et al."""
        if len(values) == 0:
            return
        low, high = float(values.min()), float(values.max())
        self.low = min(self.low, low) if self.count else low
        self.high = max(self.high, high) if self.count else high
        self._raise_unit(exponent_of(np.array([self.low, self.high])))
        # Contiguous, so that numpy adds in the same order whatever table the column is part of.
        scaled = np.ascontiguousarray(divided(values, self.exponent))
        mean = float(scaled.mean())
        squares = float(np.square(scaled - mean).sum())
        total = self.count + len(values)
        shift = mean - self.mean
        self.mean += shift * (len(values) / total)
        self.squares += squares + shift**2 * (self.count * (len(values) / total))
        self.count = total

    def _add_categories(self, batch: Table) -> None:
        """Count the categories of a batch; those that are known go on being counted."""
        values = batch.released_texts if self.is_released else batch.listed_categories
        counted = Counter(value for value in values(self.name) if value is not None)
        self.count += counted.total()
        for category in sorted(counted):
            if category in self.categories or len(self.categories) < MOST_COUNTED:
                self.categories[category] = self.categories.get(category, 0) + counted[category]
            else:
                self.is_open = True

    def _raise_unit(self, needed: int) -> None:
        # The largest magnitude only grows, but for a column that held nothing but zeros so far.
        growth = needed - self.exponent
        self.mean = float(divided(self.mean, growth))
        self.squares = float(divided(self.squares, 2 * growth))
        self.exponent = needed

    def _add_decimals(self, batch: Table, numbers: Vector) -> None:
        written = batch.written_decimals(self.name)
        is_short = batch.is_single_precision(self.name)
        self.written = _most(self.written, written)
        self.stored = _most(self.stored, decimals_of(numbers, is_single_precision=is_short))

    def to_dict(self) -> dict[str, Any]:
        """Return it in values that JSON holds without loss."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return what `to_dict` described."""
        gaps = {name: Gap(**values[name]) for name in _GAPS}
        coded, limits = values["coded"], values["limits"]
        parts = {
            "coded": None if coded is None else cls.from_dict(coded),
            "limits": None if limits is None else tuple(limits),
        }
        return cls(**{**values, **gaps, **parts})

    @classmethod
    def of_counts(cls, values: NDArray[Any], shares: Vector) -> Self:
        """Return the profile of numbers of which each has a share of all records."""
        present = values[shares > 0].astype(np.float64)
        mean = float(shares @ values)
        return cls(
            "",
            count=1,
            mean=mean,
            squares=float(shares @ np.square(values - mean)),
            low=float(present.min()),
            high=float(present.max()),
        )

    @classmethod
    def of_numbers(cls, values: Vector, name: str = "") -> Self:
        """Return the profile of finite numbers in memory."""
        profile = cls(name)
        profile.add_numbers(values)
        return profile


@dataclass(frozen=True, slots=True)
class Moments:
    """Means, squares and ranges of several columns, side by side; units as in `ColumnProfile`."""

    counts: NDArray[np.int64]  # values of each column, fewer than records where there are gaps
    exponents: NDArray[np.int64]
    means: Vector
    squares: Vector
    lows: Vector
    highs: Vector

    @classmethod
    def of(cls, columns: Sequence[ColumnProfile]) -> Self:
        """Return the moments of some columns, which may be none."""
        return cls(
            np.array([column.count for column in columns], dtype=np.int64),
            np.array([column.exponent for column in columns], dtype=np.int64),
            np.array([column.mean for column in columns], dtype=np.float64),
            np.array([column.squares for column in columns], dtype=np.float64),
            np.array([column.low for column in columns], dtype=np.float64),
            np.array([column.high for column in columns], dtype=np.float64),
        )

    @property
    def is_constant(self) -> NDArray[np.bool_]:
        """Which columns held one value throughout."""
        return np.asarray(self.lows == self.highs)

    def deviations(self, ddof: int = 0) -> Vector:
        """Return standard deviations in the columns' units."""
        return np.sqrt(self.squares / np.maximum(1, self.counts - ddof))

    @property
    def centres(self) -> Vector:
        """Means in the columns' units; of a constant column its very value."""
        values = divided(self.lows, self.exponents)
        return np.where(self.is_constant, values, self.means)


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of the numeric columns of a source that a plan looks at."""

    n_records: int
    columns: Mapping[str, ColumnProfile]
    census: Census | None = None  # of strata and patterns of missing values

    @classmethod
    def of(
        cls,
        source: Source,
        names: Iterable[str],
        *,
        batches: Iterable[Table] | None = None,
        categorical: Collection[str] = (),
        classes: Classes | None = None,
        limits: Mapping[str, Limits] = MappingProxyType({}),
        with_decimals: bool = False,
        progress: Progress = quiet,
    ) -> Self:
        """Return the profile of some columns; go through the source once.

        Batches of these columns are given where others look at them too. Codes that stand for a
        missing value are gaps to a profile; the census of classes tells them apart. Of columns with
        limits, the values between them are profiled besides.
        """
        taker = CensusTaker(classes or Classes(k=2))
        columns = {
            name: ColumnProfile(
                name,
                source.kind(name),
                is_numeric=name not in categorical,
                limits=limits.get(name),
                is_released=name in taker.classes.strata,
            )
            for name in names
        }
        wanted = (*columns, *taker.classes.unit)
        start = 0
        for batch in source.batches(wanted) if batches is None else batches:
            marks = {one.name: one.of(batch) for one in taker.classes.markers}
            values = batch.blanked({name: found >= FIRST_CODE for name, found in marks.items()})
            for name, column in columns.items():
                column.add(values, start, with_decimals=with_decimals)
                column.count_codes(marks.get(name))
            places = {name: columns[name].categories for name in taker.classes.strata}
            taker.add(batch, marks, places, start)
            start += batch.n_records
            progress(start / source.n_records)
        if start != source.n_records:
            raise InputError(
                f"'{source.origin.name}' has {start:,} records where its header says "
                f"{source.n_records:,}. It changed while it was read, or is damaged; export it "
                "again."
            )
        return cls(source.n_records, columns, None if classes is None else taker.census())

    def __getitem__(self, name: str) -> ColumnProfile:
        return self.columns[name]

    def moments(self, names: Iterable[str]) -> Moments:
        """Return the moments of some columns, side by side."""
        return Moments.of([self.columns[name] for name in names])

    def constant(self, names: Iterable[str]) -> list[str]:
        """Return those of some columns that hold one value throughout."""
        return [name for name in names if self.columns[name].is_constant]

    def check_values(self, names: Iterable[str]) -> None:
        """Refuse columns without any value, with infinite ones, or with too long whole numbers."""
        for name in names:
            column = self.columns[name]
            refuse_gap(name, Gap(), column.infinite)
            if column.count == 0:
                raise InputError(
                    f"Column '{name}' has no value: all {column.missing.count:,} records have a "
                    "gap or a code. Give it the role identifier: ",
                    Setting("roles", {"identifier": [name]}),
                    ".",
                )
            if column.is_merged:
                raise InputError(
                    f"Column '{name}' holds whole numbers above 2⁵³, which are computed with as "
                    "floats, and different ones become equal. If it names people or things, "
                    "give it the role identifier: ",
                    Setting("roles", {"identifier": [name]}),
                    "; if not, subtract the same number from all.",
                )

    def check_complete(self, names: Iterable[str]) -> None:
        """Refuse columns with missing or infinite values."""
        for name in names:
            refuse_gap(name, self.columns[name].missing, self.columns[name].infinite)
            self.check_values([name])

    def to_dict(self) -> dict[str, Any]:
        """Return it in values that JSON holds without loss."""
        return {
            "n_records": self.n_records,
            "columns": [column.to_dict() for column in self.columns.values()],
            "census": None if self.census is None else self.census.to_dict(),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return what `to_dict` described."""
        columns = [ColumnProfile.from_dict(column) for column in values["columns"]]
        census = None if values["census"] is None else Census.from_dict(values["census"])
        return cls(values["n_records"], {column.name: column for column in columns}, census)


def _are_merged(batch: Table, name: str, numbers: Vector) -> bool:
    """Whether more than one in a hundred different whole numbers are lost as floats."""
    column = batch.column(name)
    if not column.dtype.is_integer():  # a file may write more digits than integers have
        if name not in batch.verbatim:
            return False
        column = long_integers(batch.text(name))
    n_different = column.drop_nulls().n_unique()
    return n_different > 1 and 100 * len(np.unique(numbers)) < 99 * n_different


def _most(known: int | None, found: int | None) -> int | None:
    """Return the larger of two numbers; None if one of them is unknown."""
    return None if known is None or found is None else max(known, found)
