"""What the measures look at: the same records before and after masking, and the whole table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.errors import InputError
from covey.core.measure import Remembering
from covey.core.profile import ColumnProfile, Moments
from covey.core.progress import Progress, quiet
from covey.core.table import Table
from covey.measuring.confidential import Attribute, Tally, tally
from covey.measuring.magnitudes import comparable, settled


@dataclass(frozen=True, slots=True)
class Whole:
    """What every block of a table is measured against, and what conclusions name."""

    names: tuple[str, ...]  # the key variables that are numbers
    moments: Moments  # of their original values
    tallies: tuple[Tally, ...] = ()  # of the confidential columns
    model: str | None = None  # a regression that users of the data would run, ``y ~ a + b``
    weight: float = 0.5  # share of the loss in the scoring index
    categories: tuple[str, ...] = ()  # the other key variables

    @property
    def n_records(self) -> int:
        """Number of records of the whole table."""
        return self.moments.count

    @property
    def spreads(self) -> Vector:
        """Sample standard deviations in the columns' powers of two, exactly 0 for a constant."""
        return np.where(self.moments.is_constant, 0.0, self.moments.deviations(ddof=1))

    def by_variable(self, values: Vector) -> dict[str, float]:
        """Return one value for each variable by its name."""
        return dict(zip(self.names, values.tolist(), strict=True))

    def by_column(self, values: Vector) -> dict[str, float]:
        """Return one value for each confidential column by its name."""
        names = [tally.name for tally in self.tallies]
        return dict(zip(names, values.tolist(), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class Coordinates:
    """A key variable that is no number, before and after: coordinates of total variance 1."""

    name: str
    original: Matrix
    masked: Matrix


@dataclass(eq=False)
class Evidence(Remembering):
    """Original and masked values of the key variables, row by row, and what else is at hand.

    The records are all of a table, or one block of it: those that were grouped together. Of a
    block, `within` is what is known of the table: its names, model and weight count.
    """

    original: Matrix  # in original units, as the masked values
    masked: Matrix
    names: tuple[str, ...] = ()  # of the key variables that are numbers; numbered if absent
    categories: tuple[Coordinates, ...] = ()  # the other key variables
    attributes: tuple[Attribute, ...] = ()  # the confidential columns
    gaps: NDArray[np.bool_] | None = None
    """Cells of the numeric key variables that have no value before or after, shape of `original`.

    Both matrices hold the mean of the whole original there, so that such a cell costs nothing if
    it was missing before, and the distance from the mean if it was blanked.
    """
    units: Labels | None = None  # the respondent of each record
    weights: Vector | None = None  # the sampling weight of each record
    tables: tuple[Table, Table] | None = None  # before and after, for models of any column
    model: str | None = None
    weight: float = 0.5
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

    @property
    def n_records(self) -> int:
        """Number of records."""
        return len(self.original)

    @property
    def n_variables(self) -> int:
        """Number of key variables that are numbers."""
        return int(self.original.shape[1])

    @property
    def starts(self) -> list[int]:
        """The first standardized column of each key variable."""
        widths = [category.original.shape[1] for category in self.categories]
        ends: list[int] = np.cumsum([1] * self.n_variables + widths).tolist()
        return [0, *ends[:-1]]

    @property
    def n_columns(self) -> int:
        """Number of standardized columns."""
        return int(self.standardized[0].shape[1])

    @cached_property
    def rows(self) -> tuple[Matrix, Matrix]:
        """All key variables before and after: equal rows are of equal records."""
        return self._beside(self.original, self.masked)

    def _beside(self, original: Matrix, masked: Matrix) -> tuple[Matrix, Matrix]:
        """Return two matrices with the coordinates of variables that are no numbers beside them."""
        if not self.categories:
            return original, masked
        return (
            np.column_stack([original, *(category.original for category in self.categories)]),
            np.column_stack([masked, *(category.masked for category in self.categories)]),
        )

    @cached_property
    def whole(self) -> Whole:
        """What is known of the whole table, of which these may be all records."""
        if self.within is not None:
            return self.within
        names = self.names or tuple(f"x{j}" for j in range(self.n_variables))
        moments = Moments.of([ColumnProfile.of_numbers(column) for column in self.original.T])
        categories = tuple(category.name for category in self.categories)
        tallies = tally(self.attributes)
        return Whole(names, moments, tallies, self.model, self.weight, categories)

    def pair(self, j: int) -> tuple[Vector, Vector]:
        """Return a variable before and after, contiguous and settled."""
        original = np.ascontiguousarray(self.original[:, j])
        return original, settled(original, np.ascontiguousarray(self.masked[:, j]))

    def scaled_pair(self, j: int) -> tuple[Vector, Vector]:
        """Return a variable before and after in the whole table's power of two for it."""
        return comparable(*self.pair(j), int(self.whole.moments.exponents[j]))

    @cached_property
    def standardized(self) -> tuple[Matrix, Matrix]:
        """Both matrices in units of the whole original's deviations, about its means.

        The coordinates of variables that are no numbers stand behind those that are.
        A column that was constant has no such unit. It is zero in the original, and zero in the
        masked data unless masking changed it.
        """
        original, masked = np.empty_like(self.original), np.empty_like(self.masked)
        moments = self.whole.moments
        widths = np.where(moments.is_constant, 1.0, moments.deviations())
        for j in range(self.n_variables):
            x, y = self.scaled_pair(j)
            mean = x[0] if moments.is_constant[j] else moments.means[j]
            original[:, j], masked[:, j] = (x - mean) / widths[j], (y - mean) / widths[j]
        return self._beside(original, masked)

    @cached_property
    def twins(self) -> NDArray[np.intp]:
        """The number of the distinct masked record that each record became."""
        # As released: values that nearly agree are twins to no one who sees the file.
        masked = np.ascontiguousarray(self.rows[1] + 0.0)  # −0 and 0 are twins
        keys: Any = masked.view(np.dtype((np.void, masked.dtype.itemsize * masked.shape[1])))
        return np.unique(keys.ravel(), return_inverse=True)[1].astype(np.intp)
