"""What the measures look at: the same records before and after masking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.errors import InputError
from covey.core.profile import ColumnProfile, Moments
from covey.core.progress import Progress, quiet
from covey.core.table import Table
from covey.measuring.confidential import Attribute, tally
from covey.measuring.magnitudes import comparable, settled
from covey.measuring.whole import Whole

T = TypeVar("T")

__all__ = ["Attribute", "Evidence"]


@dataclass(eq=False)
class Evidence:
    """Original and masked values of the key variables, row by row, and what else is at hand.

    The records are all of a table, or one block of it: those that were grouped together.

    Parameters
    ----------
    original, masked : Matrix
        Key variables in original units, same shape, rows aligned.
    names : tuple of str
        Their names; numbered if absent.
    attributes : tuple of Attribute
        The confidential columns.
    tables : pair of Table, optional
        The whole original and masked tables, for models of any of their columns.
    model : str, optional
        A regression that users of the data would run, ``y ~ a + b``.
    weight : float
        Share of the loss in the scoring index, 0 to 1.
    seed : int
        For measures that take a sample where exact is out of reach.
    progress : callable
        Told the share of the work that is done; each statistic in turn gets its own stretch.
    workers : int, optional
        Threads that may run at once; as many as there are cores if absent.
    within : Whole, optional
        What is known of the table of which these records are a block. It names the variables, the
        model and the weight. Without it the records are the whole table.
    """

    original: Matrix
    masked: Matrix
    names: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    tables: tuple[Table, Table] | None = None
    model: str | None = None
    weight: float = 0.5
    seed: int = 0
    progress: Progress = quiet
    workers: int | None = None
    within: Whole | None = None
    effort: float = 1.0  # times the usual budget of work of attacks on a sample
    _made: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

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
        if self.within is not None:
            self.names, self.model = self.within.names, self.within.model
            self.weight = self.within.weight
        if not self.names:
            self.names = tuple(f"x{j}" for j in range(self.original.shape[1]))

    @property
    def n_records(self) -> int:
        """Number of records."""
        return len(self.original)

    @property
    def n_variables(self) -> int:
        """Number of key variables."""
        return int(self.original.shape[1])

    @cached_property
    def whole(self) -> Whole:
        """What is known of the whole table, of which these may be all records."""
        if self.within is not None:
            return self.within
        moments = Moments.of([ColumnProfile.of_numbers(column) for column in self.original.T])
        return Whole(self.names, moments, tally(self.attributes), self.model, self.weight)

    def pair(self, j: int) -> tuple[Vector, Vector]:
        """Return a variable before and after, contiguous and settled."""
        original = np.ascontiguousarray(self.original[:, j])
        return original, settled(original, np.ascontiguousarray(self.masked[:, j]))

    def scaled_pair(self, j: int) -> tuple[Vector, Vector]:
        """Return a variable before and after in the whole table's power of two for it."""
        return comparable(*self.pair(j), int(self.whole.moments.exponents[j]))

    def once(self, make: Callable[[Evidence], T]) -> T:
        """Return what a function makes of the evidence, made once: several measures need it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    @cached_property
    def standardized(self) -> tuple[Matrix, Matrix]:
        """Both matrices in units of the whole original's deviations, about its means.

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
        return original, masked

    @cached_property
    def twins(self) -> tuple[Matrix, NDArray[np.intp]]:
        """The distinct masked records, standardized, and which of them each record became."""
        # As released: values that nearly agree are twins to no one who sees the file.
        masked = np.ascontiguousarray(self.masked + 0.0)  # −0 and 0 are twins
        keys: Any = masked.view(np.dtype((np.void, masked.dtype.itemsize * masked.shape[1])))
        _, first, inverse = np.unique(keys.ravel(), return_index=True, return_inverse=True)
        return self.standardized[1][first], inverse.astype(np.intp)
