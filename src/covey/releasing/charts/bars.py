"""Upright bars: how many of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from covey.core.facts import GroupSizes
from covey.core.wording import figure
from covey.releasing.charts.scale import nice_step, times
from covey.releasing.charts.svg import LETTER, fluid_svg, label

_BASE, _TALLEST = 146, 122
_WIDEST = 13.0
"""Percent of the width from one bar to the next, at most: few bars do not become walls."""
_NARROW_WIDTH, _WIDE_WIDTH = 330, 680
"""Pixels that the picture has on a phone and on a page or a sheet of paper, at least."""


def size_classes(groups: GroupSizes, *, at_most: int = 16) -> tuple[list[str], list[int]]:
    """Count groups by size; join sizes to classes where there are too many of them.

    Examples
    --------
    >>> size_classes(GroupSizes.of([3, 3, 5]))
    (['3', '4', '5'], [2, 0, 1])
    """
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
    """Return which of the texts fit side by side, every so manieth, on a phone and on a page."""
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
