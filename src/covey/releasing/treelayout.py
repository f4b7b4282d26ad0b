"""Where the variables of a dependence tree stand in its drawing: nothing crosses or overlaps.

The variable with most edges stands in the middle; its branches grow to the right and to the left,
one column for each step away from it, one row for each variable at the end of a branch. A tree too
deep for that is drawn as an outline: one row for each variable, indented below what it hangs on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias
from unicodedata import east_asian_width

from covey.core.subsets import DependenceTree

_ROW = 36.0
_GAP = 70.0
"""Between two columns: room for the line and for what it weighs."""
_INDENT = 34.0
_WIDEST = 1000.0
"""A drawing wider than this could not be read on a page."""
_SPACE = 12.0
"""Between two rows of an outline."""
_LONGEST = 24
"""Characters of a name that are shown."""

Point: TypeAlias = tuple[float, float]
Neighbours: TypeAlias = Mapping[str, Mapping[str, float]]
"""The weight of the edge to each neighbour of each variable, in the order of the table."""


@dataclass(frozen=True, slots=True)
class Box:
    """A variable in the drawing: its middle, its size and the text in it."""

    name: str
    text: str
    font: float
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0

    def side(self, direction: int) -> Point:
        """Return the middle of its right side, or for −1 of its left side."""
        return self.x + direction * self.width / 2, self.y


@dataclass(frozen=True, slots=True)
class Line:
    """An edge in the drawing: a cubic curve, and where its weight is written."""

    curve: tuple[Point, Point, Point, Point]
    weight: float
    label: Point
    anchor: Literal["start", "end"]


@dataclass(frozen=True, slots=True)
class Layout:
    """The drawing, and the rectangle around its boxes."""

    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]

    @property
    def left(self) -> float:
        """The left end of the leftmost box."""
        return min(box.x - box.width / 2 for box in self.boxes)

    @property
    def top(self) -> float:
        """The upper end of the highest box."""
        return min(box.y - box.height / 2 for box in self.boxes)

    @property
    def width(self) -> float:
        """From the leftmost to the rightmost end."""
        return max(box.x + box.width / 2 for box in self.boxes) - self.left

    @property
    def height(self) -> float:
        """From the highest to the lowest end."""
        return max(box.y + box.height / 2 for box in self.boxes) - self.top


def arrange(tree: DependenceTree) -> Layout:
    """Place the variables of a tree, and draw its lines."""
    neighbours = _neighbours(tree)
    root = _middle(neighbours)
    spread = _spread(root, neighbours)
    return spread if spread.width <= _WIDEST else _outline(root, neighbours)


def _neighbours(tree: DependenceTree) -> Neighbours:
    found: dict[str, dict[str, float]] = {name: {} for name in tree.names}
    for edge in tree.edges:
        found[edge.first][edge.second] = edge.weight
        found[edge.second][edge.first] = edge.weight
    place = {name: number for number, name in enumerate(tree.names)}
    return {
        name: dict(sorted(edges.items(), key=lambda item: place[item[0]]))
        for name, edges in found.items()
    }


def _middle(neighbours: Neighbours) -> str:
    """Return the variable with most edges; of several the one from which no other is far."""
    most = max(map(len, neighbours.values()))
    hubs = [name for name, edges in neighbours.items() if len(edges) == most]
    return min(hubs, key=lambda name: len(_levels(name, neighbours)))


def _levels(root: str, neighbours: Neighbours) -> list[list[str]]:
    """Return the variables by their number of steps from one of them."""
    levels, seen = [[root]], {root}
    while level := [n for name in levels[-1] for n in neighbours[name] if n not in seen]:
        seen.update(level)
        levels.append(level)
    return levels


def _below(levels: list[list[str]], neighbours: Neighbours) -> dict[str, list[str]]:
    """Return the variables one step further out from each."""
    depth = {name: number for number, level in enumerate(levels) for name in level}
    return {
        name: [n for n in neighbours[name] if depth.get(n) == depth[name] + 1] for name in depth
    }


def _from_the_top(root: str, below: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the variables branch by branch, each before what hangs on it."""
    order, waiting = [], [root]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(below[order[-1]])
    return order


def _box(name: str, degree: int) -> Box:
    """Return the box of a variable, larger the more edges it has."""
    steps = min(max(degree - 1, 0), 4)
    font = 12.0 + steps
    text = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    width = max(32.0 + 6 * steps, sum(map(_share, text)) * font + 18 + 3 * steps)
    return Box(name, text, font, width, 24.0 + 4 * steps)


def _share(letter: str) -> float:
    """Return the width of a character as a share of the font size, on the safe side."""
    if east_asian_width(letter) in "WF":
        return 1.1
    return 0.78 if letter.isupper() else 0.64


def _spread(root: str, neighbours: Neighbours) -> Layout:
    """Put the root in the middle and its branches to both sides of it."""
    boxes = {name: _box(name, len(edges)) for name, edges in neighbours.items()}
    lines: list[Line] = []
    for direction, branches in zip((1, -1), _sides(root, neighbours), strict=True):
        side = {**neighbours, root: {name: neighbours[root][name] for name in branches}}
        levels = _levels(root, side)
        below = _below(levels, side)
        height = _heights(root, levels, below)
        start = boxes[root].width / 2
        for level in levels[1:]:
            start += _GAP
            for name in level:
                x = direction * (start + boxes[name].width / 2)
                boxes[name] = replace(boxes[name], x=x, y=height[name] - height[root])
            start += max(boxes[name].width for name in level)
        lines += [
            _sideways(boxes[parent], boxes[name], direction, neighbours[parent][name])
            for parent, names in below.items()
            for name in names
        ]
    return Layout(tuple(boxes.values()), tuple(lines))


def _sides(root: str, neighbours: Neighbours) -> tuple[list[str], list[str]]:
    """Deal the branches to right and left so that both take about as many rows."""
    below = _below(_levels(root, neighbours), neighbours)
    rows = {name: sum(not below[end] for end in _from_the_top(name, below)) for name in below[root]}
    right: list[str] = []
    left: list[str] = []
    for name in sorted(rows, key=lambda name: -rows[name]):
        is_right = sum(rows[n] for n in right) <= sum(rows[n] for n in left)
        (right if is_right else left).append(name)
    return right, left


def _heights(
    root: str, levels: list[list[str]], below: Mapping[str, Sequence[str]]
) -> dict[str, float]:
    """Give each end of a branch a row, and what leads to it the middle of its rows."""
    ends = [name for name in _from_the_top(root, below) if not below[name]]
    height = {name: row * _ROW for row, name in enumerate(ends)}
    for name in (name for level in reversed(levels) for name in level if below[name]):
        height[name] = (height[below[name][0]] + height[below[name][-1]]) / 2
    return height


def _sideways(parent: Box, child: Box, direction: int, weight: float) -> Line:
    start, end = parent.side(direction), child.side(-direction)
    middle = (start[0] + end[0]) / 2
    curve = (start, (middle, start[1]), (middle, end[1]), end)
    label = (end[0] - 6 * direction, end[1] - 8)
    return Line(curve, weight, label, "end" if direction > 0 else "start")


def _outline(root: str, neighbours: Neighbours) -> Layout:
    """Give each variable a row, indented below what it hangs on."""
    levels = _levels(root, neighbours)
    below = _below(levels, neighbours)
    depth = {name: number for number, level in enumerate(levels) for name in level}
    boxes: dict[str, Box] = {}
    top = 0.0
    for name in _from_the_top(root, below):
        box = _box(name, len(neighbours[name]))
        x, y = depth[name] * _INDENT + box.width / 2, top + box.height / 2
        boxes[name] = replace(box, x=x, y=y)
        top += box.height + _SPACE
    lines = [
        _hanging(boxes[parent], boxes[name], neighbours[parent][name])
        for parent, names in below.items()
        for name in names
    ]
    return Layout(tuple(boxes.values()), tuple(lines))


def _hanging(parent: Box, child: Box, weight: float) -> Line:
    x, end = parent.x - parent.width / 2 + 16, child.side(-1)
    start = (x, parent.y + parent.height / 2)
    # Straight down, and only then round the corner: what hangs in between stands further right.
    curve = (start, (x, end[1]), (x, end[1]), end)
    return Line(curve, weight, (child.side(1)[0] + 6, child.y + 4), "start")
