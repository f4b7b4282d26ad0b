"""Lying bars: a percentage for each name, on one scale from 0 to 100."""

from __future__ import annotations

from collections.abc import Sequence

from covey.releasing.charts.svg import clip, fluid_svg, label

_PITCH, _RAIL, _TALL = 38, 21, 9
"""Pixels from one row to the next, from a row to its bar, and height of a bar."""
_LONGEST = 34


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
    for i, (name, value, figure) in enumerate(zip(names, values, figures, strict=True)):
        top = i * _PITCH
        parts.append(label(0, top + 13, clip(name, _LONGEST), "start strong"))
        parts.append(label("100%", top + 13, figure, "end count"))
        parts.append(_piece("rail", top + _RAIL, 100.0))
        if value is not None:
            parts.append(_piece("bar", top + _RAIL, value))
        if mean is not None:
            parts.append(_mark(mean, top + _RAIL))
    base = len(names) * _PITCH
    for share, kind in ((0, "start"), (25, ""), (50, ""), (75, ""), (100, "end")):
        parts.append(label(f"{share}%", base + 12, str(share), kind))
    parts.append(label("50%", base + 32, axis))
    return fluid_svg(base + 38, parts, ident=ident, title=title, text=text)


def _piece(kind: str, top: float, value: float) -> str:
    """Return a bar of so many percent of the width; no more than there is."""
    wide = f"{min(100.0, max(0.0, value)):.2f}%"
    return f'<rect class="{kind}" x="0" y="{top}" width="{wide}" height="{_TALL}" rx="2"/>'


def _mark(value: float, top: float) -> str:
    at = f"{min(100.0, max(0.0, value)):.2f}%"
    return f'<line class="mean" x1="{at}" x2="{at}" y1="{top - 2}" y2="{top + _TALL + 3}"/>'
