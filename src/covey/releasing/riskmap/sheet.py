"""The two sizes in which a map is drawn: for a page and for a phone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sheet:
    """The room for a map, in pixels.

    Parameters
    ----------
    name : str
        By which its style is chosen.
    width, height : int
        Of the whole drawing.
    left, top, bottom : float
        Where the axes stand.
    has_names : bool
        Whether the names of the methods have room beside their lines; else the legend has them.
    gaps : tuple of float
        Pixels from one label of an axis to the next, at least: across and down.
    compass : tuple of float
        Width and height of the arrow to the better corner and its words.
    """

    name: str
    width: int
    height: int
    left: float
    top: float
    bottom: float
    has_names: bool
    gaps: tuple[float, float]
    compass: tuple[float, float]


WIDE = Sheet(
    "wide",
    width=880,
    height=524,
    left=62.0,
    top=32.0,
    bottom=470.0,
    has_names=True,
    gaps=(70.0, 40.0),
    compass=(156.0, 44.0),
)
NARROW = Sheet(
    "narrow",
    width=380,
    height=400,
    left=40.0,
    top=28.0,
    bottom=350.0,
    has_names=False,
    gaps=(60.0, 40.0),
    compass=(92.0, 44.0),
)
