"""What the measures look at: the same records before and after masking."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix
from covey.core.errors import InputError
from covey.core.progress import Tick, quiet


@dataclass(frozen=True)
class Evidence:
    """Original and masked values of the quasi-identifiers, row by row.

    Parameters
    ----------
    original, masked : Matrix
        In original units, same shape, rows aligned.
    seed : int
        For measures that take a sample where exact is out of reach.
    tick : callable
        Told the share of the work that is done.
    """

    original: Matrix
    masked: Matrix
    seed: int = 0
    tick: Tick = quiet

    def __post_init__(self) -> None:
        if self.original.shape != self.masked.shape:
            raise InputError(
                f"Original and masked data must have the same shape. Got "
                f"{self.original.shape[0]} by {self.original.shape[1]} and "
                f"{self.masked.shape[0]} by {self.masked.shape[1]}."
            )

    @cached_property
    def standardized(self) -> tuple[Matrix, Matrix]:
        """Both matrices in units of the original's standard deviation, about the original's mean.

        A column that was constant has no such unit. It is zero in the original, and zero in the
        masked data unless masking changed it.
        """
        # The power of two is exact; it only keeps the variance of extreme magnitudes representable.
        exponent = np.frexp(np.abs(self.original).max(axis=0))[1]
        original = np.ldexp(self.original, -exponent)
        masked = np.ldexp(self.masked, -exponent)
        constant = (original == original[0]).all(axis=0)
        mean = np.where(constant, original[0], original.mean(axis=0))
        width = np.where(constant, 1.0, original.std(axis=0))
        return (original - mean) / width, (masked - mean) / width

    @cached_property
    def twins(self) -> tuple[Matrix, NDArray[np.intp]]:
        """The distinct masked records, standardized, and which of them each record became."""
        masked = np.ascontiguousarray(self.standardized[1] + 0.0)  # −0 and 0 are twins
        keys = masked.view(np.dtype((np.void, masked.dtype.itemsize * masked.shape[1]))).ravel()
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        return masked[first], inverse.astype(np.intp)
