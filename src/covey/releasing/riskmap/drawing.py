"""The map as inline SVG: readable without a script, in print and without colours."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from covey.core.trials import Trials
from covey.releasing.charts import svg
from covey.releasing.riskmap.chosen import Chosen
from covey.releasing.riskmap.labels import Box
from covey.releasing.riskmap.layout import Layout, Line, Point, Sheet, leader, signs
from covey.releasing.riskmap.palette import Look
from covey.releasing.riskmap.words import Words

_GROWTH = 0.4  # by how much a mark grows for every other one that covers it
_MOST_GROWTH = 1.6
_RING, _HALO = 9.5, 14.0
_PIN = "M0 -7L7 0L0 7L-7 0Z"


def draw_map(
    comparison: Trials,
    layout: Layout,
    words: Words,
    *,
    ident: str,
    chosen: Chosen | None = None,
) -> str:
    """Draw a laid-out map; the identifiers of its elements begin with `ident`."""
    points = [(i, line, point) for i, line in enumerate(layout.lines) for point in line.points]
    parts = [
        *_axes(layout, words),
        *_front(comparison, layout),
        _compass(comparison, layout),
        *(_path(line, i) for i, line in enumerate(layout.lines) if line.points),
        *(_leader(line, i, layout.frame) for i, line in enumerate(layout.lines) if line.label),
        *(_ring(point, i) for i, _, point in points if point.is_efficient),
        *_halo(layout, chosen),
        *(_point(point, line.look, i, words, sheet=layout.sheet) for i, line, point in points),
        *(_written(text, box, "size") for text, box in layout.sizes),
        *([_written(chosen.called, layout.note, "size called")] if chosen and layout.note else []),
    ]
    title = f"Risk–utility map of {comparison.subject.name}"
    sheet = layout.sheet
    described = (
        f"{words.reading} To the right: {words.axes[0]}. Upwards: {words.axes[1]}. "
        f"{words.efficient} {words.front}. {words.chosen} The table below holds every figure."
    )
    return (
        f'<svg class="{sheet.name}" viewBox="0 0 {sheet.width} {sheet.height}" role="group" '
        f'aria-labelledby="{ident}-title" aria-describedby="{ident}-desc">'
        f'<title id="{ident}-title">{escape(title)}</title>'
        f'<desc id="{ident}-desc">{escape(described)}</desc>{"".join(parts)}</svg>'
    )


def draw_sample(look: Look) -> str:
    """Draw a piece of a line with its mark, for the legend."""
    return (
        f'<svg class="sample {look.kind}" viewBox="0 0 40 16" width="40" height="16" '
        f'aria-hidden="true"><path class="line" d="M1 8H39"{_dashes(look)}/>'
        f'<g transform="translate(20 8)">{_mark(look)}</g></svg>'
    )


def _axes(layout: Layout, words: Words) -> list[str]:
    frame = layout.frame
    parts = []
    for value, text in layout.x.ticks:
        x = layout.x.at(value)
        parts.append(svg.line("grid", f"M{x:.1f} {frame.top:.1f}V{frame.bottom + 5:.1f}"))
        parts.append(svg.label(x, frame.bottom + 20, text, "middle"))
    for value, text in layout.y.ticks:
        y = layout.y.at(value)
        parts.append(svg.line("grid", f"M{frame.left - 5:.1f} {y:.1f}H{frame.right:.1f}"))
        parts.append(svg.label(frame.left - 10, y + 4, text, "end"))
    across, along = (
        f"{name}{', compressed towards the ends' if axis.is_compressed else ''}"
        for name, axis in zip(
            words.axes if layout.sheet.has_names else words.short_axes,
            (layout.x, layout.y),
            strict=True,
        )
    )
    outline = f"M{frame.left:.1f} {frame.top:.1f}V{frame.bottom:.1f}H{frame.right:.1f}"
    return [
        *parts,
        svg.line("axis", outline),
        svg.label(frame.right, frame.bottom + 44, across, "name end"),
        svg.label(0, 14, along, "name"),
    ]


def _front(comparison: Trials, layout: Layout) -> list[str]:
    if not layout.front:
        return []
    loss, risk = signs(comparison)
    frame = layout.frame
    stairs = _corners(layout.front)
    x, y = frame.right if loss < 0 else frame.left, frame.top if risk < 0 else frame.bottom
    return [
        svg.line("beaten", f"{stairs}L{x:.1f} {y:.1f}Z"),
        svg.line("front", stairs),
    ]


def _compass(comparison: Trials, layout: Layout) -> str:
    loss, risk = signs(comparison)
    box = layout.compass
    first = "less loss" if loss < 0 else f"higher {comparison.loss.symbol}"
    second = "less risk" if risk < 0 else f"higher {comparison.risk.symbol}"
    # The arrow is drawn towards the lower left, and mirrored for measures that should be high.
    head = box.left + 20 if loss < 0 else box.right - 20
    start = box.left + 46 if loss < 0 else box.right - 46
    anchor = "" if loss < 0 else " end"
    kind = "compass" if layout.is_compass_free else "compass crowded"
    middle = (box.top + box.bottom) / 2
    arrow = "M13 -13L-12 12M-12 1V12H-1"
    meant = ""
    if layout.sheet.has_names:
        place = f'class="{anchor.strip()}" x="{start:.1f}" y="{middle + 13:.1f}"'
        meant = f"<text {place}>{escape(f'{first}, {second}')}</text>"
    return (
        f'<g class="{kind}" aria-hidden="true"><path transform="translate({head:.1f} {middle:.1f}) '
        f'scale({-loss} {-risk})" d="{arrow}"/>'
        f"{svg.label(start, middle - 3, 'better', f'strong{anchor}')}{meant}</g>"
    )


def _path(line: Line, number: int) -> str:
    corners = _corners((point.x, point.y) for point in line.points)
    return (
        f'<path class="line {line.look.kind}" data-line="{number}" '
        f'd="{corners}"{_dashes(line.look)}/>'
    )


def _leader(line: Line, number: int, frame: Box) -> str:
    text, y = line.label or ("", 0.0)
    whole = "" if text == line.name else f"<title>{escape(line.name)}</title>"
    return (
        f'<g class="{line.look.kind}" data-line="{number}" aria-hidden="true">{whole}'
        f"{svg.line('leader', _corners(leader(line, frame)))}"
        f"{svg.label(frame.right + 12, y + 4, text, 'method')}</g>"
    )


def _point(point: Point, look: Look, line: int, words: Words, *, sheet: Sheet) -> str:
    row = words.rows[point.number]
    grown = f' transform="scale({_growth(point):.1f})"' if point.above else ""
    place = f'transform="translate({point.x:.1f} {point.y:.1f})"'
    if not sheet.has_names:
        # The same point again, for narrow pages: it takes its words from the one of the wide map.
        twin = f'data-twin="{point.number}"'
        kind = f"spot {look.kind}"
        return f'<g class="{kind}" data-line="{line}" {twin} {place}>{_mark(look, grown)}</g>'
    return (
        f'<g class="point {look.kind}" data-line="{line}" data-run="{point.number}" '
        'tabindex="0" role="img" '
        f'aria-label="{escape(row.short)}" {place}><title>{escape(row.full)}</title>'
        f"{_mark(look, grown)}</g>"
    )


def _halo(layout: Layout, chosen: Chosen | None) -> list[str]:
    """Draw what sets the chosen setting apart: by size and shape, not by colour alone."""
    if layout.chosen is None or chosen is None:
        return []
    x, y = layout.chosen
    circle = f'<circle class="halo" cx="{x:.1f}" cy="{y:.1f}" r="{_HALO}"/>'
    if chosen.number is not None:
        return [circle]
    pin = f'<path class="pin" transform="translate({x:.1f} {y:.1f})" d="{_PIN}"/>'
    return [circle, pin]


def _written(text: str, box: Box, kind: str) -> str:
    return svg.label((box.left + box.right) / 2, box.bottom - 3, text, kind)


def _ring(point: Point, line: int) -> str:
    # Behind all marks: a ring must not hide its neighbours.
    radius = _RING * max(1.0, _growth(point) - 0.15)
    return (
        f'<circle class="ring" data-line="{line}" cx="{point.x:.1f}" cy="{point.y:.1f}" '
        f'r="{radius:.1f}"/>'
    )


def _growth(point: Point) -> float:
    return 1 + min(_MOST_GROWTH, _GROWTH * point.above)


def _mark(look: Look, more: str = "") -> str:
    return f'<path class="mark{" hollow" if look.is_hollow else ""}" d="{look.mark}"{more}/>'


def _dashes(look: Look) -> str:
    return f' stroke-dasharray="{look.dashes}"' if look.dashes else ""


def _corners(places: Iterable[tuple[float, float]]) -> str:
    return f"M{'L'.join(f'{x:.1f} {y:.1f}' for x, y in places)}"
