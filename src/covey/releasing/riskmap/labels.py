"""Labels where there is room: none covers a mark or another label."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

LETTER = 8.6  # width of a bold character, on the safe side
_TALL = 15.0
_NEAR = (2.0, 9.0)  # how far from its mark a label may stand
_STEP = 5.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the screen."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether two rectangles share a point inside."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside or on the edge."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def is_within(self, other: Box) -> bool:
        """Whether nothing of it lies outside another one."""
        return other.holds(self.left, self.top) and other.holds(self.right, self.bottom)

    def gap_to(self, other: Box) -> float:
        """Return how far apart two rectangles are, 0 if they meet."""
        across = max(0.0, self.left - other.right, other.left - self.right)
        down = max(0.0, self.top - other.bottom, other.top - self.bottom)
        return math.hypot(across, down)

    @property
    def size(self) -> float:
        """The longer of its two sides."""
        return max(self.right - self.left, self.bottom - self.top)


def hull(boxes: Sequence[Box]) -> Box:
    """Return the smallest rectangle that holds all of these."""
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def surroundings(x: float, y: float, radius: float) -> Box:
    """Return the square around a point."""
    return Box(x - radius, y - radius, x + radius, y + radius)


@dataclass(slots=True)
class Room:
    """What is taken on a drawing: marks and labels for good, lines where it can be avoided."""

    frame: Box
    taken: list[Box] = field(default_factory=list)
    crossed: list[tuple[float, float]] = field(default_factory=list)

    def add_line(self, corners: Sequence[tuple[float, float]]) -> None:
        """Note a line through these corners."""
        for (x, y), (u, v) in pairwise(corners):
            n = max(1, math.ceil(math.hypot(u - x, v - y) / _STEP))
            self.crossed += [(x + (u - x) * i / n, y + (v - y) * i / n) for i in range(n + 1)]

    def choose(self, candidates: Iterable[Box], *, at_most: int | None = None) -> Box | None:
        """Take the free candidate that lines cross least, the first of equals, or None.

        What lines cross more than `at_most` times is rejected.
        """
        best, fewest = None, math.inf if at_most is None else at_most + 0.5
        for box in candidates:
            if not box.is_within(self.frame) or any(box.meets(other) for other in self.taken):
                continue
            crossings = sum(box.holds(x, y) for x, y in self.crossed)
            if crossings < fewest:
                best, fewest = box, crossings
        if best is not None:
            self.taken.append(best)
        return best


def text_boxes(target: Box, text: str) -> list[Box]:
    """Return where the label of a target may stand, the best place first."""
    wide = len(text) * LETTER
    middle, centre = (target.top + target.bottom) / 2, (target.left + target.right) / 2
    # Upper right first: lines of the map mostly fall from the upper left to the lower right.
    order = ((2, 0), (0, 2), (2, 1), (0, 1), (1, 0), (1, 2), (0, 0), (2, 2))
    boxes = []
    for near in _NEAR:
        tops = (target.top - near - _TALL, middle - _TALL / 2, target.bottom + near)
        lefts = (target.left - near - wide, centre - wide / 2, target.right + near)
        boxes += [Box(lefts[i], tops[j], lefts[i] + wide, tops[j] + _TALL) for i, j in order]
    return boxes


def spread_out(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move numbers, in ascending order, as little as it takes to be a gap apart within limits.

    Examples
    --------
    >>> spread_out([10.0, 11.0, 50.0], 10, 0, 60)
    [5.5, 15.5, 50.0]
    """
    blocks: list[tuple[float, int]] = []  # mean of what its members want, number of members
    for i, value in enumerate(wanted):
        # Counted without the gaps before it, every member of a block wants the same place.
        blocks.append((value - i * gap, 1))
        while len(blocks) > 1 and blocks[-1][0] < blocks[-2][0]:
            (a, n), (b, m) = blocks[-2:]
            blocks[-2:] = [((a * n + b * m) / (n + m), n + m)]
    top = high - (len(wanted) - 1) * gap
    places = [min(max(mean, low), top) for mean, n in blocks for _ in range(n)]
    return [place + i * gap for i, place in enumerate(places)]
