"""What is known of a whole table, whichever of its blocks is looked at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from covey.core.arrays import Vector
from covey.core.profile import Moments
from covey.measuring.confidential import Tally


@dataclass(frozen=True, slots=True)
class Whole:
    """What every block is measured against, and what conclusions name.

    Parameters
    ----------
    names : tuple of str
        The key variables.
    moments : Moments
        Of their original values.
    tallies : tuple of Tally
        Of the confidential columns.
    model : str, optional
        A regression that users of the data would run, ``y ~ a + b``.
    weight : float
        Share of the loss in the scoring index, 0 to 1.
    """

    names: tuple[str, ...]
    moments: Moments
    tallies: tuple[Tally, ...] = ()
    model: str | None = None
    weight: float = 0.5

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
