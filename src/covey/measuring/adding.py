"""How the statistics of blocks add up to those of the whole table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

Join = Callable[[Sequence[Any]], Any]


def total(parts: Sequence[Any]) -> Any:
    """Return the sum of numbers or arrays, in the order of the blocks.

    Examples
    --------
    >>> total([[1.0, 2.0], [3.0, 4.0]]).tolist()
    [4.0, 6.0]
    """
    first, *others = (np.asarray(part) for part in parts)
    return sum(others, start=first)


def least(parts: Sequence[Any]) -> Any:
    """Return the smallest number, place by place."""
    return np.min([np.asarray(part) for part in parts], axis=0)


def most(parts: Sequence[Any]) -> Any:
    """Return the largest number, place by place."""
    return np.max([np.asarray(part) for part in parts], axis=0)


def each(parts: Sequence[Any]) -> list[Any]:
    """Return the blocks one by one, for a conclusion that weighs them."""
    return list(parts)


def stacked(parts: Sequence[Any]) -> Any:
    """Return the rows of all blocks, in their order."""
    return np.concatenate([np.asarray(part) for part in parts])


def by_name(**joins: Join) -> Join:
    """Return how dictionaries are joined, each of their values in its own way.

    Examples
    --------
    >>> join = by_name(count=total, lowest=least)
    >>> found = join([{"count": 2, "lowest": 5.0}, {"count": 3, "lowest": 4.0}])
    >>> int(found["count"]), float(found["lowest"])
    (5, 4.0)
    """
    # Not a function within this one, which could not be pickled, and releases with it.
    return partial(_join_by_name, joins)


def _join_by_name(joins: Mapping[str, Join], parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: how([part[name] for part in parts]) for name, how in joins.items()}


def plain(value: Any) -> Any:
    """Return arrays as lists, in any depth, so that JSON holds them without loss."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return value
