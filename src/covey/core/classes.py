"""Classes of records: those of one stratum with the same pattern of missing values."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels
from covey.core.census import Census
from covey.core.errors import InputError, RequestError
from covey.core.markers import GAP, Markers, Marks
from covey.core.spelling import Setting
from covey.core.table import Gap, Table
from covey.core.wording import counted

MOST_CLASSES = 100_000
"""More than these are not kept apart."""


@dataclass(frozen=True, slots=True)
class Classes:
    """What tells the classes of a table."""

    k: int  # a class with fewer units is too small
    strata: tuple[str, ...] = ()
    markers: tuple[Markers, ...] = ()  # of the variables that may have gaps
    has_patterns: bool = False  # whether records with different markers are of different classes
    unit: tuple[str, ...] = ()
    is_whole: bool = False  # whether all records of a unit are of one class

    def keys(
        self, batch: Table, marks: Mapping[str, Marks], places: Mapping[str, Mapping[str, int]]
    ) -> NDArray[np.int64]:
        """Return a row for each record: the places of its strata's values, then its markers.

        A missing value has the place 0.
        """
        columns: list[NDArray[Any]] = [np.empty((batch.n_records, 0), dtype=np.int64)]
        for name in self.strata:
            values = batch.released_texts(name)
            columns.append(
                np.array([0 if value is None else places[name].get(value, 0) for value in values])
            )
        if self.has_patterns:
            columns += [marks[one.name] for one in self.markers]
        return np.column_stack(columns).astype(np.int64)


class CensusTaker:
    """Counts the classes of batches that pass by."""

    def __init__(self, classes: Classes) -> None:
        self.classes = classes
        self._census = Census(classes.k, bool(classes.unit))
        self._whole: dict[int, _Unit] = {}
        self._crossing: set[int] = set()  # units in several strata
        self._unitless = Gap()

    def add(
        self,
        batch: Table,
        marks: Mapping[str, Marks],
        categories: Mapping[str, Iterable[str]],
        start: int,
    ) -> None:
        """Take in a batch whose first record has the number ``start``, counted from 0.

        The categories of strata, in the order of their places, are all that occurred so far.
        """
        for name in self.classes.unit:
            self._unitless = self._unitless.plus(batch.missing(name), start)
        places = {
            name: {value: place for place, value in enumerate(known, 1)}
            for name, known in categories.items()
        }
        keys = self.classes.keys(batch, marks, places)
        units = unit_numbers(batch, self.classes.unit)
        if self.classes.is_whole and units is not None:
            self._add_whole(keys, units)
            return
        self._census.add(keys, units)
        if len(self._census.counts) > MOST_CLASSES:
            raise too_many_classes()

    def _add_whole(self, keys: NDArray[np.int64], units: Labels) -> None:
        first, last, sizes, names = spans_by_unit(keys, units)
        filled = np.zeros_like(first)
        np.add.at(filled, np.searchsorted(names, units), keys != GAP)
        n_strata = len(self.classes.strata)
        spans = zip(names.tolist(), first, last, filled, sizes.tolist(), strict=True)
        for unit, low, high, n_filled, size in spans:
            of_unit = self._whole.setdefault(unit, _Unit.of(low))
            of_unit.n_records += size
            of_unit.n_filled += n_filled
            of_unit.is_split |= (low != high) | (low != of_unit.key)
            if of_unit.is_split[:n_strata].any():
                self._crossing.add(unit)

    def census(self) -> Census:
        """Return the counts; refuse records without a unit, and units where they may not be."""
        if self.classes.unit:
            refuse_unitless(self.classes.unit[0], self._unitless)
        if self._crossing:
            n = len(self._crossing)
            raise RequestError(
                f"{counted(n, 'unit')} {'has' if n == 1 else 'have'} records in several strata, "
                "and all records of a unit are to lie in one group. Choose ",
                Setting("unit_mode", "apart"),
                ", or other strata.",
            )
        if self._whole:
            units, found = np.array(list(self._whole)), list(self._whole.values())
            sizes = [unit.n_records for unit in found]
            keys = np.array([np.where(unit.is_split, GAP, unit.key) for unit in found])
            self._census.add(np.repeat(keys, sizes, axis=0), np.repeat(units, sizes))
            self._census.n_split = sum(int(unit.n_filled[unit.is_split].sum()) for unit in found)
        return self._census


@dataclass(slots=True)
class _Unit:
    """What is known of a unit whose records are of one class."""

    key: NDArray[np.int64]  # of its first records
    is_split: NDArray[np.bool_]  # in which entries its records differ: they become gaps
    n_filled: NDArray[np.int64]  # records that have no gap there, by entry
    n_records: int = 0

    @classmethod
    def of(cls, key: NDArray[np.int64]) -> Self:
        """Return a unit of which no record was counted yet."""
        return cls(key, np.zeros(len(key), dtype=bool), np.zeros(len(key), dtype=np.int64))


def spans_by_unit(
    rows: NDArray[np.int64], units: Labels
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.intp], Labels]:
    """Return the least and the largest entries of each unit's rows, how many, and the units."""
    known, number, sizes = np.unique(units, return_inverse=True, return_counts=True)
    ordered = rows[np.argsort(number, kind="stable")]
    starts = np.cumsum(sizes) - sizes
    low, high = np.minimum.reduceat(ordered, starts), np.maximum.reduceat(ordered, starts)
    return low, high, sizes, known


def unit_numbers(batch: Table, names: Sequence[str]) -> Labels | None:
    """Return a number for each record's unit, the same in every batch, if a column names units."""
    if not names:
        return None
    numbers: dict[Any, int] = {}
    for value in (values := batch.column(names[0]).to_list()):
        if value not in numbers:
            numbers[value] = _hash(str(value))
    return np.array([numbers[value] for value in values], dtype=np.int64)


def _hash(text: str) -> int:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def refuse_unitless(name: str, gap: Gap) -> None:
    """Refuse records without a unit."""
    if gap.count:
        raise InputError(
            f"Column '{name}' names the unit of each record, and {counted(gap.count, 'record')} "
            f"{'has' if gap.count == 1 else 'have'} none, the first of them record {gap.first:,}. "
            "Give each record its unit, or leave such records out."
        )


def too_many_classes() -> RequestError:
    """Return the error for a table whose records miss nearly each something else."""
    return RequestError(
        f"Strata and patterns of missing values part the records into more than {MOST_CLASSES:,} "
        "classes, too many to keep apart. Have missing values filled instead: ",
        Setting("missing", "fill"),
        ".",
    )
