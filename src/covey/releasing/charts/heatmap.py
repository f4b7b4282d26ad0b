"""A matrix of correlations, or of their changes, as a triangle of coloured cells.

Blue is positive and orange negative, a pair that the colour-blind tell apart. The figure in each
cell says the same without colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from covey.core.arrays import Matrix
from covey.releasing.charts.scale import nice_step, number, times
from covey.releasing.charts.svg import clip, label, rect, svg, width_of

_SHADES = 8
"""On each side of the paper: enough to order by eye, few enough to find again in the legend."""


def draw_heatmap(
    names: Sequence[str],
    values: Matrix,
    *,
    ident: str,
    title: str,
    text: str,
    width: int,
    reach: float | None = None,
) -> str:
    """Draw the lower triangle of a symmetric matrix; NaN is a grey cell with a dash.

    Values lie between −1 and 1, or are changes of such numbers. The full colour stands for `reach`,
    by default the next round number above the largest.
    """
    n = len(names)
    shown = [clip(name, longest_name(width)) for name in names]
    left = max(map(width_of, shown)) + 10
    side = min(38.0, (width - left - 8) / n)
    # In the middle, because few variables do not fill the width.
    start = max(0.0, (width - left - n * side) / 2)
    reach = _reach(values) if reach is None else reach
    parts = []
    for i, name in enumerate(shown):
        middle = (i + 0.5) * side + 4
        parts.append(label(start + left - 8, middle + 4, name, "end"))
        parts.append(label(start + left + (i + 0.5) * side, middle + 4, str(i + 1), "own"))
        parts.append(label(start + left + (i + 0.5) * side, n * side + 20, str(i + 1)))
        for j in range(i):
            corner = (start + left + j * side, i * side + 4)
            parts.append(_cell(float(values[i, j]), corner, side, reach))
    parts += _legend(start + left + n * side / 2, n * side + 32, reach)
    return svg(width, n * side + 44, parts, ident=ident, title=title, text=text)


def longest_name(width: int) -> int:
    """Return how many characters of a name a picture of this width has room for."""
    return 24 if width > 500 else 16


def _reach(values: Matrix) -> float:
    """Return the next round number above all values that are defined; 0.1 at least."""
    largest = max((abs(v) for row in values.tolist() for v in row if not math.isnan(v)), default=0)
    return times(*nice_step(max(0.1, largest)))


def _cell(value: float, corner: tuple[float, float], side: float, reach: float) -> str:
    x, y = corner
    kind, strength = shade(value / reach)
    size = "cell" if side >= 30 else "cell small"
    box = rect(kind, x + 0.5, y + 0.5, side - 1, side - 1, f' fill-opacity="{strength}"')
    kinds = f"{size}{ink(kind, strength)}"
    return box + label(x + side / 2, y + side / 2 + 3.5, short(value), kinds)


def ink(kind: str, strength: float) -> str:
    """Return the kind of a figure that stands out from its cell, on light and on dark paper."""
    if kind == "void" or strength < 5 / _SHADES:
        return ""
    return " on" if strength >= 7 / _SHADES else " mid"


def shade(share: float) -> tuple[str, float]:
    """Return the kind of a cell and how strong its colour is, for a share of the full one.

    The page has a colour for each kind, another one where the reader's screen is dark; its strength
    is how much of it covers the paper.

    Examples
    --------
    >>> shade(0.0), shade(1.0), shade(-0.5), shade(float("nan"))
    (('plus', 0.0), ('plus', 1.0), ('minus', 0.5), ('void', 1.0))
    """
    if math.isnan(share):
        return "void", 1.0
    kind = "minus" if share < 0 else "plus"
    return kind, min(_SHADES, round(abs(share) * _SHADES)) / _SHADES


def short(value: float) -> str:
    """Write a correlation in as few characters as it needs."""
    if math.isnan(value):
        return "–"
    hundredths = round(100 * value)
    if hundredths % 100 == 0:
        return number(hundredths // 100, 0)
    return ("−" if hundredths < 0 else "") + f"{abs(hundredths) / 100:.2f}".lstrip("0")


def _legend(middle: float, top: float, reach: float) -> list[str]:
    """Draw the scale: what the full colours stand for."""
    size, n = 9.0, 2 * _SHADES + 1
    left = middle - n * size / 2
    boxes = [
        f'<rect class="{kind}" x="{left + i * size:.1f}" y="{top:.1f}" width="{size}" height="9" '
        f'fill-opacity="{strength}"/>'
        for i in range(n)
        for kind, strength in [shade((i - _SHADES) / _SHADES)]
    ]
    frame = rect("frame", left, top, n * size, 9)
    digits = max(0, -math.floor(math.log10(reach)))
    low, high = number(-reach, digits), f"+{number(reach, digits)}"
    ends = [
        label(left - 6, top + 8.5, low, "end"),
        label(left + n * size + 6, top + 8.5, high, "start"),
    ]
    return [*boxes, frame, *ends]
