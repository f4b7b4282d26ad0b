"""What the measures look at: the same records before and after masking, and the whole table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.encoding import Treatment
from covey.core.errors import InputError
from covey.core.magnitude import multiplied
from covey.core.measure import Remembering
from covey.core.profile import ColumnProfile, Moments
from covey.core.progress import Progress, quiet
from covey.core.table import Table
from covey.measuring.confidential import Attribute, Tally, tally
from covey.measuring.magnitudes import comparable, settled

Known = NDArray[np.bool_]

NO_CATEGORY = -1
"""The number of a category where a record has no value."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What every block of a table is measured against, and what conclusions name."""

    names: tuple[str, ...]  # the key variables that are numbers
    moments: Moments  # of their original values
    n_records: int
    tallies: tuple[Tally, ...] = ()  # of the confidential columns
    model: str | None = None  # a regression that users of the data would run, ``y ~ a + b``
    loss_share: float = 0.5  # weight of the loss in the scoring index
    categories: tuple[str, ...] = ()  # the other key variables
    treatments: Mapping[str, Treatment] = field(default_factory=dict)
    """How the key variables were masked, as far as it is known; otherwise by group means."""

    @property
    def spreads(self) -> Vector:
        """Sample standard deviations in the columns' powers of two, exactly 0 for a constant."""
        return np.where(self.moments.is_constant, 0.0, self.moments.deviations(ddof=1))

    def by_variable(self, values: Vector) -> dict[str, float]:
        """Return one value for each variable by its name; not of those that have none."""
        pairs = zip(self.names, values.tolist(), strict=True)
        return {name: value for name, value in pairs if not math.isnan(value)}

    def by_column(self, values: Vector) -> dict[str, float]:
        """Return one value for each confidential column by its name."""
        names = [tally.name for tally in self.tallies]
        return dict(zip(names, values.tolist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Coordinates:
    """A key variable that is no number, before and after.

    Its coordinates have a total variance of 1 about 0, and are 0 where a record has no value. The
    categories are numbered in all blocks alike, `NO_CATEGORY` standing for none.
    """

    name: str
    original: Matrix
    masked: Matrix
    before: Labels
    after: Labels

    @property
    def width(self) -> int:
        """How many coordinates it has."""
        return int(self.original.shape[1])


@dataclass(eq=False)
class Evidence(Remembering):
    """Original and masked values of the key variables, row by row, and what else is at hand.

    The records are all of a table, or one block of it: those that were grouped together. Of a
    block, `within` is what is known of the table: its names, model and loss share count.
    """

    original: Matrix  # in original units, as the masked values; NaN where there is no value
    masked: Matrix
    names: tuple[str, ...] = ()  # of the key variables that are numbers; numbered if absent
    categories: tuple[Coordinates, ...] = ()  # the other key variables
    attributes: tuple[Attribute, ...] = ()  # the confidential columns
    groups: Sequence[Labels] | None = None
    """The groups in which each number was aggregated; classes of equal records if absent."""
    classes: Labels | None = None
    """The class of equal records in the file, where more than values and gaps tells them apart."""
    units: Labels | None = None  # the respondent of each record
    weights: Vector | None = None  # the sampling weight of each record
    tables: tuple[Table, Table] | None = None  # before and after, for models of any column
    model: str | None = None
    loss_share: float = 0.5
    treatments: Mapping[str, Treatment] = field(default_factory=dict)
    seed: int = 0  # for measures that take a sample where exact is out of reach
    progress: Progress = quiet
    workers: int | None = None  # threads at once; as many as there are cores if absent
    within: Whole | None = None
    effort: float = 1.0  # times the usual budget of work of attacks on a sample

    def __post_init__(self) -> None:
        if self.original.shape != self.masked.shape:
            raise InputError(
                f"Original and masked data must have the same shape. Got "
                f"{self.original.shape[0]} by {self.original.shape[1]} and "
                f"{self.masked.shape[0]} by {self.masked.shape[1]}."
            )
        for attribute in self.attributes:
            if len(attribute.values) != self.n_records:
                raise InputError(
                    f"Column '{attribute.name}' has {len(attribute.values):,} values for "
                    f"{self.n_records:,} records."
                )
        if self.weights is not None and len(self.weights) != self.n_records:
            raise InputError(
                f"There are {len(self.weights):,} weights for {self.n_records:,} records."
            )

    @property
    def n_records(self) -> int:
        """Number of records."""
        return len(self.original)

    @property
    def n_numbers(self) -> int:
        """Number of key variables that are numbers."""
        return int(self.original.shape[1])

    @property
    def n_variables(self) -> int:
        """Number of key variables, the numbers first."""
        return self.n_numbers + len(self.categories)

    @cached_property
    def spans(self) -> list[range]:
        """The standardized columns of each key variable."""
        widths = [1] * self.n_numbers + [category.width for category in self.categories]
        ends = np.cumsum(widths, dtype=np.int64).tolist()
        return [range(end - width, end) for width, end in zip(widths, ends, strict=True)]

    def columns_of(self, variables: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the standardized columns of sets of variables, a row for each set.

        Rows are filled up with the last column, which is 0 throughout where there are categories.
        """
        if not self.categories:
            return variables
        widths = np.array([len(span) for span in self.spans])[variables]
        ends = np.cumsum(widths, axis=1)
        columns = np.full((len(variables), ends[:, -1].max()), self.spans[-1].stop, dtype=np.intp)
        for j, span in enumerate(self.spans):
            rows, places = np.nonzero(variables == j)
            starts = ends[rows, places] - len(span)
            columns[rows[:, None], starts[:, None] + np.arange(len(span))] = span
        return columns

    @cached_property
    def known(self) -> tuple[Known, Known] | None:
        """Which numbers there are before and after; None where none is missing."""
        before, after = ~np.isnan(self.original), ~np.isnan(self.masked)
        return None if before.all() and after.all() else (before, after)

    @property
    def n_gaps(self) -> tuple[int, int]:
        """Cells without a value before or after: of numbers, and of the other key variables."""
        numbers = 0 if self.known is None else int((~(self.known[0] & self.known[1])).sum())
        others = sum(
            int(((one.before == NO_CATEGORY) | (one.after == NO_CATEGORY)).sum())
            for one in self.categories
        )
        return numbers, others

    @cached_property
    def rows(self) -> tuple[Matrix, Matrix]:
        """All key variables before and after: equal rows are of equal records.

        Where there is no number they hold the mean, and no coordinate of any category.
        """
        if self.known is None:
            return self._beside(self.original, self.masked)
        moments = self.whole.moments
        centres = multiplied(moments.centres, moments.exponents)
        return self._beside(
            np.where(self.known[0], self.original, centres),
            np.where(self.known[1], self.masked, centres),
        )

    def _beside(self, original: Matrix, masked: Matrix) -> tuple[Matrix, Matrix]:
        """Return two matrices with the coordinates of variables that are no numbers beside them.

        A last column of zeros stands for no coordinate, where a set of variables has fewer than
        another.
        """
        if not self.categories:
            return original, masked
        nothing = np.zeros((self.n_records, 1))
        return (
            np.column_stack([original, *(one.original for one in self.categories), nothing]),
            np.column_stack([masked, *(one.masked for one in self.categories), nothing]),
        )

    @cached_property
    def whole(self) -> Whole:
        """What is known of the whole table, of which these may be all records."""
        if self.within is not None:
            return self.within
        names = self.names or tuple(f"x{j}" for j in range(self.n_numbers))
        columns = [column[~np.isnan(column)] for column in self.original.T]
        return Whole(
            names,
            Moments.of([ColumnProfile.of_numbers(column) for column in columns]),
            self.n_records,
            tally(self.attributes),
            self.model,
            self.loss_share,
            tuple(category.name for category in self.categories),
            self.treatments,
        )

    def both(self, j: int) -> Known | None:
        """Return which records have a number before and after; None where all have."""
        return None if self.known is None else self.known[0][:, j] & self.known[1][:, j]

    def _settled(self, j: int) -> tuple[Vector, Vector]:
        original = np.ascontiguousarray(self.original[:, j])
        masked = np.ascontiguousarray(self.masked[:, j])
        both = self.both(j)
        if both is None:
            return original, settled(original, masked)
        masked = masked.copy()
        masked[both] = settled(original[both], masked[both])
        return original, masked

    def pair(self, j: int) -> tuple[Vector, Vector]:
        """Return a variable before and after, contiguous and settled, where it has both values."""
        original, masked = self._settled(j)
        both = self.both(j)
        return (original, masked) if both is None else (original[both], masked[both])

    def scaled_pair(self, j: int) -> tuple[Vector, Vector]:
        """Return a variable before and after in the whole table's power of two for it."""
        return comparable(*self.pair(j), int(self.whole.moments.exponents[j]))

    def filled_pair(self, j: int) -> tuple[Vector, Vector]:
        """Return a variable as `scaled_pair`, of all records: the mean where one value is missing.

        It is that of the whole original, before and after.
        """
        moments, both = self.whole.moments, self.both(j)
        original, masked = comparable(*self._settled(j), int(moments.exponents[j]))
        if both is None:
            return original, masked
        centre = moments.centres[j]
        return np.where(both, original, centre), np.where(both, masked, centre)

    @cached_property
    def standardized(self) -> tuple[Matrix, Matrix]:
        """Both matrices in units of the whole original's deviations, about its means.

        The coordinates of variables that are no numbers stand behind those that are.
        A column that was constant has no such unit. It is zero in the original, and zero in the
        masked data unless masking changed it. Where there is no value, it is the mean's, zero.
        """
        original, masked = np.empty_like(self.original), np.empty_like(self.masked)
        moments = self.whole.moments
        widths = np.where(moments.is_constant, 1.0, moments.deviations())
        for j in range(self.n_numbers):
            x, y = comparable(*self._settled(j), int(moments.exponents[j]))
            original[:, j] = (x - moments.centres[j]) / widths[j]
            masked[:, j] = (y - moments.centres[j]) / widths[j]
        if self.known is not None:
            original[~self.known[0]] = masked[~self.known[1]] = 0.0
        return self._beside(original, masked)

    @cached_property
    def twins(self) -> NDArray[np.intp]:
        """The number of the distinct masked record that each record became.

        A gap is a value of its own, unlike any number or category.
        """
        if self.classes is not None:
            return np.unique(self.classes, return_inverse=True)[1].astype(np.intp)
        # As released: values that nearly agree are twins to no one who sees the file.
        values: list[NDArray[Any]] = [
            self.rows[1][:, : self.n_numbers],
            *(one.after[:, None] for one in self.categories),
        ]
        if self.known is not None:
            values.append(self.known[1])
        masked = np.ascontiguousarray(np.column_stack(values) + 0.0)  # −0 and 0 are twins
        keys: Any = masked.view(np.dtype((np.void, masked.dtype.itemsize * masked.shape[1])))
        return np.unique(keys.ravel(), return_inverse=True)[1].astype(np.intp)
