"""Orderings that a table shows or a paper claims, checked in our own figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal

from covey.experiments.reproduce.rows import Key, Printed, Status

Direction = Literal["as printed", "rises", "falls"]


@dataclass(frozen=True, slots=True)
class Trend:
    """An ordering of rows that differ in one thing only.

    As printed: whichever of two printed figures is the larger must be so in ours. A tuple names
    values of ``over`` from the smallest figure to the largest. Two figures whose difference is at
    most ``slack``, a share of the larger, count as equal: no order is asked of them if printed, and
    none is broken by them if ours.
    """

    over: str  # method, k, records, variables or family (the data set)
    order: Direction | tuple[str, ...] = "as printed"
    measures: tuple[str, ...] = ()  # empty for all
    slack: float = 0.0

    def pairs(self, rows: Sequence[Printed]) -> Iterable[tuple[Printed, Printed]]:
        """Give pairs of rows, the one whose figure must be the smaller first."""
        for line in self._lines(rows):
            for one, other in self._neighbours(line):
                yield from self._ordered(one, other)

    def is_apart(self, one: float, other: float) -> bool:
        """Whether two figures differ by more than the slack."""
        return abs(one - other) > self.slack * max(abs(one), abs(other))

    def _lines(self, rows: Sequence[Printed]) -> Iterable[list[Printed]]:
        lines: dict[tuple[object, ...], list[Printed]] = defaultdict(list)
        for row in rows:
            place = row.coordinates()
            is_asked = not self.measures or row.measure in self.measures
            if row.status is Status.INFORMATION or not is_asked:
                continue
            if place.pop(self.over) is not None:
                lines[tuple(place.values())].append(row)
        return lines.values()

    def _neighbours(self, line: list[Printed]) -> Iterable[tuple[Printed, Printed]]:
        if isinstance(self.order, tuple):
            named = {row.coordinates()[self.over]: row for row in line}
            return pairwise(named[name] for name in self.order if name in named)
        if self.over in ("method", "family"):
            return combinations(line, 2)
        return pairwise(sorted(line, key=lambda row: int(row.coordinates()[self.over] or 0)))

    def _ordered(self, one: Printed, other: Printed) -> Iterable[tuple[Printed, Printed]]:
        if self.order == "falls":
            yield other, one
        elif self.order != "as printed":
            yield one, other
        elif one.value and other.value and self.is_apart(float(one.value), float(other.value)):
            yield (one, other) if float(one.value) < float(other.value) else (other, one)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a row stands among the others."""

    n_compared: int = 0  # with how many other rows
    broken: tuple[str, ...] = ()  # in words, each comparison that came out the wrong way


def standings(
    trends: Iterable[Trend], rows: Sequence[Printed], ours: Mapping[Key, float]
) -> dict[Key, Standing]:
    """Return how each row that was computed stands in the orderings it is part of."""
    counts: dict[Key, int] = defaultdict(int)
    broken: dict[Key, list[str]] = defaultdict(list)
    for trend in trends:
        for lower, higher in trend.pairs(rows):
            if lower.key not in ours or higher.key not in ours:
                continue
            low, high = ours[lower.key], ours[higher.key]
            is_kept = low < high or (trend.slack > 0 and not trend.is_apart(low, high))
            for row, other, word in ((lower, higher, "below"), (higher, lower, "above")):
                counts[row.key] += 1
                if not is_kept:
                    broken[row.key].append(f"must be {word} {_describe(other, row)}")
    return {key: Standing(counts[key], tuple(broken[key])) for key in counts}


def _describe(row: Printed, other: Printed) -> str:
    """Name a row by what sets it apart from another."""
    fields = {"dataset": row.dataset, "method": row.method, "k": f"k = {row.k}"}
    told = [text for name, text in fields.items() if getattr(row, name) != getattr(other, name)]
    return ", ".join(told)
