"""Two plots from the results: time against records, loss against time."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from math import log10
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from benchmarks.record import Row, latest

STYLE = runpy.run_path(str(Path(__file__).parents[1] / "examples/_style.py"))
"""The looks of the gallery."""

OURS = {
    "mdav-generic": ("o", STYLE["BLUE"]),
    "iamat": ("s", STYLE["GREEN"]),
    "auto": ("D", STYLE["ORANGE"]),
}
YARDSTICKS = {
    "simple kernel": ("^", STYLE["GREY"]),
    "numpy loop": ("v", STYLE["BROWN"]),
    "anonypyx": ("X", STYLE["PURPLE"]),
    "sdcMicro": ("P", STYLE["INK"]),
}
NAMES = {"auto": "auto (k = 5)", "simple kernel": "simple numba loop"}

SEARCH = "search, effort "
GAP = 0.16
"""Powers of ten that two names stand apart at least."""

Curves = dict[str, list[tuple[float, float]]]


def draw(folder: Path) -> None:
    """Draw what can be drawn from the results so far."""
    plt.switch_backend("svg")
    STYLE["use"]()
    if curves := times():
        draw_times(curves, folder / "time.svg")
    if sets := losses():
        draw_losses(sets, folder / "loss.svg")


def times() -> Curves:
    """Return seconds by records for each method, from the tables of growth and of kernels."""
    curves: Curves = {}
    for row in _rows("growth"):
        if row["grows"] == "n":
            curves[row["method"]] = [tuple(point) for point in row["points"]]
    for row in _rows("kernels"):
        if row["k"] == 3 and row["seconds"] and row["method"] in {**YARDSTICKS, **OURS}:
            known = curves.setdefault(row["method"], [])
            if row["n"] not in dict(known):
                known.append((row["n"], row["seconds"]))
    return {name: sorted(points) for name, points in curves.items()}


def losses() -> dict[str, list[Row]]:
    """Return the rows of the table of efforts by reference set."""
    sets: dict[str, list[Row]] = {}
    for row in _rows("efforts"):
        if row.get("loss") is not None:
            sets.setdefault(row["set"], []).append(row)
    return sets


def draw_times(curves: Curves, path: Path) -> None:
    """Draw time against records, both on logarithmic scales."""
    figure, axes = plt.subplots(figsize=(7.2, 4.4))
    for name, (marker, colour) in {**YARDSTICKS, **OURS}.items():
        if points := curves.get(name):
            dashes = "-" if name in OURS else "--"
            axes.loglog(*zip(*points, strict=True), dashes, marker=marker, color=colour, ms=5)
    # Ours are named where they end, the others where they begin: fewer names stand in the way.
    ours = {name: curves[name][-1] for name in OURS if name in curves}
    others = {name: curves[name][0] for name in YARDSTICKS if name in curves}
    _name_lines(axes, ours, 8, "left")
    _name_lines(axes, others, -8, "right")
    axes.set_xlabel("records")
    axes.set_ylabel("seconds")
    axes.set_title("Time against records: 10 normal variables, k = 3 unless named")
    axes.grid(visible=True, which="major")
    sizes = [size for points in curves.values() for size, _ in points]
    axes.set_xlim(min(sizes) / 9.0, max(sizes) * 6.0)  # room for the names
    _save(figure, path)


def draw_losses(sets: dict[str, list[Row]], path: Path) -> None:
    """Draw loss against time: a panel for each reference set."""
    figure, panels = plt.subplots(1, len(sets), figsize=(8.4, 3.8), squeeze=False)
    for axes, (name, rows) in zip(panels[0], sets.items(), strict=True):
        searches = [row for row in rows if row["method"].startswith(SEARCH)]
        places = [(row["seconds"], row["loss"]) for row in searches]
        axes.plot(*zip(*places, strict=True), "-D", color=STYLE["ORANGE"], ms=5)
        for row, place in zip(searches, places, strict=True):
            effort = row["method"].removeprefix(SEARCH)
            _name(axes, effort, place, (0, -11), STYLE["ORANGE"], ha="center")
        _name(axes, "search, by effort", places[0], (9, 5), STYLE["ORANGE"])
        for row in rows:
            if row["method"] in OURS:
                marker, colour = OURS[row["method"]]
                axes.plot(row["seconds"], row["loss"], marker, color=colour, ms=7)
                _name(axes, row["method"], (row["seconds"], row["loss"]), (8, 0), colour)
        axes.set_xscale("log")
        axes.set_xlabel("seconds on one core")
        axes.set_title(f"{name.capitalize()}, k = {rows[0]['k']}")
        axes.grid(visible=True)
        axes.margins(x=0.12, y=0.14)
    panels[0][0].set_ylabel("information loss, %")
    _save(figure, path)


def _name_lines(
    axes: Axes, places: dict[str, tuple[float, float]], shift: float, flush: str
) -> None:
    """Write the names of lines beside these points, one above the other where they would meet."""
    heights = STYLE["apart"]([log10(seconds) for _, seconds in places.values()], GAP)
    for (name, (size, _)), height in zip(places.items(), heights, strict=True):
        _, colour = {**YARDSTICKS, **OURS}[name]
        text = NAMES.get(name, name)
        _name(axes, text, (size, 10.0**height), (shift, 0), colour, ha=flush)


def _name(
    axes: Axes,
    text: str,
    place: tuple[float, float],
    shift: tuple[float, float],
    colour: str,
    ha: str = "left",
) -> None:
    STYLE["write"](axes, text, place, shift, colour, fontsize=9, ha=ha)


def _rows(table: str) -> Iterator[Row]:
    findings = latest(table)
    yield from findings.rows if findings else ()


def _save(figure: plt.Figure, path: Path) -> None:
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    plt.close(figure)
