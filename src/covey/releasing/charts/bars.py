"""Upright bars: how many of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from covey.releasing.charts.scale import nice_step, times
from covey.releasing.charts.svg import LETTER, label, line, rect, svg

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
    step = int(times(*nice_step(max(1.0, (typical - smallest) / (at_most - 2)))))
    starts = list(range(smallest - smallest % step, typical + 1, step))
    places = np.searchsorted(starts, sizes, side="right") - 1
    counts = np.bincount(places, minlength=len(starts))
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
) -> str:
    """Draw one bar for each name, with its figure on top and what the names are below."""
    width, height, base = 720, 184, 146
    figures = figures or [f"{value:,}" for value in values]
    highest = max(values) or 1
    pitch = min(96.0, width / len(values))
    left = (width - pitch * len(values)) / 2
    every = math.ceil((max(map(len, names)) * LETTER + 8) / pitch)
    every_figure = math.ceil((max(map(len, figures)) * LETTER + 4) / pitch)
    parts = [line("axis", f"M0 {base}.5H{width}")]
    for i, (name, value, figure) in enumerate(zip(names, values, figures, strict=True)):
        middle = left + (i + 0.5) * pitch
        tall = round(122 * value / highest, 1)
        if value:
            wide = round(pitch * 0.68, 1)
            parts.append(rect("bar", middle - wide / 2, base - tall, wide, tall))
        if i % every_figure == 0:
            parts.append(label(middle, base - tall - 6, figure, "count"))
        if i % every == 0:
            parts.append(label(middle, base + 16, name))
    parts.append(label(width / 2, base + 34, axis))
    return svg(width, height, parts, ident=ident, title=title, text=text)
