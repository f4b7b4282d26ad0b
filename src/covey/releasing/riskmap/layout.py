"""Where everything on the map stands, before anything is drawn."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from covey.core.measure import Measure
from covey.core.trials import Trials
from covey.releasing.riskmap.axis import Axis, make_axis
from covey.releasing.riskmap.chosen import Chosen
from covey.releasing.riskmap.labels import (
    LETTER,
    Box,
    Room,
    hull,
    spread_out,
    surroundings,
    text_boxes,
)
from covey.releasing.riskmap.palette import Look, look

_LONGEST_NAME = 22
_NARROWEST, _WIDEST = 24.0, 210.0
_GAP = 18.0
_MARK, _RING, _HALO = 7.0, 10.5, 16.0
_CLUSTER = 60.0  # points with the same k share a label if a square of this size holds them
_FAR = 110.0  # labels with the same k stand at least so far apart: nearer ones say nothing new


@dataclass(frozen=True, slots=True)
class Sheet:
    """The room for a map, in pixels: on a page, or on a phone."""

    name: str  # by which its style is chosen
    width: int
    height: int
    left: float  # where the axes stand
    top: float
    bottom: float
    gaps: tuple[float, float]  # from one label of an axis to the next, at least: across and down
    compass: tuple[float, float]  # the arrow to the better corner, with its words
    has_names: bool  # of the methods, beside their lines; else only the legend has them


WIDE = Sheet("wide", 880, 524, 62.0, 32.0, 470.0, (70.0, 40.0), (156.0, 44.0), has_names=True)
NARROW = Sheet("narrow", 380, 400, 40.0, 28.0, 350.0, (60.0, 40.0), (92.0, 44.0), has_names=False)


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
    """The map in pixels."""

    frame: Box  # between the axes
    x: Axis  # of the loss
    y: Axis  # of the risk
    lines: tuple[Line, ...]  # in the order in which the methods were named; one may have no points
    front: tuple[tuple[float, float], ...]  # corners of the stairs below all that was reached
    sizes: tuple[tuple[str, Box], ...]  # labels with the group size
    compass: Box  # the arrow to the better corner
    is_compass_free: bool  # nothing else is drawn there
    sheet: Sheet = WIDE
    chosen: tuple[float, float] | None = None
    note: Box | None = None  # where the name of the chosen setting stands, if there is room


def names_of(comparison: Trials) -> list[str]:
    """Return the names of the lines, in the order in which they first appear."""
    return list(dict.fromkeys(run.name for run in comparison.runs))


def is_drawn(comparison: Trials, number: int) -> bool:
    """Whether a run has a place on the map: both its loss and its risk are defined."""
    return all(map(math.isfinite, comparison.place(comparison.runs[number])))


def lay_out(comparison: Trials, sheet: Sheet = WIDE, chosen: Chosen | None = None) -> Layout | None:
    """Find a place for every run, line and label; None if no run has a defined loss and risk."""
    runs = comparison.runs
    drawn = [number for number in range(len(runs)) if is_drawn(comparison, number)]
    if not drawn:
        return None
    names = names_of(comparison)
    frame = Box(sheet.left, sheet.top, sheet.width - _margin(names, sheet), sheet.bottom)
    place = None if chosen is None else chosen.place
    values = [comparison.coordinates(runs[number]) for number in drawn] + ([place] if place else [])
    x = _axis(comparison.loss, [v[0] for v in values], (frame.left, frame.right), sheet.gaps[0])
    y = _axis(comparison.risk, [v[1] for v in values], (frame.bottom, frame.top), sheet.gaps[1])
    points = _points(comparison, drawn, x, y)
    lines = _lines(comparison, names, points, frame, has_names=_has_labels(names, sheet))
    front = _stairs(comparison, points, frame)
    room = Room(frame, [_box(point) for point in points])
    for line in lines:
        room.add_line([(p.x, p.y) for p in line.points])
        room.add_line(leader(line, frame))
    spot = (x.at(place[0]), y.at(place[1])) if place else None
    note = _note_box(spot, chosen.called, room) if spot and chosen else None
    sizes = _size_labels(points, room)
    room.add_line(front)
    boxes = _compass_boxes(comparison, frame, sheet.compass)
    compass = room.choose(boxes, at_most=0)
    return Layout(
        *(frame, x, y, lines, front, sizes),
        compass=compass or boxes[0],
        is_compass_free=compass is not None,
        sheet=sheet,
        chosen=spot,
        note=note,
    )


def leader(line: Line, frame: Box) -> list[tuple[float, float]]:
    """Return the thin line from the end of a line to its name."""
    if line.label is None:
        return []
    end = _outer_end(line.points)
    y = line.label[1]
    return [(end.x, end.y), (max(end.x, frame.right - 8), y), (frame.right + 8, y)]


def signs(comparison: Trials) -> tuple[int, int]:
    """Return in which direction loss and risk are better: −1 for lower, 1 for higher values."""
    loss, risk = (
        -1 if axis.better == "lower" else 1 for axis in (comparison.loss, comparison.risk)
    )
    return loss, risk


def _margin(names: Sequence[str], sheet: Sheet) -> float:
    if not _has_labels(names, sheet):
        return _NARROWEST if sheet.has_names else _NARROWEST / 2
    longest = min(_LONGEST_NAME, max(map(len, names)))
    return min(_WIDEST, longest * LETTER + 26)


def _has_labels(names: Sequence[str], sheet: Sheet) -> bool:
    return sheet.has_names and len(names) * _GAP <= sheet.bottom - sheet.top


def _axis(measure: Measure, values: Sequence[float], ends: tuple[float, float], gap: float) -> Axis:
    return make_axis(values, *ends, limits=(measure.low, measure.high), gap=gap)


def _points(comparison: Trials, drawn: Sequence[int], x: Axis, y: Axis) -> list[Point]:
    """Return the points in the order in which they are drawn: by line, then by k."""
    names, efficient = names_of(comparison), comparison.is_efficient
    runs = comparison.runs
    order = sorted(drawn, key=lambda i: (names.index(runs[i].name), runs[i].k))
    values = {i: comparison.coordinates(runs[i]) for i in order}
    places = {i: (x.at(loss), y.at(risk)) for i, (loss, risk) in values.items()}
    rest = Counter(_pixel(place) for place in places.values())
    points = []
    for i, place in places.items():
        rest[_pixel(place)] -= 1
        points.append(Point(i, runs[i].k, *place, efficient[i], rest[_pixel(place)]))
    return points


def _pixel(place: tuple[float, float]) -> tuple[int, int]:
    return round(place[0]), round(place[1])


def _lines(
    comparison: Trials,
    names: Sequence[str],
    points: Sequence[Point],
    frame: Box,
    *,
    has_names: bool,
) -> tuple[Line, ...]:
    runs = comparison.runs
    members = [tuple(p for p in points if runs[p.number].name == name) for name in names]
    heights: dict[int, float] = {}
    if has_names:
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
    comparison: Trials, points: Sequence[Point], frame: Box
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
    labels: list[tuple[str, Box]] = []
    for cluster in sorted(clusters, key=lambda own: not any(p.is_efficient for p in own)):
        text = f"k = {cluster[0].k}"
        around = hull([_box(member) for member in cluster])
        if any(own == text and around.gap_to(box) < _FAR for own, box in labels):
            continue
        places = [text_boxes(_box(point), text) for point in cluster]
        # The best place at each of them first, then the second best; none that a line crosses.
        if box := room.choose(chain.from_iterable(zip(*places, strict=True)), at_most=0):
            labels.append((text, box))
    return tuple(labels)


def _note_box(spot: tuple[float, float], text: str, room: Room) -> Box | None:
    """Find room for the name of the chosen setting, and keep the others off its mark."""
    target = surroundings(*spot, _HALO)
    box = room.choose(text_boxes(target, text))
    room.taken.append(target)
    return box


def _box(point: Point) -> Box:
    return surroundings(point.x, point.y, _RING if point.is_efficient else _MARK)


def _compass_boxes(comparison: Trials, frame: Box, size: tuple[float, float]) -> list[Box]:
    """Return where the compass may stand: the better corner, else anywhere along the edges."""
    loss, risk = signs(comparison)
    wide, tall = size
    lefts = [frame.left + 10 + i * (frame.right - frame.left - wide - 20) / 8 for i in range(9)]
    tops = [frame.top + 10 + i * (frame.bottom - frame.top - tall - 20) / 8 for i in range(9)]
    # Pixels grow to the right and downwards.
    lefts, tops = sorted(lefts, reverse=loss > 0), sorted(tops, reverse=risk < 0)
    places = [(lefts[0], tops[0])]
    places += [(left, tops[0]) for left in lefts] + [(lefts[0], top) for top in tops]
    places += [(left, tops[-1]) for left in reversed(lefts)]
    return [Box(left, top, left + wide, top + tall) for left, top in places]
