"""Numbers that look like codes: nothing that does is averaged by default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from covey.core.source import Source
from covey.core.spelling import Part, Setting
from covey.core.wording import counted
from covey.planning.repeats import Repeats, pieces_of
from covey.planning.words import words_of

MOST_VALUES = 12
"""Different whole numbers that are taken for codes."""

NUMBERING = frozenset({"id", "no", "nr", "number", "code", "key"})
"""Words in names of columns that hold numbers of things."""

WEIGHT = "weight"

_MEASURED = frozenset({"kg", "g", "lb", "lbs", "grams", "kilos", "pounds", "tons"})
"""Words that tell the weight of something from a sampling weight."""

_LARGEST = 1 << 60
"""Whole numbers up to here can be subtracted from each other; larger ones are names anyway."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Why a column is no number to average, and what it may be instead."""

    reason: str  # with the column as its subject
    remedies: tuple[Part, ...]  # the settings that say what it is


def find_codes(
    source: Source, names: Sequence[str], identifiers: Sequence[str] = ()
) -> dict[str, Suspicion]:
    """Return the numeric columns that look like codes, with the reason for each.

    The records are gone through once, as far as it takes to clear every column: most often a few.
    """
    watched = {name: Watch(name, source) for name in names}
    repeats = {name: Repeats(names) for name in identifiers if source.kind(name) != "other"}
    for columns in pieces_of(source, (*names, *repeats)):
        for watch in watched.values():
            watch.add(columns[watch.name])
        for identifier, known in repeats.items():
            known.add(columns[identifier], columns)
        is_open = any(watch.is_open for watch in watched.values())
        if not is_open and all(known.is_settled for known in repeats.values()):
            break
    within = {
        name: identifier
        for identifier, known in reversed(repeats.items())
        if known.is_repeated
        for name in known.constant
    }
    found = {name: watch.suspicion(within.get(name)) for name, watch in watched.items()}
    return {name: suspicion for name, suspicion in found.items() if suspicion is not None}


class Watch:
    """What speaks for a column being a code, as its values pass by."""

    def __init__(self, name: str, source: Source) -> None:
        self.name = name
        self._words = words_of(name)
        self._is_integer = source.kind(name) == "integer"
        self._has_gaps, self._is_whole = False, True
        self._values: set[float] | None = set()
        self._numbering: Numbering | None = Numbering(source.n_records)

    @property
    def is_open(self) -> bool:
        """Whether further values may clear it."""
        return self._is_whole and (self._values is not None or self._numbering is not None)

    @property
    def _holds_integers(self) -> bool:
        # A frame of pandas has whole numbers with gaps as floats.
        return self._is_integer or (self._is_whole and self._has_gaps)

    def add(self, column: pl.Series) -> None:
        """Take in values."""
        self._has_gaps = self._has_gaps or column.null_count() > 0
        if not self.is_open:
            return
        values = column.drop_nulls()
        if not self._is_integer:
            self._is_whole = bool((values.is_finite() & (values == values.floor())).all())
        if not self._is_whole or not len(values):
            return
        if self._values is not None:
            self._values.update(values.unique().to_list())
            self._values = self._values if len(self._values) <= MOST_VALUES else None
        if self._numbering is not None and not self._numbering.takes(values):
            self._numbering = None

    def suspicion(self, within: str | None) -> Suspicion | None:
        """Return the reason why it looks like a code, if it does."""
        name = self.name
        amounts = Setting("columns", {name: {"kind": "numeric"}})
        identifier = Setting("roles", {"identifier": [name]})
        nominal = Setting("columns", {name: {"kind": "nominal"}})
        if WEIGHT in self._words and not is_body_weight(self._words):
            weight = Setting("roles", {"weight": name})
            return Suspicion("is called a weight", (weight, " or ", amounts))
        if not self._holds_integers and within is None:
            return None
        if self._holds_integers and self._numbering is not None and self._numbering.has_values:
            return Suspicion("numbers the records", (identifier, " or ", amounts))
        if self._holds_integers and self._words & NUMBERING:
            return Suspicion(
                "is called a number or code", (identifier, ", ", nominal, " or ", amounts)
            )
        if within is not None:
            unit = Setting("roles", {"unit": name})
            reason = f"is the same wherever '{within}' is"
            return Suspicion(reason, (unit, ", ", identifier, " or ", amounts))
        if self._values:
            reason = f"has {counted(len(self._values), 'different whole number')}"
            return Suspicion(reason, (nominal, " or ", amounts))
        return None


def is_body_weight(words: frozenset[str]) -> bool:
    """Whether the words of a name tell a weight in kilograms or pounds."""
    return bool(words & _MEASURED)


class Numbering:
    """Whether whole numbers are all different and fill their range: less than twice their number.

    A bit for each number that may still come says whether it was there.
    """

    def __init__(self, n_records: int) -> None:
        self._width = 2 * n_records
        self._bits = np.zeros(0, dtype=np.uint8)
        self._low = self._high = 0
        self.has_values = False

    def takes(self, values: pl.Series) -> bool:
        """Take in whole numbers; return whether all were different and near enough so far."""
        low, high = int(values.min()), int(values.max())  # type: ignore[arg-type]
        if self.has_values:
            low, high = min(low, self._low), max(high, self._high)
        else:
            self._start = low - self._width
        self._low, self._high = low, high
        if high - low >= self._width or max(-low, high) > _LARGEST:
            return False
        if not self.has_values:
            self._bits = np.zeros(self._width // 4 + 1, dtype=np.uint8)
        self.has_values = True
        places = np.sort(values.cast(pl.Int64).to_numpy() - self._start)
        byte, bit = places >> 3, (1 << (places & 7)).astype(np.uint8)
        if (np.diff(places) == 0).any() or (self._bits[byte] & bit).any():
            return False
        np.bitwise_or.at(self._bits, byte, bit)
        return True
