"""Bars: upright for how many there are of each, lying for percentages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from covey.core.facts import GroupSizes
from covey.core.wording import figure
from covey.releasing.charts.scale import nice_step, times
from covey.releasing.charts.svg import LETTER, clip, fluid_svg, label, line, rect, svg

_BASE, _TALLEST = 146, 122
_WIDEST = 13.0
"""Percent of the width from one bar to the next, at most: few bars do not become walls."""
_NARROW_WIDTH, _WIDE_WIDTH = 330, 680
"""Pixels that the picture has on a phone and on a page or a sheet of paper, at least."""
_PITCH, _RAIL, _TALL = 38, 21, 9
"""Pixels from one row to the next, from a row to its bar, and height of a bar."""
_LONGEST = 34


def size_classes(groups: GroupSizes, *, at_most: int = 16) -> tuple[list[str], list[int]]:
    """Count groups by size; join sizes to classes where there are too many of them."""
    smallest, sizes = groups.smallest, groups.sizes
    if groups.largest - smallest < at_most:
        counts = np.bincount(sizes - smallest, groups.counts).astype(int)
        return [f"{smallest + i:,}" for i in range(len(counts))], [int(count) for count in counts]
    # One group that took in all the rest must not squeeze the others into a single bar.
    most = np.searchsorted(np.cumsum(groups.counts), 0.98 * groups.n_groups)
    typical = max(int(sizes[most]), smallest + 1)
    step = int(times(*nice_step(max(1.0, (typical - smallest) / (at_most - 2)))))
    starts = list(range(smallest - smallest % step, typical + 1, step))
    places = np.searchsorted(starts, sizes, side="right") - 1
    counts = np.bincount(places, groups.counts, minlength=len(starts)).astype(int)
    starts[0] = smallest
    names = [f"{a:,}" if b - a == 1 else f"{a:,}–{b - 1:,}" for a, b in pairwise(starts)]
    return [*names, f"≥ {starts[-1]:,}"], [int(count) for count in counts]


def draw_bars(
    names: Sequence[str],
    values: Sequence[float],
    *,
    ident: str,
    title: str,
    text: str,
    axis: str,
    figures: Sequence[str] | None = None,
    full: float | None = None,
) -> str:
    """Draw one bar for each name, with its figure on top, by default its value.

    A bar of full height stands for `full`, by default the largest value; `axis` says what the names
    are.
    """
    figures = figures or [f"{value:,}" for value in values]
    highest = full or max(values) or 1
    pitch = min(_WIDEST, 100 / len(values))
    left = 50 - pitch * len(values) / 2
    every = [_stride(texts, pitch) for texts in (names, figures)]
    parts = [_level("axis", 0.0)]
    if full is not None:
        # Low bars leave room: what is it room for?
        for share in (0.5, 1.0):
            parts.append(_level("grid", share))
            parts.append(label(0, _BASE - share * _TALLEST - 5, figure(share * full), "start"))
    for i, (name, value, shown) in enumerate(zip(names, values, figures, strict=True)):
        middle = left + (i + 0.5) * pitch
        tall = round(_TALLEST * min(1.0, value / highest), 1)
        if value:
            place = f'x="{middle - 0.34 * pitch:.2f}%" width="{0.68 * pitch:.2f}%"'
            parts.append(f'<rect class="bar" {place} y="{_BASE - tall:.1f}" height="{tall}"/>')
        above, below = _BASE - tall - 6, _BASE + 16
        parts.append(label(f"{middle:.2f}%", above, shown, f"count{_room(i, every[1])}"))
        parts.append(label(f"{middle:.2f}%", below, name, _room(i, every[0]).strip()))
    parts.append(label("50%", _BASE + 34, axis))
    return fluid_svg(_BASE + 38, parts, ident=ident, title=title, text=text)


def _level(kind: str, share: float) -> str:
    """Return a line across at a share of the full height."""
    y = f"{_BASE + 0.5 - share * _TALLEST:.1f}"
    return f'<line class="{kind}" x1="0" x2="100%" y1="{y}" y2="{y}"/>'


def _stride(texts: Sequence[str], pitch: float) -> tuple[int, int]:
    """Return of how many texts one is shown, on a phone and on a page, so that none overlap."""
    needed = max(map(len, texts)) * LETTER + 6
    narrow, wide = (
        math.ceil(needed / (pitch * width / 100)) for width in (_NARROW_WIDTH, _WIDE_WIDTH)
    )
    return narrow, wide


def _room(i: int, every: tuple[int, int]) -> str:
    """Return the class of the text at a place: shown always, on wide pages only, or never."""
    narrow, wide = every
    if i % narrow == 0:
        return ""
    return " roomy" if i % wide == 0 else " never"


def draw_rows(
    names: Sequence[str],
    values: Sequence[float | None],
    *,
    figures: Sequence[str],
    ident: str,
    title: str,
    text: str,
    axis: str,
    mean: float | None = None,
) -> str:
    """Draw a bar to the right for each name, with its figure; a mark on each stands for the mean.

    Values are percentages; None draws no bar, and the figure then says why. Every bar lies on a
    rail that is 100 percent long, so that 2 percent look like little. Names, shortened where they
    are long, and figures stand above their bars: nothing is drawn across a word, at any width.
    """
    parts = []
    for i, (name, value, shown) in enumerate(zip(names, values, figures, strict=True)):
        top = i * _PITCH
        parts.append(label(0, top + 13, clip(name, _LONGEST), "start strong"))
        parts.append(label("100%", top + 13, shown, "end count"))
        parts.append(_piece("rail", top + _RAIL, 100.0))
        if value is not None:
            parts.append(_piece("bar", top + _RAIL, value))
        if mean is not None:
            at, above = _share(mean), top + _RAIL - 2
            parts.append(
                f'<line class="mean" x1="{at}" x2="{at}" y1="{above}" y2="{above + _TALL + 5}"/>'
            )
    base = len(names) * _PITCH
    for share, kind in ((0, "start"), (25, ""), (50, ""), (75, ""), (100, "end")):
        parts.append(label(f"{share}%", base + 12, str(share), kind))
    parts.append(label("50%", base + 32, axis))
    return fluid_svg(base + 38, parts, ident=ident, title=title, text=text)


def _piece(kind: str, top: float, value: float) -> str:
    size = f'width="{_share(value)}" height="{_TALL}"'
    return f'<rect class="{kind}" x="0" y="{top}" {size} rx="2"/>'


def _share(value: float) -> str:
    """Return so many percent of the width, no more than there is."""
    return f"{min(100.0, max(0.0, value)):.2f}%"


def draw_gauge(percent: float, *, ident: str, title: str, text: str) -> str:
    """Draw a share of one hundred as a filled bar with a marker at its end."""
    width, end = 340, round(340 * min(100.0, max(0.0, percent)) / 100, 1)
    parts = [
        rect("rail", 0, 8, width, 10),
        rect("bar", 0, 8, end, 10),
        line("mark", f"M{min(width - 1.0, max(1.0, end))} 3V23"),
        label(0, 36, "0", "start"),
        label(width / 2, 36, "50"),
        label(width, 36, "100", "end"),
    ]
    return svg(width, 40, parts, ident=ident, title=title, text=text)
