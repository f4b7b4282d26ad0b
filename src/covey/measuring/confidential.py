"""Confidential columns: their values in a block, and a tally of them over the whole table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.profile import ColumnProfile
from covey.core.registry import unknown
from covey.core.settings import VariableKind
from covey.core.source import Source
from covey.core.table import Table, as_floats
from covey.measuring.adding import Counts, counted
from covey.measuring.fingerprints import mixed

ROOM = 2**16
"""Distinct values of a column that are counted one by one where a table does not fit into memory;
beyond that, as many of them and as many records are drawn at random."""

_DEVIATION = 1.36
"""Times 1/√m: what no distribution function of m draws misses by more, with probability 0.95."""

_AS_THEY_ARE = ("name", "is_numeric", "n_records", "n_missing", "halvings")

NO_KINDS: Mapping[str, VariableKind] = MappingProxyType({})
"""Columns are of the kind that their values are."""

Keys = NDArray[Any]
"""Numbers, or what stands for categories: float64 or uint64."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """A confidential column of the masked table."""

    name: str
    values: Vector  # numbers, or the number of each record's category
    is_numeric: bool
    keys: NDArray[np.uint64] | None = None
    """What stands for each category in all blocks alike; the categories' numbers if absent."""

    def keys_of(self, values: Vector) -> Keys:
        """Return numbers as they are, and of categories what stands for them in all blocks."""
        if self.is_numeric:
            return values
        codes = values.astype(np.int64)
        return codes.astype(np.uint64) if self.keys is None else self.keys[codes]


def attributes_of(
    table: Table, names: Iterable[str], kinds: Mapping[str, VariableKind] = NO_KINDS
) -> tuple[Attribute, ...]:
    """Return the named columns of a table as confidential attributes, each once.

    Numbers are floats, NaN where missing, unless their kind says that they are categories. Those,
    text, booleans, dates and all else are the numbers of their categories, 0 to c − 1 in the order
    of their text; a missing value is one more, c.
    """
    return tuple(_attribute(table, name, kinds) for name in dict.fromkeys(names))


def _are_numbers(source: Source, name: str, kinds: Mapping[str, VariableKind]) -> bool:
    return source.is_numeric(name) and kinds.get(name) not in ("nominal", "boolean")


def _attribute(table: Table, name: str, kinds: Mapping[str, VariableKind]) -> Attribute:
    if name not in table.names:
        raise unknown("column", name, table.names, "confidential")
    missing = table.missing(name)
    if _are_numbers(table, name, kinds):
        column = table.column(name)
        numbers = as_floats(column.fill_null(0) if column.null_count() else column)
        return Attribute(name, np.where(missing, np.nan, numbers), is_numeric=True)
    texts = [str(value) for value in table.frame.get_column(name).to_list()]
    known = {text for text, is_missing in zip(texts, missing, strict=True) if not is_missing}
    # Sorted, so that the numbers do not depend on which record comes first.
    codes = {text: float(code) for code, text in enumerate(sorted(known))}
    found = np.fromiter((codes.get(text, 0.0) for text in texts), np.float64, len(texts))
    values = np.where(missing, float(len(known)), found)
    return Attribute(name, values, is_numeric=False, keys=keys_of_texts([*codes, None]))


def keys_of_texts(texts: Iterable[str | None]) -> NDArray[np.uint64]:
    """Return a number for each text, the same in all blocks; None is a missing value.

    64 bits of a hash: two of a few thousand texts would share one once in 10¹² tables, and a
    measure would take them for one value.
    """
    marked = (
        b"" if text is None else b"=" + text.encode("utf-8", "surrogatepass") for text in texts
    )
    hashes = [hashlib.blake2b(text, digest_size=8).digest() for text in marked]
    return np.frombuffer(b"".join(hashes), dtype="<u8").astype(np.uint64)


@dataclass(slots=True)
class Tally:
    """How often each value of a confidential column occurs in the whole table."""

    name: str
    is_numeric: bool  # if not, its values are keys of categories
    room: int | None = None  # distinct values that are kept at most; all if absent
    seed: int = 0  # for what is drawn where there are more
    n_records: int = 0
    n_missing: int = 0  # missing numbers; a missing category is a value
    halvings: int = 0
    """Each drops half of the distinct values at random, until there is room for the others."""
    values: Keys = field(default_factory=lambda: np.empty(0))  # those that are kept, ascending
    counts: Counts = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    finite: ColumnProfile = field(default_factory=lambda: ColumnProfile(""))
    sample: Keys = field(default_factory=lambda: np.empty(0), repr=False)
    """Values of records drawn at random, where there is not room for all."""
    _lots: Vector = field(default_factory=lambda: np.empty(0), repr=False)

    @property
    def is_exact(self) -> bool:
        """Whether every value is kept."""
        return self.halvings == 0

    def add(self, attribute: Attribute) -> None:
        """Take in the values of more records."""
        values = attribute.values
        keys = attribute.keys_of(values)
        if self.is_numeric:
            is_known = ~np.isnan(values)
            self.n_missing += int(len(values) - is_known.sum())
            keys = values[is_known] + 0.0  # −0 and 0 are one value
        found, counts = np.unique(keys, return_counts=True)
        if self.is_numeric:
            is_finite = np.isfinite(found)
            # Ascending, so that not even the last bits depend on the order of the records.
            self.finite.add_numbers(np.repeat(found[is_finite], counts[is_finite]))
        self._count(found, counts)
        if self.room is not None:
            self._draw(keys, self.room)
        self.n_records += len(values)

    def _count(self, values: Keys, counts: Counts) -> None:
        if len(self.values):
            values, counts = counted(
                np.concatenate([self.values, values]), np.concatenate([self.counts, counts])
            )
        if self.room is not None:
            # What looks random follows from the value alone: it is kept in all batches, or in none.
            lots = mixed(values.view(np.uint64)) >> np.uint64(1)
            while (kept := lots < np.uint64(2 ** (63 - self.halvings))).sum() > self.room:
                self.halvings += 1
            values, counts = values[kept], counts[kept]
        self.values, self.counts = values, counts

    def _draw(self, keys: Keys, room: int) -> None:
        lots = np.random.default_rng([self.seed, self.n_records]).random(len(keys))
        if len(self.sample):
            keys, lots = np.concatenate([self.sample, keys]), np.concatenate([self._lots, lots])
        if len(lots) > room:
            first = np.argpartition(lots, room)[:room]
            keys, lots = keys[first], lots[first]
        self.sample, self._lots = keys, lots

    def up_to(self) -> tuple[Counts, int]:
        """Return how many records hold each value or a lower one, and of how many."""
        if self.is_exact:
            return np.cumsum(self.counts), int(self.counts.sum())
        return np.searchsorted(np.sort(self.sample), self.values, side="right"), len(self.sample)

    def counts_of(self, keys: Keys) -> tuple[Counts, int]:
        """Return how many records hold some values, and of how many."""
        values, counts = self._seen()
        at = np.minimum(np.searchsorted(values, keys), len(values) - 1)
        return np.where(values[at] == keys, counts[at], 0), int(counts.sum())

    def concentration(self) -> float:
        """Return the sum of the squared shares of the values."""
        _, counts = self._seen()
        return float(np.square(counts / counts.sum()).sum())

    def _seen(self) -> tuple[Keys, Counts]:
        if self.is_exact:
            return self.values, self.counts
        return np.unique(self.sample, return_counts=True)

    @property
    def margin(self) -> float:
        """What a distance between distribution functions may miss, 0 if every value is kept.

        That of the records is drawn, and for numbers the steps of the line are. Both functions of
        the line rise by 1 in all, so an error of the steps counts twice.
        """
        if self.is_exact:
            return 0.0
        of_records = _DEVIATION / np.sqrt(len(self.sample))
        steps = 2.0 * _DEVIATION / np.sqrt(len(self.values)) if self.is_numeric else of_records
        return float(of_records + steps)

    def to_dict(self) -> dict[str, Any]:
        """Return it in values that JSON holds without loss; it has no word for infinity."""
        return {
            **{name: getattr(self, name) for name in _AS_THEY_ARE},
            "counts": self.counts.tolist(),
            "values": [str(value) for value in self.values.tolist()],
            "sample": [] if self.is_exact else [str(value) for value in self.sample.tolist()],
            "finite": self.finite.to_dict() if self.finite.count else None,
        }

    @classmethod
    def from_dict(cls, kept: dict[str, Any]) -> Self:
        """Return what `to_dict` described."""
        read, kind = (float, np.float64) if kept["is_numeric"] else (int, np.uint64)
        values, sample = (np.array([*map(read, kept[name])], kind) for name in ("values", "sample"))
        finite = kept["finite"]
        return cls(
            **{name: kept[name] for name in _AS_THEY_ARE},
            values=values,
            counts=np.array(kept["counts"], dtype=np.int64),
            finite=ColumnProfile("") if finite is None else ColumnProfile.from_dict(finite),
            sample=sample,
        )


def tally(attributes: Sequence[Attribute]) -> tuple[Tally, ...]:
    """Return the tallies of columns whose records are all at hand."""
    tallies = []
    for attribute in attributes:
        found = Tally(attribute.name, attribute.is_numeric)
        found.add(attribute)
        tallies.append(found)
    return tuple(tallies)


def tallies_of(
    source: Source,
    names: Sequence[str],
    seed: int = 0,
    kinds: Mapping[str, VariableKind] = NO_KINDS,
) -> tuple[Tally, ...]:
    """Return how often the values of confidential columns occur in a table that is not in memory.

    Kinds are as in `attributes_of`. What is drawn where a column has too many distinct values
    follows from the seed.
    """
    names = tuple(dict.fromkeys(names))
    tallies = tuple(Tally(name, _are_numbers(source, name, kinds), ROOM, seed) for name in names)
    for batch in source.batches(names) if names else ():
        for found, attribute in zip(tallies, attributes_of(batch, names, kinds), strict=True):
            found.add(attribute)
    return tallies
