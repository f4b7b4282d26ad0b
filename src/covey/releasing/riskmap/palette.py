"""How lines differ: by colour, by mark and by dashes, so that no single one must be seen."""

from __future__ import annotations

import math
from dataclasses import dataclass

_COLOURS = (
    ("#0072b2", "#5ab4ff"),
    ("#d55e00", "#ff8a3d"),
    ("#0ea853", "#3ddc84"),
    ("#a45279", "#f29ac8"),
    ("#8e2d11", "#8f6b3f"),
    ("#001e31", "#f2f5f8"),
    ("#8400e4", "#a040ff"),
    ("#00543c", "#008478"),
    ("#fc0cd8", "#f018c0"),
    ("#480078", "#f0d800"),
    ("#a80084", "#e4006c"),
    ("#fc3c48", "#e4000c"),
    ("#789c78", "#b4f0c0"),
)
"""On white and on dark paper: Okabe and Ito's blue and vermilion, and eleven more found by search.
All have three times the contrast to their paper and stay apart for readers with each of the three
kinds of colour blindness; there is one blue."""
_DASHES = ("", "9 4", "2 3.5", "10 3 2 3", "5 3")


def _polygon(n: int, radius: float, turn: float, inner: float = 0.0) -> str:
    """Return a regular polygon, or with an inner radius a star, as a path around the origin."""
    corners = []
    for i in range(2 * n if inner else n):
        size = inner if inner and i % 2 else radius
        angle = math.radians(turn - 90) + math.pi * i / (n if inner else n / 2)
        corners.append(f"{size * math.cos(angle):.2f} {size * math.sin(angle):.2f}")
    return f"M{'L'.join(corners)}Z"


# Radii differ so that the areas look alike.
_MARKS = (
    "M0 -5A5 5 0 1 1 0 5A5 5 0 1 1 0 -5Z",
    _polygon(4, 6.4, 45),
    _polygon(3, 6.9, 0),
    _polygon(4, 6.4, 0),
    _polygon(3, 6.9, 180),
    _polygon(5, 7.6, 0, inner=3.4),
)


@dataclass(frozen=True, slots=True)
class Look:
    """How one line is drawn."""

    kind: str  # by which the style of the map finds its colour
    dashes: str  # empty for none
    mark: str  # the path of its marks
    is_hollow: bool


def look(number: int) -> Look:
    """Return how the line of this number, from 0, is drawn; the first 780 all differ."""
    return Look(
        f"c{number % len(_COLOURS)}",
        _DASHES[number % len(_DASHES)],
        _MARKS[number % len(_MARKS)],
        number // len(_MARKS) % 2 == 1,
    )


def colours() -> list[tuple[str, str, str]]:
    """Return the kinds of lines with their colours on white and on dark paper."""
    return [(f"c{i}", *pair) for i, pair in enumerate(_COLOURS)]
