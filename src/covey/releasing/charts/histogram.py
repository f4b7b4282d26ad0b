"""Distributions before and after, in classes that show no record."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Self

import numpy as np

from covey.core.wording import power_of_ten
from covey.releasing.charts.calendar import round_dates
from covey.releasing.charts.scale import nice_step, number, times
from covey.releasing.charts.svg import LETTER, label, line, svg

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from covey.core.arrays import Vector

_MAX_CLASSES = 22
_RECORDS_PER_CLASS = 3
"""On average, in multiples of k: with fewer, most classes would round down to nothing."""
_TAIL = 0.02
_MISSING_WIDTH = 56
"""Of the picture, where values are missing."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts of two samples in the same classes, of which the outer ones are open."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    ticks: tuple[tuple[float, str], ...]  # labels, and where: counted in classes from the left
    unit: str = ""  # what the labels are multiples of, such as ×10⁶; mostly empty
    missing: tuple[int, int] = (0, 0)  # records without a value, before and after


@dataclass(frozen=True, slots=True)
class Classes:
    """Classes of values that show no single record."""

    limits: tuple[float, ...]
    ticks: tuple[tuple[float, str], ...]
    power: int = 0  # values are divided by ten to this power

    @classmethod
    def of(cls, values: Vector, *, n_records: int, k: int, is_whole: bool) -> Self | None:
        """Return classes for the values of a variable, or for a sample of them.

        Limits are multiples of 1, 2 or 5 times a power of ten between the 2nd and the 98th
        percentile, moved inwards where fewer than k records lie beyond them. Those of whole numbers
        lie halfway between them, so that a mean of 24.6 counts as 25. There are none where the
        middle of the data is a single value or there are fewer than 2k values.
        """
        found = _middle(values, k)
        if found is None:
            return None
        low, high = found
        power = _unit(max(abs(low), abs(high)))
        scale = 10.0**power
        most = min(_MAX_CLASSES, n_records // (_RECORDS_PER_CLASS * k))
        limits, ticks = _limits(low / scale, high / scale, most, is_whole=is_whole and power == 0)
        return cls(tuple(limits), tuple(ticks), power) if limits else None

    @classmethod
    def of_dates(cls, values: Vector, *, n_records: int, k: int) -> Self | None:
        """Return classes for dates, in microseconds: as for numbers, with round dates as limits."""
        found = _middle(values, k)
        if found is None:
            return None
        most = min(_MAX_CLASSES, n_records // (_RECORDS_PER_CLASS * k))
        limits, texts = round_dates(*found, max(1, most - 1))
        if not limits:
            return None
        inner = [(float(i), text) for i, text in enumerate(texts, 1)][1:-1]
        ends = ((0.5, f"< {texts[0]}"), (len(limits) + 0.5, f"≥ {texts[-1]}"))
        return cls(tuple(limits), (ends[0], *inner, ends[1]))

    def count(self, values: Vector) -> NDArray[np.intp]:
        """Return how many values lie in each class."""
        with np.errstate(over="ignore", under="ignore"):  # infinity belongs into the open class
            places = np.searchsorted(self.limits, values / 10.0**self.power, side="right")
        return np.bincount(places, minlength=len(self.limits) + 1)

    def histogram(
        self,
        before: NDArray[np.intp],
        after: NDArray[np.intp],
        k: int,
        missing: tuple[int, int] = (0, 0),
    ) -> Histogram:
        """Return counts, those of missing values too, rounded down to multiples of k.

        So fewer than k records are never drawn, and the total does not give away by subtraction how
        many are missing from a class.
        """
        unit = f"×{power_of_ten(self.power)}" if self.power else ""
        shown, masked = (tuple((counts // k * k).tolist()) for counts in (before, after))
        gaps = (missing[0] // k * k, missing[1] // k * k)
        return Histogram(shown, masked, self.ticks, unit, gaps)


def _middle(values: Vector, k: int) -> tuple[float, float] | None:
    """Return the 2nd and the 98th percentile, or further inwards until k values lie beyond."""
    n = len(values)
    tail = max(k, math.ceil(_TAIL * n))
    if n < 2 * tail:
        return None
    ordered = np.partition(values, (tail - 1, n - tail))
    return float(ordered[tail - 1]), float(ordered[n - tail])


def _unit(magnitude: float) -> int:
    if magnitude == 0 or 1e-3 <= magnitude < 1e6:
        return 0
    # Beyond ±300 the power of ten itself would leave the range of normal floats.
    return max(-300, min(300, 3 * math.floor(math.log10(magnitude) / 3)))


def _limits(
    low: float, high: float, n_classes: int, *, is_whole: bool
) -> tuple[list[float], list[tuple[float, str]]]:
    """Choose the limits in (low, high] and the labels of the axis."""
    span = high - low
    if span <= 0:
        return [], []
    mantissa, exponent = nice_step(span / max(1, n_classes - 2))
    if times(mantissa, exponent) > span:
        # A step no longer than the span has a multiple in it.
        mantissa, exponent = (mantissa // 2, exponent) if mantissa > 1 else (5, exponent - 1)
    if is_whole and exponent < 0:
        mantissa, exponent = 1, 0
    step = times(mantissa, exponent)
    first, last = math.floor(low / step) + 1, math.floor(high / step)
    marks = [times(i * mantissa, exponent) for i in range(first, last + 1)]
    if not marks or len(set(marks)) < len(marks):  # the values differ only by a rounding error
        return [], []
    texts = [number(mark, -exponent) for mark in marks]
    if is_whole and step == 1:
        names = [f"≤ {number(marks[0] - 1, 0)}", *texts[:-1], f"≥ {texts[-1]}"]
        ticks = [(i + 0.5, name) for i, name in enumerate(names)]
    else:
        ticks = [(float(i), text) for i, text in enumerate(texts, 1)][1:-1]
        ticks = [(0.5, f"< {texts[0]}"), *ticks, (len(marks) + 0.5, f"≥ {texts[-1]}")]
    shift = 0.5 if is_whole else 0.0
    return [mark - shift for mark in marks], ticks


def draw_histogram(
    histogram: Histogram, *, ident: str, title: str, text: str, width: int = 340
) -> str:
    """Draw the original as filled bars and the released sample as a stepped line over them.

    Missing values, if any, have a bar of their own on the right.
    """
    height, left, base, top = 150, 38, 122, 10
    n, gap = len(histogram.before), 6.0
    inner = width - (_MISSING_WIDTH if any(histogram.missing) else 0)
    pitch = (inner - left - 2 * gap - 2) / n
    highest = max(1, *histogram.before, *histogram.after, *histogram.missing)
    step = int(times(*nice_step(max(1.0, highest / 3))))

    def x(place: float, piece: int) -> float:
        return left + 1 + place * pitch + gap * piece

    def y(count: float) -> float:
        return base - (base - top) * count / highest

    parts = []
    for count in range(0, highest + 1, step):
        kind = "grid" if count else "axis"
        parts.append(line(kind, f"M{left} {y(count):.1f}H{width}"))
        parts.append(label(left - 6, y(count) + 4, f"{count:,}", "end"))
    # The open classes stand apart from those that have two limits.
    pieces = ((0, 1), (1, n - 1), (n - 1, n))
    samples = (
        ("before", histogram.before, histogram.missing[0]),
        ("after", histogram.after, histogram.missing[1]),
    )
    for kind, counts, n_missing in samples:
        path = "".join(
            f"M{x(a, piece):.1f} {base}"
            + "".join(f"V{y(counts[i]):.1f}H{x(i + 1, piece):.1f}" for i in range(a, b))
            + f"V{base}"
            for piece, (a, b) in enumerate(pieces)
            if a < b
        )
        if any(histogram.missing):
            wide = _MISSING_WIDTH - 24
            path += f"M{inner + 16:.1f} {base}V{y(n_missing):.1f}h{wide}V{base}"
        parts.append(line(kind, path))
    places = [
        (x(place, 0 if place < 1 else 2 if place > n - 1 else 1), name)
        for place, name in histogram.ticks
    ]
    parts += [label(at, base + 16, name) for at, name in _apart(places, inner)]
    if any(histogram.missing):
        parts.append(label(inner + 4 + _MISSING_WIDTH / 2, base + 16, "missing", "own"))
    return svg(width, height, parts, ident=ident, title=title, text=text)


def _apart(places: list[tuple[float, str]], width: float) -> list[tuple[float, str]]:
    """Keep the outer labels, and every second, third, … inner one, round numbers first."""

    def collide(one: tuple[float, str], other: tuple[float, str]) -> bool:
        return abs(one[0] - other[0]) < (len(one[1]) + len(other[1])) / 2 * LETTER + 9

    first, *inner, last = places
    first = (max(first[0], len(first[1]) * LETTER / 2), first[1])
    last = (min(last[0], width - len(last[1]) * LETTER / 2), last[1])
    free = [place for place in inner if not (collide(place, first) or collide(place, last))]
    for stride in range(1, len(free) + 1):
        ways = (free[start::stride] for start in range(stride))
        kept = max(ways, key=lambda way: sum(name.endswith("0") for _, name in way))
        if not any(collide(a, b) for a, b in pairwise(kept)):
            return [first, *kept, last]
    return [first, last]
