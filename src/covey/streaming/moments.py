"""Mean, spread and range of columns that pass by in batches, and the scaling they lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Matrix, Vector
from covey.core.request import Scaling


@dataclass(slots=True)
class Moments:
    """What is known of the columns seen so far.

    Each column is held in a unit of its own, a power of two just above its largest magnitude, so
    that squares of extreme numbers can be represented. Changing the unit is exact.

    Parameters
    ----------
    count : int
        Records seen.
    exponents : array of int
        The unit of each column is two to this power.
    means, squares : Vector
        The mean in that unit, and the sum of squared distances from it.
    lows, highs : Vector
        Smallest and largest values as they are.
    """

    count: int
    exponents: NDArray[np.int64]
    means: Vector
    squares: Vector
    lows: Vector
    highs: Vector

    @classmethod
    def empty(cls, p: int) -> Self:
        """Return the moments of no records."""
        return cls(
            count=0,
            exponents=np.zeros(p, dtype=np.int64),
            means=np.zeros(p),
            squares=np.zeros(p),
            lows=np.full(p, np.inf),
            highs=np.full(p, -np.inf),
        )

    @property
    def is_constant(self) -> NDArray[np.bool_]:
        """Which columns held one value throughout."""
        return np.asarray(self.lows == self.highs)

    def deviations(self, ddof: int = 0) -> Vector:
        """Return standard deviations in the columns' units."""
        return np.sqrt(self.squares / max(1, self.count - ddof))

    def add(self, X: Matrix) -> None:
        """Take in more records; means and squares are joined by the update of Chan et al."""
        if len(X) == 0:
            return
        self.lows = np.minimum(self.lows, X.min(axis=0))
        self.highs = np.maximum(self.highs, X.max(axis=0))
        self._raise_units(np.maximum(np.abs(self.lows), np.abs(self.highs)))
        scaled = np.ldexp(X, -self.exponents)
        means = scaled.mean(axis=0)
        squares = np.square(scaled - means).sum(axis=0)
        total = self.count + len(X)
        shift = means - self.means
        self.means = self.means + shift * (len(X) / total)
        self.squares = self.squares + squares + shift**2 * (self.count * (len(X) / total))
        self.count = total

    def _raise_units(self, largest: Vector) -> None:
        # The largest magnitude only grows, but for a column that held nothing but zeros so far.
        needed = np.where(largest > 0.0, np.frexp(largest)[1], 0).astype(np.int64)
        growth = needed - self.exponents
        self.means = np.ldexp(self.means, -growth)
        self.squares = np.ldexp(self.squares, -2 * growth)
        self.exponents = needed

    def to_dict(self) -> dict[str, Any]:
        """Return them in values that JSON holds without loss."""
        return {
            "count": self.count,
            "exponents": self.exponents.tolist(),
            "means": self.means.tolist(),
            "squares": self.squares.tolist(),
            "lows": self.lows.tolist(),
            "highs": self.highs.tolist(),
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return what `to_dict` described."""
        floats = {
            name: np.array(values[name], dtype=np.float64)
            for name in ("means", "squares", "lows", "highs")
        }
        exponents = np.array(values["exponents"], dtype=np.int64)
        return cls(count=int(values["count"]), exponents=exponents, **floats)


def scaled(X: Matrix, moments: Moments, scaling: Scaling) -> Matrix:
    """Return columns on the common scale of the whole table, of which X is a part.

    The rules are those of `covey.planning.scale`: a constant column becomes zero.

    Examples
    --------
    >>> whole = Moments.empty(1)
    >>> whole.add(np.array([[1.0], [3.0]]))
    >>> scaled(np.array([[3.0]]), whole, "zscore").tolist()
    [[1.0]]
    """
    if scaling == "none":
        return X.copy()
    result = np.ldexp(X, -moments.exponents)
    if scaling == "zscore":
        shift, width = moments.means, moments.deviations()
    else:
        shift = np.ldexp(moments.lows, -moments.exponents)
        width = np.ldexp(moments.highs, -moments.exponents) - shift
    constant = moments.is_constant
    result -= shift
    result /= np.where(constant, 1.0, width)
    result[:, constant] = 0.0
    return result
