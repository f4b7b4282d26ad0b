"""Draw what microaggregation does: 60 records, before and after.

python examples/plot_groups.py docs/images/groups.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import covey

WIDTH, HEIGHT, MARGIN = 380, 300, 24
BLUE, ORANGE, GREY = "#2b6cb0", "#c2500a", "#9aa5b1"
STYLE = 'role="img" font-family="system-ui, sans-serif" font-size="14" fill="#1a202c"'


def make_records() -> np.ndarray:
    """Return 60 people in three loose clusters: age and income."""
    rng = np.random.Generator(np.random.PCG64(7))
    centres = np.repeat([[28, 24], [45, 48], [68, 30]], 20, axis=0)
    return centres + rng.normal(size=(60, 2)) * [6, 6]


def to_screen(points: np.ndarray, like: np.ndarray, left: float) -> np.ndarray:
    """Place data in a panel; the vertical axis points up."""
    low, high = like.min(axis=0), like.max(axis=0)
    unit = (points - low) / (high - low)
    x = left + MARGIN + unit[:, 0] * (WIDTH - 2 * MARGIN)
    y = HEIGHT - MARGIN - unit[:, 1] * (HEIGHT - 2 * MARGIN)
    return np.column_stack([x, y])


def circle(point: np.ndarray, radius: float, colour: str) -> str:
    """Return a dot."""
    x, y = point
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{colour}"/>'


def line(start: np.ndarray, end: np.ndarray) -> str:
    """Return the way from a record to its group."""
    (x1, y1), (x2, y2) = start, end
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{GREY}"/>'


def text(x: float, y: float, words: str) -> str:
    """Return a centred caption."""
    return f'<text x="{x}" y="{y}" text-anchor="middle">{words}</text>'


def draw() -> str:
    """Return the picture as SVG."""
    records = make_records()
    release = covey.protect(records, k=5)
    before = to_screen(records, records, 0)
    moved_from = to_screen(records, records, WIDTH)
    moved_to = to_screen(release.data, records, WIDTH)
    centres = np.unique(moved_to, axis=0)
    loss = release.scores["IL"]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT + 30}" {STYLE}>',
        "<title>Sixty records before and after microaggregation with k = 5</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        *(circle(point, 4, BLUE) for point in before),
        *(line(start, end) for start, end in zip(moved_from, moved_to, strict=True)),
        *(circle(point, 2, GREY) for point in moved_from),
        *(circle(point, 7, ORANGE) for point in centres),
        text(WIDTH / 2, HEIGHT + 14, "60 records: anyone who stands out can be found"),
        text(1.5 * WIDTH, HEIGHT + 14, f"released: {len(centres)} groups of 5, {loss:.1f} % lost"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(draw(), encoding="utf-8")
