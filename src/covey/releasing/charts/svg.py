"""The elements that all charts are made of."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape

LETTER = 6.2  # width of a character at the charts' font size, to keep labels apart
_CAPITAL, _IDEOGRAPH = 8.0, 11.5


def rect(kind: str, x: float, y: float, width: float, height: float, more: str = "") -> str:
    """Return a rectangle in the style of its kind, with more attributes."""
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" {size}{more}/>'


def line(kind: str, path: str) -> str:
    """Return a path in the style of its kind."""
    return f'<path class="{kind}" d="{path}"/>'


def label(x: float | str, y: float, text: str, kind: str = "") -> str:
    """Return a text, centred on its place unless its kind says otherwise; x may be a percentage."""
    chosen = f' class="{kind}"' if kind else ""
    at = x if isinstance(x, str) else f"{x:.1f}"
    return f'<text{chosen} x="{at}" y="{y:.1f}">{escape(text)}</text>'


def svg(
    width: float, height: float, parts: Sequence[str], *, ident: str, title: str, text: str
) -> str:
    """Return a picture that can be read aloud; it grows and shrinks as a whole."""
    return _svg(f'viewBox="0 0 {width:g} {height:g}"', parts, ident, title, text)


def fluid_svg(height: float, parts: Sequence[str], *, ident: str, title: str, text: str) -> str:
    """Return a picture that is as wide as its place: its letters keep their size.

    What it holds is placed across in percent, and down in pixels.
    """
    return _svg(f'class="fluid" style="height:{height:.0f}px"', parts, ident, title, text)


def _svg(attributes: str, parts: Sequence[str], ident: str, title: str, text: str) -> str:
    return (
        f'<svg {attributes} role="img" aria-labelledby="{ident}-t {ident}-d">'
        f'<title id="{ident}-t">{escape(title)}</title><desc id="{ident}-d">{escape(text)}</desc>'
        f"{''.join(parts)}</svg>"
    )


def width_of(text: str) -> float:
    """Estimate the width of a text at the charts' font size; capitals and ideographs are wide.

    Examples
    --------
    >>> width_of("age") < width_of("AGE") < width_of("年齢層")
    True
    """
    return sum(_CAPITAL if letter.isupper() else _width(letter) for letter in text)


def _width(letter: str) -> float:
    return _IDEOGRAPH if unicodedata.east_asian_width(letter) in "WF" else LETTER


def clip(name: str, most: int) -> str:
    """Shorten a name that would not fit; its end is often what tells two apart."""
    if len(name) <= most:
        return name
    head = most // 2
    return f"{name[:head]}…{name[head + 1 - most :]}"
