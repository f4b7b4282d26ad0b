"""Confidential columns: their values in a block, and a tally of them over the whole table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.profile import ColumnProfile
from covey.measuring.fingerprints import mixed

ROOM = 2**16
"""Distinct values of a column that are counted one by one where a table does not fit into memory;
beyond that, as many of them and as many records are drawn at random."""

_DEVIATION = 1.36
"""Times 1/√m: what no distribution function of m draws misses by more, with probability 0.95."""

Keys = NDArray[Any]
"""Numbers, or what stands for categories: float64 or uint64."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """A confidential column of the masked table.

    Parameters
    ----------
    name : str
        Its name.
    values : array, shape (n_records,)
        Numbers, or the number of each record's category.
    is_numeric : bool
        Whether distances between values mean something.
    keys : array of int, optional
        What stands for each category in all blocks alike; the numbers of the categories if absent.
    """

    name: str
    values: Vector
    is_numeric: bool
    keys: NDArray[np.uint64] | None = None

    def keys_of(self, values: Vector) -> Keys:
        """Return numbers as they are, and of categories what stands for them in all blocks."""
        if self.is_numeric:
            return values
        codes = values.astype(np.int64)
        return codes.astype(np.uint64) if self.keys is None else self.keys[codes]


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
    """How often each value of a confidential column occurs in the whole table.

    Parameters
    ----------
    name : str
        Of the column.
    is_numeric : bool
        Whether its values are numbers, or keys of categories.
    room : int, optional
        Distinct values that are kept at most; all if absent.
    seed : int
        For what is drawn where there are more.
    n_records, n_missing : int
        Records, and missing numbers among them. A missing category is a value.
    halvings : int
        Each drops half of the distinct values at random, until there is room for the others.
    values, counts : arrays
        The values that are kept, ascending, and the records that have each.
    finite : ColumnProfile
        Of the finite numbers.
    sample : array
        Values of records drawn at random, where there is not room for all.
    """

    name: str
    is_numeric: bool
    room: int | None = None
    seed: int = 0
    n_records: int = 0
    n_missing: int = 0
    halvings: int = 0
    values: Keys = field(default_factory=lambda: np.empty(0))
    counts: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    finite: ColumnProfile = field(default_factory=lambda: ColumnProfile(""))
    sample: Keys = field(default_factory=lambda: np.empty(0), repr=False)
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

    def _count(self, values: Keys, counts: NDArray[np.int64]) -> None:
        if len(self.values):
            values = np.concatenate([self.values, values])
            counts = np.concatenate([self.counts, counts])
            values, which = np.unique(values, return_inverse=True)
            counts = np.bincount(which, counts).astype(np.int64)
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

    def up_to(self) -> tuple[NDArray[np.int64], int]:
        """Return how many records hold each value or a lower one, and of how many."""
        if self.is_exact:
            return np.cumsum(self.counts), int(self.counts.sum())
        return np.searchsorted(np.sort(self.sample), self.values, side="right"), len(self.sample)

    def counts_of(self, keys: Keys) -> tuple[NDArray[np.int64], int]:
        """Return how many records hold some values, and of how many."""
        values, counts = self._seen()
        at = np.minimum(np.searchsorted(values, keys), len(values) - 1)
        return np.where(values[at] == keys, counts[at], 0), int(counts.sum())

    def concentration(self) -> float:
        """Return the sum of the squared shares of the values."""
        _, counts = self._seen()
        return float(np.square(counts / counts.sum()).sum())

    def _seen(self) -> tuple[Keys, NDArray[np.int64]]:
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
            "name": self.name,
            "is_numeric": self.is_numeric,
            "n_records": self.n_records,
            "n_missing": self.n_missing,
            "halvings": self.halvings,
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
            name=kept["name"],
            is_numeric=kept["is_numeric"],
            n_records=kept["n_records"],
            n_missing=kept["n_missing"],
            halvings=kept["halvings"],
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
