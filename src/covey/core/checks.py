"""Checks of what users pass to a method, with messages that say what to do."""

from __future__ import annotations

from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from covey.core.arrays import Matrix
from covey.core.errors import InputError, RequestError
from covey.core.legible import shown
from covey.core.magnitude import near_one
from covey.core.sealing import sealed
from covey.core.wording import counted

_SAFE_MAGNITUDE = 1e100
"""Squares and sums of smaller numbers (and of larger ones than its inverse) stay representable."""


MOST_EFFORT = 1_000_000
"""Of a refinement: a million times the usual work."""


def check_k(k: Any, *, n: int) -> int:
    """Return k as an int after checking that 2 ≤ k ≤ n, the number of records."""
    if isinstance(k, bool) or not isinstance(k, Integral):
        raise RequestError(f"'k' must be a whole number in [2, {n}]. Got {shown(k)}.")
    number = int(k)
    if number < 2:
        raise RequestError(
            f"'k' must be at least 2, or a record would stand alone. Got {shown(number)}. "
            "Usual choices are 3, 5 and 10."
        )
    if number > n:
        raise RequestError(
            f"'k' must be at most {n}, the number of records. Got {shown(number)}. "
            "Lower k, or add records: no group of k can be formed."
        )
    return number


def check_path(path: Any, name: str = "path") -> Path:
    """Return the name of a file as a path, after checking that it is one."""
    if not isinstance(path, str | PathLike):
        raise RequestError(
            f"'{name}' must be the name of a file, a text or a path. Got {type(path).__name__}."
        )
    return Path(path)


def check_force(force: Any) -> bool:
    """Return whether files may be replaced; a text such as "no" would count as true."""
    if not isinstance(force, bool | np.bool_):
        raise RequestError(f"'force' must be True or False. Got {shown(force)}.")
    return bool(force)


@sealed
def check_matrix(X: Any) -> Matrix:
    """Return X as a finite, writable, C-contiguous float64 matrix without changing the caller's.

    Values beyond 1e100 (or all below 1e-100) are multiplied by one power of two, which is exact and
    changes no comparison of distances, so that squares neither overflow nor vanish.
    """
    X = _as_float(X)
    if X.ndim != 2:
        raise InputError(
            f"'X' must have two dimensions, records by variables. Got {X.ndim}. "
            "For one variable pass X.reshape(-1, 1)."
        )
    if X.shape[0] == 0 or X.shape[1] == 0:
        raise InputError(
            f"'X' must hold a record and a variable. Got {X.shape[0]} by {X.shape[1]}."
        )
    finite = np.isfinite(X)
    if not finite.all():
        columns = np.flatnonzero(~finite.all(axis=0))
        raise InputError(
            f"'X' must be finite: NaN or infinity in {counted(len(columns), 'column')}, "
            f"first in column {columns[0]}. Impute or remove these records first."
        )
    return _within_range(np.require(X, dtype=np.float64, requirements=["C", "W"]))


def _as_float(X: Any) -> Matrix:
    if hasattr(X, "toarray"):
        raise InputError("'X' must be a dense array. Got a sparse matrix; pass X.toarray().")
    try:
        array = np.asarray(X)
    except (TypeError, ValueError):
        raise InputError("Every row of 'X' must hold the same number of numbers.") from None
    if np.iscomplexobj(array):
        raise InputError("Complex data not supported: 'X' must hold real numbers.")
    try:
        return array.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError):
        # The cause would show a value of the data.
        raise InputError(
            "'X' must hold numbers only. Encode or leave out columns of text."
        ) from None


def _within_range(X: Matrix) -> Matrix:
    largest = float(np.abs(X).max())
    if largest == 0.0 or 1.0 / _SAFE_MAGNITUDE < largest < _SAFE_MAGNITUDE:
        return X
    return near_one(X)
