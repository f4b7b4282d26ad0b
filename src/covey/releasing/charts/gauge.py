"""A share of one hundred."""

from __future__ import annotations

from covey.releasing.charts.svg import label, line, rect, svg


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
