"""What is told of a protected block: counts and sums that add up over blocks, and never a record.

They are values that JSON holds without loss.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels, Matrix, Vector
from covey.core.encoding import Encoding
from covey.core.magnitude import divided
from covey.core.partition import Facts, Grouping, Partition, units_by_group
from covey.core.profile import ColumnProfile


@dataclass(frozen=True, slots=True)
class GroupSizes:
    """How many groups have how many records."""

    sizes: NDArray[np.int64]  # ascending, each once
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, sizes: Iterable[int] | NDArray[Any]) -> Self:
        """Return the sizes of some groups."""
        return cls(*np.unique(np.asarray(sizes, dtype=np.int64), return_counts=True))

    @classmethod
    def joined(cls, parts: Iterable[Sequence[tuple[int, int]]]) -> Self:
        """Return the sizes of the groups of all blocks, which were told as pairs."""
        pairs = np.array([pair for part in parts for pair in part], dtype=np.int64)
        sizes, places = np.unique(pairs[:, 0], return_inverse=True)
        return cls(sizes, np.bincount(places, pairs[:, 1]).astype(np.int64))

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Each size, and how many groups have it."""
        return list(zip(self.sizes.tolist(), self.counts.tolist(), strict=True))

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return int(self.counts.sum())

    @property
    def smallest(self) -> int:
        """Records in the smallest group."""
        return int(self.sizes[0])

    @property
    def largest(self) -> int:
        """Records in the largest group."""
        return int(self.sizes[-1])


@dataclass(frozen=True, slots=True)
class Movement:
    """How far masking moved a variable: sums in its unit, a power of two."""

    count: int  # values before and after
    low: float  # of the released values
    high: float
    offsets: float  # of the released values from the variable's mean in the whole table
    squares: float  # of these offsets
    lost: float  # squared differences between original and released values
    heaviest: float  # the part of one group in them, the largest
    is_whole: bool  # whether all original values are whole numbers

    @classmethod
    def of(
        cls, profile: ColumnProfile, before: Vector, after: Vector, partition: Partition
    ) -> Self:
        """Return how far a block's values of a variable were moved, where there are both.

        A value that is missing before or after is NaN.
        """
        labels, both = partition.labels, ~(np.isnan(before) | np.isnan(after))
        if not both.all():
            before, after, labels = before[both], after[both], labels[both]
        old, new = divided(before, profile.exponent), divided(after, profile.exponent)
        lost = np.bincount(labels, np.square(old - new), minlength=1)
        offsets = new - profile.mean
        return cls(
            count=len(before),
            # Of no values, what changes no other block's: JSON has no word for infinity.
            low=float(after.min()) if len(after) else profile.high,
            high=float(after.max()) if len(after) else profile.low,
            offsets=float(offsets.sum()),
            squares=float(np.square(offsets).sum()),
            lost=float(lost.sum()),
            heaviest=float(lost.max()),
            is_whole=bool((before == np.floor(before)).all()),
        )

    def __add__(self, other: Movement) -> Movement:
        """Return the movement of the records of two blocks."""
        return Movement(
            self.count + other.count,
            min(self.low, other.low),
            max(self.high, other.high),
            self.offsets + other.offsets,
            self.squares + other.squares,
            self.lost + other.lost,
            max(self.heaviest, other.heaviest),
            self.is_whole and other.is_whole,
        )

    @property
    def is_level(self) -> bool:
        """Whether all records are released with one value."""
        return self.low == self.high

    @property
    def mean(self) -> float:
        """How far the mean moved."""
        return self.offsets / max(1, self.count)

    @property
    def deviation(self) -> float:
        """Standard deviation of the released values."""
        return math.sqrt(max(0.0, self.squares / max(1, self.count) - self.mean**2))


def facts_of(
    encoding: Encoding,
    original: Matrix,
    masked: Matrix,
    groups: Grouping,
    classes: GroupSizes,
    units: Labels | None = None,
) -> dict[str, Any]:
    """Return the facts about a block, from its numbers before and after.

    The classes are of equal masked records. Where a method forms no groups of whole records, they
    are what an intruder sees instead.
    """
    parts = {name: groups.for_variable(j) for j, name in enumerate(encoding.names)}
    joint = classes if groups.joint is None else GroupSizes.of(groups.joint.sizes)
    return {
        "n_records": len(original),
        "n_groups": max(part.n_groups for part in parts.values()),
        "sizes": joint.pairs,
        "units": _units_by_group(filter(None, [groups.joint]), units),
        "smallest_class": classes.smallest,
        "moved": [
            asdict(Movement.of(profile, original[:, j], masked[:, j], parts[profile.name]))
            for j, profile in enumerate(encoding.numeric.profiles)
        ],
        "told": {name: dict(told) for name, told in groups.facts.items()},
    }


def facts_of_sets(groups: Grouping, units: Labels | None = None) -> dict[str, Any]:
    """Return what else is known of separate sets of variables: the groups of all sets together."""
    parts = tuple(dict.fromkeys(groups.partitions))
    return {
        "sizes": GroupSizes.of(np.concatenate([part.sizes for part in parts])).pairs,
        "units": _units_by_group(parts, units),
    }


def _units_by_group(parts: Iterable[Partition], units: Labels | None) -> list[tuple[int, int]]:
    """Return how many groups have how many units; nothing where the table names none."""
    counts = [] if units is None else [units_by_group(part.labels, units) for part in parts]
    return GroupSizes.of(np.concatenate(counts)).pairs if counts else []


def joined_facts(parts: Sequence[Facts]) -> Facts:
    """Return what was told of the groups of several parts of a table, as told of all of them.

    Counts add up, lists are put together, of other numbers the largest is told, and what happened
    in one part happened.

    Examples
    --------
    >>> joined_facts([{"search": {"n": 2, "is_stopped": False}}, {"search": {"n": 3}}])
    {'search': {'n': 5, 'is_stopped': False}}
    """
    told: dict[str, dict[str, Any]] = {}
    for facts in parts:
        for name, of_part in facts.items():
            of_all = told.setdefault(name, {})
            for fact, value in of_part.items():
                of_all[fact] = _joined(of_all[fact], value) if fact in of_all else value
    return told


def _joined(value: Any, other: Any) -> Any:
    if isinstance(value, bool):
        return value or other
    if isinstance(value, int | list | tuple):
        return value + other
    return max(value, other) if isinstance(value, float) else value


def movements_of(blocks: Sequence[Mapping[str, Any]]) -> list[Movement]:
    """Return how far each variable was moved in all blocks."""
    told = ([Movement(**moved) for moved in block["moved"]] for block in blocks)
    return [reduce(operator.add, parts) for parts in zip(*told, strict=True)]


def missing_of(blocks: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """Return how many cells were blanked and filled in all blocks, by variable, and of strata.

    The codes are those among the blanked cells of which the value stood for a missing one;
    stepped are groups whose value would have been a code.
    """
    parts = ("blanked", "filled", "strata", "codes", "stepped")
    told: dict[str, dict[str, int]] = {part: {} for part in parts}
    for block in blocks:
        for what, counts in block.get("missing", {}).items():
            for name, count in counts.items():
                told[what][name] = told[what].get(name, 0) + count
    return told
