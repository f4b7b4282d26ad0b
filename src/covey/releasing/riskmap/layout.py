"""Where everything on the map stands, before anything is drawn."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from covey.core.comparison import Comparison
from covey.core.measure import Measure
from covey.releasing.riskmap.axis import Axis, make_axis
from covey.releasing.riskmap.labels import Box, Room, hull, spread_out, surroundings, text_boxes
from covey.releasing.riskmap.palette import Look, look

WIDTH, HEIGHT = 880, 524
_LEFT, _TOP, _BOTTOM = 62.0, 32.0, 470.0
_LETTER = 8.6
_LONGEST_NAME = 22
_NARROWEST, _WIDEST = 24.0, 210.0
_GAP = 18.0
_MARK, _RING = 7.0, 10.5
_CLUSTER = 60.0
"""Points with the same k share a label if a square of this size holds them."""
_CROSSED = 5
"""A label that lines cross more, in steps of five pixels, is left out."""
_COMPASS = (156.0, 44.0)


@dataclass(frozen=True, slots=True)
class Point:
    """A run on the map: its number in the comparison, its place, and how many lie exactly on it.

    `above` counts the runs drawn later at the same place; its mark is larger, so that it is seen
    around theirs.
    """

    number: int
    k: int
    x: float
    y: float
    is_efficient: bool
    above: int


@dataclass(frozen=True, slots=True)
class Line:
    """A method: its points by k, its look, and where its name stands, if there is room."""

    name: str
    look: Look
    points: tuple[Point, ...]
    label: tuple[str, float] | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The map in pixels.

    Parameters
    ----------
    frame : Box
        Between the axes.
    x, y : Axis
        Loss and risk.
    lines : tuple of Line
        In the order in which the methods were named. A line may have no points.
    front : tuple of (float, float)
        Corners of the stairs between what was reached and what was not.
    sizes : tuple of (str, Box)
        Labels with the group size.
    compass : Box
        Where the arrow to the better corner stands.
    is_compass_free : bool
        Whether nothing else is drawn there.
    """

    frame: Box
    x: Axis
    y: Axis
    lines: tuple[Line, ...]
    front: tuple[tuple[float, float], ...]
    sizes: tuple[tuple[str, Box], ...]
    compass: Box
    is_compass_free: bool


def names_of(comparison: Comparison) -> list[str]:
    """Return the names of the lines, in the order in which they first appear."""
    return list(dict.fromkeys(run.name for run in comparison.runs))


def is_drawn(comparison: Comparison, number: int) -> bool:
    """Whether a run has a place on the map: both its loss and its risk are defined."""
    return all(map(math.isfinite, comparison.place(comparison.runs[number])))


def lay_out(comparison: Comparison) -> Layout | None:
    """Find a place for every run, line and label; None if no run has a defined loss and risk."""
    runs = comparison.runs
    drawn = [number for number in range(len(runs)) if is_drawn(comparison, number)]
    if not drawn:
        return None
    names = names_of(comparison)
    frame = Box(_LEFT, _TOP, WIDTH - _margin(names), _BOTTOM)
    x = _axis(comparison, comparison.loss, drawn, (frame.left, frame.right), gap=70)
    y = _axis(comparison, comparison.risk, drawn, (frame.bottom, frame.top), gap=40)
    points = _points(comparison, drawn, x, y)
    lines = _lines(comparison, names, points, frame)
    front = _stairs(comparison, points, frame)
    room = Room(frame, [_box(point) for point in points])
    for line in lines:
        room.add_line([(p.x, p.y) for p in line.points])
        room.add_line(leader(line, frame))
    room.add_line(front)
    sizes = _size_labels(points, room)
    compass = room.choose(_compass_boxes(comparison, frame), at_most=0)
    corner = next(iter(_compass_boxes(comparison, frame)))
    return Layout(frame, x, y, lines, front, sizes, compass or corner, compass is not None)


def leader(line: Line, frame: Box) -> list[tuple[float, float]]:
    """Return the thin line from the end of a line to its name."""
    if line.label is None:
        return []
    end = _outer_end(line.points)
    y = line.label[1]
    return [(end.x, end.y), (max(end.x, frame.right - 8), y), (frame.right + 8, y)]


def signs(comparison: Comparison) -> tuple[int, int]:
    """Return in which direction loss and risk are better: −1 for lower, 1 for higher values."""
    loss, risk = (
        -1 if axis.better == "lower" else 1 for axis in (comparison.loss, comparison.risk)
    )
    return loss, risk


def _margin(names: Sequence[str]) -> float:
    if not _has_labels(names):
        return _NARROWEST
    longest = min(_LONGEST_NAME, max(map(len, names)))
    return min(_WIDEST, longest * _LETTER + 26)


def _has_labels(names: Sequence[str]) -> bool:
    return len(names) * _GAP <= _BOTTOM - _TOP


def _axis(
    comparison: Comparison,
    measure: Measure,
    drawn: Sequence[int],
    ends: tuple[float, float],
    *,
    gap: float,
) -> Axis:
    values = [comparison.runs[number].scores[measure.symbol] for number in drawn]
    return make_axis(values, *ends, limits=(measure.low, measure.high), gap=gap)


def _points(comparison: Comparison, drawn: Sequence[int], x: Axis, y: Axis) -> list[Point]:
    """Return the points in the order in which they are drawn: by line, then by k."""
    names, efficient = names_of(comparison), comparison.is_efficient
    runs = comparison.runs
    order = sorted(drawn, key=lambda i: (names.index(runs[i].name), runs[i].k))
    places = {
        i: (
            x.at(runs[i].scores[comparison.loss.symbol]),
            y.at(runs[i].scores[comparison.risk.symbol]),
        )
        for i in order
    }
    rest = Counter(_pixel(place) for place in places.values())
    points = []
    for i, place in places.items():
        rest[_pixel(place)] -= 1
        points.append(Point(i, runs[i].k, *place, efficient[i], rest[_pixel(place)]))
    return points


def _pixel(place: tuple[float, float]) -> tuple[int, int]:
    return round(place[0]), round(place[1])


def _lines(
    comparison: Comparison, names: Sequence[str], points: Sequence[Point], frame: Box
) -> tuple[Line, ...]:
    runs = comparison.runs
    members = [tuple(p for p in points if runs[p.number].name == name) for name in names]
    heights: dict[int, float] = {}
    if _has_labels(names):
        ends = {i: _outer_end(own).y for i, own in enumerate(members) if own}
        order = sorted(ends, key=lambda i: (ends[i], i))
        spread = spread_out([ends[i] for i in order], _GAP, frame.top + 4, frame.bottom - 4)
        heights = dict(zip(order, spread, strict=True))
    return tuple(
        Line(name, look(i), own, (_shortened(name), heights[i]) if i in heights else None)
        for i, (name, own) in enumerate(zip(names, members, strict=True))
    )


def _outer_end(points: Sequence[Point]) -> Point:
    """Return the end of a line that is nearer to the names, the last one of equals."""
    return max((points[-1], points[0]), key=lambda point: point.x)


def _shortened(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def _stairs(
    comparison: Comparison, points: Sequence[Point], frame: Box
) -> tuple[tuple[float, float], ...]:
    """Join the front to stairs: no point lies on their better side."""
    loss, risk = signs(comparison)
    worst_x = frame.right if loss < 0 else frame.left
    worst_y = frame.top if risk < 0 else frame.bottom
    front = sorted({(p.x, p.y) for p in points if p.is_efficient}, reverse=loss > 0)
    if not front:  # it consists of infinite values, which have no place here
        return ()
    corners = [(front[0][0], worst_y)]
    for x, y in front:
        corners += [(x, corners[-1][1]), (x, y)]
    corners.append((worst_x, corners[-1][1]))
    return tuple(dict.fromkeys(corners))


def _size_labels(points: Sequence[Point], room: Room) -> tuple[tuple[str, Box], ...]:
    clusters: list[list[Point]] = []
    for point in sorted(points, key=lambda p: (p.k, p.x, p.y)):
        for cluster in clusters:
            joined = hull([_box(member) for member in (*cluster, point)])
            if cluster[0].k == point.k and joined.size <= _CLUSTER:
                cluster.append(point)
                break
        else:
            clusters.append([point])
    labels = []
    for cluster in sorted(clusters, key=lambda own: not any(p.is_efficient for p in own)):
        text = f"k = {cluster[0].k}"
        places = [text_boxes(_box(point), text) for point in cluster]
        # The best place at each of them first, then the second best.
        if box := room.choose(chain.from_iterable(zip(*places, strict=True)), at_most=_CROSSED):
            labels.append((text, box))
    return tuple(labels)


def _box(point: Point) -> Box:
    return surroundings(point.x, point.y, _RING if point.is_efficient else _MARK)


def _compass_boxes(comparison: Comparison, frame: Box) -> list[Box]:
    """Return where the compass may stand: the better corner, else anywhere along the edges."""
    loss, risk = signs(comparison)
    wide, tall = _COMPASS
    lefts = [frame.left + 10 + i * (frame.right - frame.left - wide - 20) / 8 for i in range(9)]
    tops = [frame.top + 10 + i * (frame.bottom - frame.top - tall - 20) / 8 for i in range(9)]
    # Pixels grow to the right and downwards.
    lefts, tops = sorted(lefts, reverse=loss > 0), sorted(tops, reverse=risk < 0)
    places = [(lefts[0], tops[0])]
    places += [(left, tops[0]) for left in lefts] + [(lefts[0], top) for top in tops]
    places += [(left, tops[-1]) for left in reversed(lefts)]
    return [Box(left, top, left + wide, top + tall) for left, top in places]
