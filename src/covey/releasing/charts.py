"""Charts as inline SVG: a report needs no script and no plotting library, and prints as drawn.

What is drawn is first made safe to show: class limits are round numbers, the outer classes are
open, and counts are multiples of *k*.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from covey.core.arrays import Vector

_MAX_CLASSES = 22
_RECORDS_PER_CLASS = 3
"""On average, in multiples of k: with fewer, most classes would round down to nothing."""
_TAIL = 0.02
_LETTER = 6.2
"""Width of a character at the charts' font size, to keep axis labels apart."""
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts of two samples in the same classes.

    Parameters
    ----------
    before, after : tuple of int
        Records in each class, rounded down to a multiple of k; the outer classes are open.
    ticks : tuple of (float, str)
        Where on the axis, counted in classes from the left, stands which label.
    unit : str
        What the labels are multiples of, such as ``×10⁶``; mostly empty.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    ticks: tuple[tuple[float, str], ...]
    unit: str = ""


def nice_step(least: float) -> tuple[int, int]:
    """Return the smallest m·10^e with m in 1, 2, 5 that is at least this, as (m, e).

    Examples
    --------
    >>> nice_step(0.3), nice_step(20), nice_step(60)
    ((5, -1), (2, 1), (1, 2))
    """
    exponent = math.floor(math.log10(least))
    for mantissa in (1, 2, 5):
        # The tolerance keeps 0.1 + 0.2 from being taken for more than 0.3.
        if _times(mantissa, exponent) >= least * (1 - 1e-9):
            return mantissa, exponent
    return 1, exponent + 1


def bin_pair(before: Vector, after: Vector, *, k: int, is_whole: bool) -> Histogram | None:
    """Count two samples in classes that show no single record of the first.

    Class limits are multiples of 1, 2 or 5 times a power of ten between the 2nd and the 98th
    percentile of `before`, moved inwards where fewer than k records lie beyond them. Counts are
    rounded down to multiples of k. So fewer than k records are never drawn, and the total does not
    give away by subtraction how many are missing from a class.

    Parameters
    ----------
    before, after : array, shape (n_records,)
        Finite numbers.
    k : int
        Smallest number of records that may be shown.
    is_whole : bool
        Whether `before` holds whole numbers. Limits then lie halfway between them, so that a mean
        of 24.6 counts as 25.

    Returns
    -------
    Histogram or None
        None where the middle of the data is a single value or there are fewer than 2k records.
    """
    n = len(before)
    tail = max(k, math.ceil(_TAIL * n))
    if n < 2 * tail:
        return None
    ordered = np.partition(before, (tail - 1, n - tail))
    low, high = float(ordered[tail - 1]), float(ordered[n - tail])
    power = _unit(max(abs(low), abs(high)))
    scale = 10.0**power
    n_classes = min(_MAX_CLASSES, n // (_RECORDS_PER_CLASS * k))
    limits, ticks = _limits(low / scale, high / scale, n_classes, is_whole=is_whole and power == 0)
    if not limits:
        return None
    return Histogram(
        _counts(before, limits, scale, k),
        _counts(after, limits, scale, k),
        tuple(ticks),
        f"×10{str(power).translate(_SUPERSCRIPTS)}" if power else "",
    )


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
    if _times(mantissa, exponent) > span:
        # A step no longer than the span has a multiple in it.
        mantissa, exponent = (mantissa // 2, exponent) if mantissa > 1 else (5, exponent - 1)
    if is_whole and exponent < 0:
        mantissa, exponent = 1, 0
    step = _times(mantissa, exponent)
    first, last = math.floor(low / step) + 1, math.floor(high / step)
    marks = [_times(i * mantissa, exponent) for i in range(first, last + 1)]
    if not marks or len(set(marks)) < len(marks):  # the values differ only by a rounding error
        return [], []
    texts = [_number(mark, -exponent) for mark in marks]
    if is_whole and step == 1:
        names = [f"≤ {_number(marks[0] - 1, 0)}", *texts[:-1], f"≥ {texts[-1]}"]
        ticks = [(i + 0.5, name) for i, name in enumerate(names)]
    else:
        ticks = [(float(i), text) for i, text in enumerate(texts, 1)][1:-1]
        ticks = [(0.5, f"< {texts[0]}"), *ticks, (len(marks) + 0.5, f"≥ {texts[-1]}")]
    shift = 0.5 if is_whole else 0.0
    return [mark - shift for mark in marks], ticks


def _number(value: float, digits: int) -> str:
    text = f"{value:,.{max(0, digits)}f}" if digits <= 12 else f"{value:.6g}"
    return text.replace("-", "−")


def _times(mantissa: int, exponent: int) -> float:
    # Dividing gives the float nearest to the decimal number; multiplying by 0.1 would not.
    return mantissa * 10.0**exponent if exponent >= 0 else mantissa / 10.0**-exponent


def _counts(values: Vector, limits: list[float], scale: float, k: int) -> tuple[int, ...]:
    with np.errstate(over="ignore", under="ignore"):  # infinity belongs into the open class
        places = np.searchsorted(limits, values / scale, side="right")
    counts = np.bincount(places, minlength=len(limits) + 1) // k * k
    return tuple(int(count) for count in counts)


def size_classes(sizes: NDArray[np.intp], *, at_most: int = 16) -> tuple[list[str], list[int]]:
    """Count groups by size; join sizes to classes where there are too many of them.

    Examples
    --------
    >>> size_classes(np.array([3, 3, 5]))
    (['3', '4', '5'], [2, 0, 1])
    """
    smallest, largest = int(sizes.min()), int(sizes.max())
    if largest - smallest < at_most:
        counts = np.bincount(sizes - smallest)
        return [f"{smallest + i:,}" for i in range(len(counts))], [int(count) for count in counts]
    # One group that took in all the rest must not squeeze the others into a single bar.
    typical = max(int(np.quantile(sizes, 0.98)), smallest + 1)
    step = int(_times(*nice_step(max(1.0, (typical - smallest) / (at_most - 2)))))
    starts = list(range(smallest - smallest % step, typical + 1, step))
    places = np.searchsorted(starts, sizes, side="right") - 1
    counts = np.bincount(places, minlength=len(starts))
    starts[0] = smallest
    names = [f"{a:,}" if b - a == 1 else f"{a:,}–{b - 1:,}" for a, b in pairwise(starts)]
    return [*names, f"≥ {starts[-1]:,}"], [int(count) for count in counts]


def draw_bars(
    names: Sequence[str], counts: Sequence[int], *, ident: str, title: str, text: str, axis: str
) -> str:
    """Draw one bar for each name, with its count on top and what the names are below."""
    width, height, base = 720, 184, 146
    pitch = min(96.0, width / len(counts))
    left = (width - pitch * len(counts)) / 2
    every = math.ceil((max(map(len, names)) * _LETTER + 8) / pitch)
    parts = [f'<path class="axis" d="M0 {base}.5H{width}"/>']
    for i, (name, count) in enumerate(zip(names, counts, strict=True)):
        middle = left + (i + 0.5) * pitch
        tall = round(122 * count / max(counts), 1)
        if count:
            wide = round(pitch * 0.68, 1)
            parts.append(_rect("bar", middle - wide / 2, base - tall, wide, tall))
        parts.append(_label(middle, base - tall - 6, f"{count:,}", "count"))
        if i % every == 0:
            parts.append(_label(middle, base + 16, name))
    parts.append(_label(width / 2, base + 34, axis))
    return _svg(width, height, parts, ident=ident, title=title, text=text)


def draw_histogram(
    histogram: Histogram, *, ident: str, title: str, text: str, width: int = 340
) -> str:
    """Draw the original as filled bars and the released sample as a stepped line over them."""
    height, left, base, top = 150, 38, 122, 10
    n, gap = len(histogram.before), 6.0
    pitch = (width - left - 2 * gap - 2) / n
    highest = max(1, *histogram.before, *histogram.after)
    step = int(_times(*nice_step(max(1.0, highest / 3))))

    def x(place: float, piece: int) -> float:
        return left + 1 + place * pitch + gap * piece

    def y(count: float) -> float:
        return base - (base - top) * count / highest

    parts = []
    for count in range(0, highest + 1, step):
        kind = "grid" if count else "axis"
        parts.append(f'<path class="{kind}" d="M{left} {y(count):.1f}H{width}"/>')
        parts.append(_label(left - 6, y(count) + 4, f"{count:,}", "end"))
    # The open classes stand apart from those that have two limits.
    pieces = ((0, 1), (1, n - 1), (n - 1, n))
    for kind, counts in (("before", histogram.before), ("after", histogram.after)):
        path = "".join(
            f"M{x(a, piece):.1f} {base}"
            + "".join(f"V{y(counts[i]):.1f}H{x(i + 1, piece):.1f}" for i in range(a, b))
            + f"V{base}"
            for piece, (a, b) in enumerate(pieces)
            if a < b
        )
        parts.append(f'<path class="{kind}" d="{path}"/>')
    places = [
        (x(place, 0 if place < 1 else 2 if place > n - 1 else 1), name)
        for place, name in histogram.ticks
    ]
    parts += [_label(at, base + 16, name) for at, name in _apart(places, width)]
    return _svg(width, height, parts, ident=ident, title=title, text=text)


def draw_gauge(percent: float, *, ident: str, title: str, text: str) -> str:
    """Draw a share of one hundred as a filled bar with a marker at its end."""
    width, end = 340, round(340 * min(100.0, max(0.0, percent)) / 100, 1)
    parts = [
        _rect("rail", 0, 8, width, 10),
        _rect("bar", 0, 8, end, 10),
        f'<path class="mark" d="M{min(width - 1.0, max(1.0, end))} 3V23"/>',
        _label(0, 36, "0", "start"),
        _label(width / 2, 36, "50"),
        _label(width, 36, "100", "end"),
    ]
    return _svg(width, 40, parts, ident=ident, title=title, text=text)


def _apart(places: list[tuple[float, str]], width: float) -> list[tuple[float, str]]:
    """Keep the outer labels, and every second, third, … inner one, round numbers first."""

    def collide(one: tuple[float, str], other: tuple[float, str]) -> bool:
        return abs(one[0] - other[0]) < (len(one[1]) + len(other[1])) / 2 * _LETTER + 9

    first, *inner, last = places
    first = (max(first[0], len(first[1]) * _LETTER / 2), first[1])
    last = (min(last[0], width - len(last[1]) * _LETTER / 2), last[1])
    free = [place for place in inner if not (collide(place, first) or collide(place, last))]
    for stride in range(1, len(free) + 1):
        ways = (free[start::stride] for start in range(stride))
        kept = max(ways, key=lambda way: sum(name.endswith("0") for _, name in way))
        if not any(collide(a, b) for a, b in pairwise(kept)):
            return [first, *kept, last]
    return [first, last]


def _rect(kind: str, x: float, y: float, width: float, height: float) -> str:
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" {size}/>'


def _label(x: float, y: float, text: str, kind: str = "") -> str:
    chosen = f' class="{kind}"' if kind else ""
    return f'<text{chosen} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _svg(
    width: int, height: int, parts: Sequence[str], *, ident: str, title: str, text: str
) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-labelledby="{ident}-t {ident}-d">'
        f'<title id="{ident}-t">{escape(title)}</title><desc id="{ident}-d">{escape(text)}</desc>'
        f"{''.join(parts)}</svg>"
    )
