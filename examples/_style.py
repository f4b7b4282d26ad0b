"""How the gallery's pictures look: colours that colour-blind readers can tell apart, no clutter."""

from __future__ import annotations

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

# After Okabe and Ito; the same colours as in the report and the map.
BLUE, ORANGE, GREEN, PURPLE, BROWN = "#0072b2", "#d55e00", "#00855f", "#aa3f83", "#8a6100"
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, BROWN)
GREY, PALE, INK = "#6b7280", "#d5d9df", "#2b2f36"


def use() -> None:
    """Set the look; the gallery resets it before each script."""
    plt.rcParams.update(
        {
            "axes.axisbelow": True,
            "axes.edgecolor": GREY,
            "axes.labelcolor": INK,
            "axes.labelsize": 10,
            "axes.prop_cycle": plt.cycler(color=COLOURS),
            "axes.spines.right": False,
            "axes.spines.top": False,
            "axes.titlelocation": "left",
            "axes.titlepad": 12,
            "axes.titlesize": 11,
            "figure.constrained_layout.use": True,
            "figure.dpi": 110,
            "font.size": 10,
            "grid.color": "#eceef1",
            "lines.linewidth": 1.8,
            "svg.hashsalt": "covey",  # the same picture, the same file
            "text.color": INK,
            "xtick.color": GREY,
            "xtick.labelcolor": INK,
            "ytick.color": GREY,
            "ytick.labelcolor": INK,
        }
    )


def write(
    axes: Axes,
    text: str,
    point: tuple[float, float],
    shift: tuple[float, float] = (7, 0),
    colour: str = INK,
    **looks: str,
) -> None:
    """Write a text beside a point, shifted by so many points of the page."""
    axes.annotate(
        text,
        point,
        xytext=shift,
        textcoords="offset points",
        color=colour,
        **{"va": "center", **looks},
    )


def apart(heights: list[float], gap: float) -> list[float]:
    """Return heights at which labels of lines do not overlap, in the same order."""
    placed: dict[int, float] = {}
    lowest = float("-inf")
    for index in sorted(range(len(heights)), key=heights.__getitem__):
        lowest = max(heights[index], lowest + gap)
        placed[index] = lowest
    return [placed[index] for index in range(len(heights))]
