"""Line charts of a table: what the paper prints dashed, what we get solid."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from html import escape
from typing import TypeAlias

from covey.experiments.reproduce.rows import Printed, Row
from covey.experiments.reproduce.tables import Figure
from covey.releasing.charts.scale import nice_step, number, times

Point: TypeAlias = tuple[float, float]
Curves: TypeAlias = dict[tuple[str, bool], list[Point]]
"""Points by method and whether they are published."""

WIDTH, HEIGHT = 360, 260
LEFT, RIGHT, TOP, BOTTOM = 52, 26, 30, 40
LEGEND = 20
N_COLUMNS = 2
N_TICKS = 5
COLOURS = ("#1b5e8c", "#b3541e", "#3c7a3c")
"""Dark enough on white for thin lines; methods are told apart by markers as well."""
MARKERS = ("M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", "M-3 -3h6v6h-6z", "M0 -4l4 7h-8z")
STYLE = (
    "text{font:11px sans-serif;fill:#222;text-anchor:middle}.left{text-anchor:start}"
    ".right{text-anchor:end}.title{font-weight:bold}.grid{stroke:#ddd;fill:none}"
    ".ours{fill:none;stroke-width:1.6}.published{fill:none;stroke-width:1.6;stroke-dasharray:5 4}"
)


def draw(title: str, rows: Sequence[Row], figure: Figure) -> str | None:
    """Return the picture of a table as SVG, None if nothing of it was computed."""
    panels = _panels(rows, figure)
    if not panels:
        return None
    methods = sorted({method for curves in panels.values() for method, _ in curves})
    parts = [
        f'<g transform="translate({i % N_COLUMNS * WIDTH} {LEGEND + i // N_COLUMNS * HEIGHT})">'
        f"{_panel(name, curves, methods, figure.over)}</g>"
        for i, (name, curves) in enumerate(panels.items())
    ]
    width, height = N_COLUMNS * WIDTH, LEGEND + math.ceil(len(panels) / N_COLUMNS) * HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>'
        f"{_legend(methods)}{''.join(parts)}</svg>\n"
    )


def _panels(rows: Sequence[Row], figure: Figure) -> dict[str, Curves]:
    """Sort points into one panel for each family of data and measure."""
    panels: dict[str, Curves] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        place = Printed(row.dataset, row.method, row.k, row.measure).coordinates()
        x = place[figure.over]
        if row.measure not in figure.measures or x is None:
            continue
        curves = panels[f"{place['family']}: {row.measure}"]
        for value, is_published in ((row.published, True), (row.ours, False)):
            if value is not None:
                curves[row.method, is_published].append((float(x), value))
    return {
        name: curves
        for name, curves in panels.items()
        if any(not is_published for _, is_published in curves)
    }


def _legend(methods: Sequence[str]) -> str:
    parts, x = [], 10
    for i, method in enumerate(methods):
        colour = COLOURS[i % len(COLOURS)]
        parts.append(
            f'<path d="{MARKERS[i % len(MARKERS)]}" fill="{colour}" '
            f'transform="translate({x} 14)"/>'
            f'<text class="left" x="{x + 8}" y="18">{escape(method)}</text>'
        )
        x += 30 + 7 * len(method)
    for name in ("published", "ours"):
        parts.append(
            f'<path class="{name}" stroke="#222" d="M{x} 14h26"/>'
            f'<text class="left" x="{x + 32}" y="18">{name}</text>'
        )
        x += 100
    return "".join(parts)


def _panel(name: str, curves: Curves, methods: Sequence[str], over: str) -> str:
    points = [point for curve in curves.values() for point in curve]
    # Records, variables and group sizes come in whole numbers.
    xs, ys = _axis([x for x, _ in points], least=1.0), _axis([0.0, *(y for _, y in points)])

    def at(point: Point) -> Point:
        x = LEFT + (point[0] - xs[0]) / (xs[-1] - xs[0]) * (WIDTH - LEFT - RIGHT)
        y = HEIGHT - BOTTOM - (point[1] - ys[0]) / (ys[-1] - ys[0]) * (HEIGHT - TOP - BOTTOM)
        return x, y

    parts = [f'<text class="title" x="{WIDTH / 2}" y="18">{escape(name)}</text>']
    parts += [_mark(at((xs[0], y)), y, is_vertical=True) for y in ys]
    parts += [_mark(at((x, ys[0])), x, is_vertical=False) for x in xs]
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 6}">{escape(over)}</text>')
    for (method, is_published), curve in sorted(curves.items()):
        look = methods.index(method)
        places = [at(point) for point in sorted(curve)]
        parts.append(_curve(places, look, "published" if is_published else "ours"))
    return "".join(parts)


def _axis(values: Sequence[float], least: float = 0.0) -> list[float]:
    """Return round numbers, at least so far apart, from the smallest value to the largest."""
    low, high = min(values), max(values)
    mantissa, exponent = nice_step(max(least, (high - low or abs(high) or 1.0) / N_TICKS))
    step = times(mantissa, exponent)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [times(mantissa * i, exponent) for i in range(first, max(last, first + 1) + 1)]


def _mark(place: Point, value: float, *, is_vertical: bool) -> str:
    x, y = place
    text = number(value, 0 if value == round(value) else 2)
    if is_vertical:
        grid = f"M{x:.1f} {y:.1f}H{WIDTH - RIGHT}"
        words = f'<text class="right" x="{x - 6:.1f}" y="{y + 4:.1f}">{text}</text>'
    else:
        grid = f"M{x:.1f} {y:.1f}v4"
        words = f'<text x="{x:.1f}" y="{y + 17:.1f}">{text}</text>'
    return f'<path class="grid" d="{grid}"/>{words}'


def _curve(places: Sequence[Point], look: int, kind: str) -> str:
    colour = COLOURS[look % len(COLOURS)]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    line = f'<path class="{kind}" stroke="{colour}" d="{path}"/>'
    if kind == "published":
        return line
    marker = MARKERS[look % len(MARKERS)]
    return line + "".join(
        f'<path d="{marker}" fill="{colour}" transform="translate({x:.1f} {y:.1f})"/>'
        for x, y in places
    )
