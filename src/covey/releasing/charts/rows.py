"""Lying bars: one figure for each name, names of any length."""

from __future__ import annotations

import math
from collections.abc import Sequence

from covey.releasing.charts.scale import nice_step, number, times
from covey.releasing.charts.svg import clip, label, line, rect, svg, width_of

_WIDTH, _PITCH, _TOP = 720, 24, 8
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
    """Draw a bar to the right for each name, its figure at the end; a dashed line marks the mean.

    Parameters
    ----------
    names : sequence of str
        Shortened where they are long.
    values : sequence of float or None
        At least 0; None draws no bar, the figure then says why.
    figures : sequence of str
        What stands at the end of each bar.
    ident, title, text : str
        For the text alternative.
    axis : str
        What the scale below is.
    mean : float, optional
        Where the dashed line stands.
    """
    shown = [clip(name, _LONGEST) for name in names]
    left = max(80.0, max(map(width_of, shown)) + 14)
    right = _WIDTH - max(map(width_of, figures)) - 12
    base = _TOP + _PITCH * len(names) + 2
    highest = max([mean or 0.0, *(value for value in values if value is not None)]) or 1.0
    mantissa, exponent = nice_step(highest / 4)
    step = times(mantissa, exponent)
    # Whole steps, so that the last line of the scale is not short of the longest bar.
    n_steps = max(1, math.ceil(highest / step - 1e-9))

    def x(value: float) -> float:
        return left + (right - left) * value / (n_steps * step)

    parts = []
    for i in range(n_steps + 1):
        kind = "grid" if i else "axis"
        parts.append(line(kind, f"M{x(i * step):.1f} {_TOP}V{base}"))
        parts.append(label(x(i * step), base + 15, number(i * step, -exponent)))
    texts = []
    for i, (name, value, figure) in enumerate(zip(shown, values, figures, strict=True)):
        middle = _TOP + (i + 0.5) * _PITCH
        if value is not None:
            parts.append(rect("bar", left, middle - 7, max(0.0, x(value) - left), 14))
        texts.append(label(left - 8, middle + 4, name, "end"))
        texts.append(label(x(value or 0.0) + 6, middle + 4, figure, "figure"))
    if mean is not None:
        parts.append(line("mean", f"M{x(mean):.1f} {_TOP - 4}V{base}"))
    parts += texts  # over the line, so that it crosses none of them
    parts.append(label((left + right) / 2, base + 33, axis))
    return svg(_WIDTH, base + 40, parts, ident=ident, title=title, text=text)
