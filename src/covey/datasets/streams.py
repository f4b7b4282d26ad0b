"""Random numbers that are the same everywhere, and what may be asked of them.

numpy promises that the raw output of its bit generators stays what it is, and promises nothing of
the kind for `Generator`: its methods may draw differently in the next version. So every simulator
takes the raw 64-bit numbers of PCG64 and uses exact arithmetic to make uniforms of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.errors import RequestError
from covey.core.legible import shown
from covey.core.progress import Progress, quiet

Categories = NDArray[np.intp]
"""Of each record, its place in a list of categories."""

_BLOCK = 1 << 19
"""Numbers that are made at a time: scratch memory stays small whatever the size of the table."""

_WIDTH = math.sqrt(8.0 / math.e)

MOST_DEVIATIONS = 13
"""No normal number is as far from 0: √(−4 log 2⁻⁵³) is 12.1."""

_MOST = 2**48
"""Numbers in a column: no machine holds more."""

_MOST_VARIABLES = 100_000


class Stream:
    """One column's source of random numbers.

    Streams of one seed are independent of each other. A longer draw begins with the shorter one, so
    a table with more records or variables contains the smaller one of the same seed. Progress is
    told the share of a draw that is done.
    """

    def __init__(
        self, seed: int, number: int, progress: Progress = quiet, block: int = _BLOCK
    ) -> None:
        self._source = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(number,)))
        self._tick = progress
        self._block = block

    def uniforms(self, count: int) -> Vector:
        """Return numbers from [0, 1), each a multiple of 2⁻⁵³."""
        numbers = np.empty(count)
        for start in range(0, count, self._block):
            stop = min(start + self._block, count)
            numbers[start:stop] = self._raw(stop - start)
            self._tick(stop / count)
        return numbers

    def normals(self, count: int) -> Vector:
        """Return standard normal numbers, by the ratio of uniforms of Kinderman and Monahan.

        The number itself is a quotient, which every platform rounds alike. A logarithm, which they
        do not, only decides whether a pair is kept: one platform would have to differ from another
        in the last bit just where the two sides are equal, which happens once in 10¹⁵ draws.
        """
        numbers = np.empty(count)
        done = 0
        while done < count:
            n_pairs = min(self._block, 2 * (count - done))
            u, v = self._raw(2 * n_pairs).reshape(-1, 2).T
            u = 1.0 - u  # exact, and never 0
            ratio = _WIDTH * (v - 0.5) / u
            kept = ratio[ratio * ratio <= -4.0 * np.log(u)][: count - done]
            numbers[done : done + len(kept)] = kept
            done += len(kept)
            self._tick(done / count)
        return numbers

    def _raw(self, count: int) -> Vector:
        # The upper 53 bits, as many as a double holds: the product is exact.
        return (self._source.random_raw(count) >> np.uint64(11)).astype(np.float64) * 2.0**-53


def drawn(shares: Sequence[float], chance: Vector) -> Categories:
    """Return categories with these shares, from uniform numbers."""
    limits = np.cumsum(shares)
    # Sums may end a trifle under 1.
    return np.minimum(np.searchsorted(limits, chance, side="right"), len(shares) - 1)


def check_count(name: str, value: Any, *, least: int = 1, most: float = math.inf) -> int:
    """Return a whole number after checking that it is large enough and not too large."""
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise RequestError(
            f"'{name}' must be a whole number of at least {least}. Got {shown(value)}."
        )
    if int(value) > most:
        raise RequestError(f"'{name}' must be at most {most:,}. Got {shown(value)}.")
    return int(value)


def check_draw(n_records: Any, seed: Any) -> tuple[int, int]:
    """Return the number of records and the seed of a table to draw, checked."""
    return check_count("n_records", n_records, most=_MOST), check_count("seed", seed, least=0)


def check_variables(value: Any) -> int:
    """Return a number of variables after checking that a table can have as many."""
    return check_count("n_variables", value, most=_MOST_VARIABLES)


def check_number(name: str, value: Any) -> float:
    """Return a finite number."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise RequestError(f"'{name}' must be a finite number. Got {shown(value)}.")
    return number
