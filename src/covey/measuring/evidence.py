"""What the measures look at: the same records before and after masking."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector, is_constant
from covey.core.errors import InputError
from covey.core.measure import Measure, Result
from covey.core.progress import Progress, quiet
from covey.core.table import Table
from covey.measuring.magnitudes import comparable, settled

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Attribute:
    """A confidential column of the masked table.

    Parameters
    ----------
    name : str
        Its name.
    values : array, shape (n_records,)
        Numbers, or the number of each record's category.
    is_numeric : bool
        Whether distances between values mean something.
    """

    name: str
    values: Vector
    is_numeric: bool


@dataclass(eq=False)
class Evidence:
    """Original and masked values of the key variables, row by row, and what else is at hand.

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
        Told the share of the work that is done; each measure in turn gets its own stretch.
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
    _results: dict[str, Result] = field(default_factory=dict, init=False, repr=False, compare=False)
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

    def result(self, measure: Measure) -> Result:
        """Return a measure's result, computed once: others are made of it."""
        if measure.symbol not in self._results:
            self._results[measure.symbol] = measure.compute(self)
        return self._results[measure.symbol]

    def once(self, make: Callable[[Evidence], T]) -> T:
        """Return what a function makes of the evidence, made once: several measures need it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    @cached_property
    def standardized(self) -> tuple[Matrix, Matrix]:
        """Both matrices in units of the original's standard deviation, about the original's mean.

        A column that was constant has no such unit. It is zero in the original, and zero in the
        masked data unless masking changed it.
        """
        original, masked = np.empty_like(self.original), np.empty_like(self.masked)
        for j in range(self.n_variables):
            before = self.original[:, j]
            x, y, _ = comparable(before, settled(before, self.masked[:, j]))
            mean, width = (x[0], 1.0) if is_constant(x) else (x.mean(), x.std())
            original[:, j], masked[:, j] = (x - mean) / width, (y - mean) / width
        return original, masked

    @cached_property
    def twins(self) -> tuple[Matrix, NDArray[np.intp]]:
        """The distinct masked records, standardized, and which of them each record became."""
        # As released: values that nearly agree are twins to no one who sees the file.
        masked = np.ascontiguousarray(self.masked + 0.0)  # −0 and 0 are twins
        keys: Any = masked.view(np.dtype((np.void, masked.dtype.itemsize * masked.shape[1])))
        _, first, inverse = np.unique(keys.ravel(), return_index=True, return_inverse=True)
        return self.standardized[1][first], inverse.astype(np.intp)
