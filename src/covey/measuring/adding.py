"""How the statistics of blocks add up to those of the whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]

least = partial(np.min, axis=0)
most = partial(np.max, axis=0)


def total(parts: Sequence[Any]) -> Any:
    """Return the sum of numbers or arrays, in the order of the blocks.

    Examples
    --------
    >>> total([[1.0, 2.0], [3.0, 4.0]]).tolist()
    [4.0, 6.0]
    """
    first, *others = map(np.asarray, parts)
    return sum(others, start=first)


def counted(values: NDArray[Any], counts: Counts) -> tuple[NDArray[Any], Counts]:
    """Return values that may repeat once each, ascending, and the sum of their counts."""
    distinct, which = np.unique(values, return_inverse=True)
    return distinct, np.bincount(which, counts).astype(np.int64)


def plain(value: Any) -> Any:
    """Return arrays as lists, in any depth, so that JSON holds them without loss."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value
