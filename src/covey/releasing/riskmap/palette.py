"""How lines differ: by colour, by mark and by dashes, so that no single one must be seen."""

from __future__ import annotations

import math
from dataclasses import dataclass

_COLOURS = ("#0072b2", "#d55e00", "#0ea853", "#a45279", "#8e2d11", "#001e31", "#2a96ff")
"""Okabe and Ito's blue and vermilion, and five more found by search: all have three times the
contrast to white, and stay apart for readers with each of the three kinds of colour blindness."""
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
    """How one line is drawn: colour, dash pattern, path of its marks, whether these are hollow."""

    colour: str
    dashes: str
    mark: str
    is_hollow: bool


def look(number: int) -> Look:
    """Return how the line of this number, from 0, is drawn; the first 420 all differ.

    Examples
    --------
    >>> look(0).colour, look(0).is_hollow, look(6).is_hollow
    ('#0072b2', False, True)
    """
    return Look(
        _COLOURS[number % len(_COLOURS)],
        _DASHES[number % len(_DASHES)],
        _MARKS[number % len(_MARKS)],
        number // len(_MARKS) % 2 == 1,
    )
