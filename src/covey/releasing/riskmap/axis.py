"""Axes: where a value stands, and which round numbers are written beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from covey.core.wording import fixed, power_of_ten
from covey.releasing.charts import nice_step

_MARGIN = 30.0
"""Pixels between the outermost points and the end of the axis, so that their marks stay whole."""
_NOTHING = 1e-290  # what is smaller cannot be divided by the pixels of an axis any more

_NEAR_ZERO = 0.3
"""An axis starts at zero if the smallest value is at most this share of the largest."""
_SQUEEZED = 0.07
"""A tail is long if the middle half of the values has less than this share of the range."""
_LEAST_VALUES = 5  # fewer have no tail
_FEW = 6.0  # so many steps from the centre of a compressed axis, a number is no longer round
_SMALLEST = 1e-3  # if all labels are smaller, they are written as multiples of a power of ten


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale from values to pixels.

    A compressed axis gives room around its centre: equal steps there, shorter and shorter ones
    beyond the spread.
    """

    low: float
    high: float
    start: float  # the pixel of the lowest value
    end: float  # the pixel of the highest
    centre: float = 0.0
    spread: float = 0.0  # 0 is a linear axis
    ticks: tuple[tuple[float, str], ...] = ()

    @property
    def is_compressed(self) -> bool:
        """Whether equal distances do not stand for equal steps."""
        return self.spread > 0

    def at(self, value: float) -> float:
        """Return the pixel of a value."""
        low, high = self._turned(self.low), self._turned(self.high)
        return self.start + (self.end - self.start) * (self._turned(value) - low) / (high - low)

    def _turned(self, value: float) -> float:
        # The inverse hyperbolic sine is linear near zero and logarithmic far from it, either way.
        return math.asinh((value - self.centre) / self.spread) if self.spread else value


def make_axis(
    values: Sequence[float],
    start: float,
    end: float,
    *,
    limits: tuple[float, float] = (-math.inf, math.inf),
    gap: float = 60.0,
) -> Axis:
    """Fit an axis to finite values, at least one.

    The low end comes first: on a screen the vertical axis goes down. No label lies outside the
    limits, the range of the measure, and labels are at least a gap apart, in pixels.

    Examples
    --------
    >>> axis = make_axis([2.0, 10.0], 0, 560, limits=(0, 100))
    >>> [label for _, label in axis.ticks]
    ['0', '2', '4', '6', '8', '10']
    >>> axis.at(0), axis.at(10)
    (0.0, 530.0)
    """
    values = [value if abs(value) > _NOTHING else 0.0 for value in values]
    low, high = _range(values)
    margin = math.copysign(_MARGIN, end - start)
    centre, spread = _bulk(values)
    if spread:
        axis = Axis(low, high, start + margin, end - margin, centre, spread)
        marks = _uneven_marks(axis, limits, gap)
    else:
        is_from_zero = limits[0] == 0 and 0 < low <= _NEAR_ZERO * high
        low, first = (0.0, start) if is_from_zero else (low, start + margin)
        axis = Axis(low, high, first, end - margin)
        marks = _even_marks(axis, start, end, limits, gap)
    return Axis(axis.low, axis.high, axis.start, axis.end, centre, spread, tuple(marks))


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Return the smallest and the largest value, or room around a single one."""
    low, high = min(values), max(values)
    size = max(abs(low), abs(high))
    if high - low > 1e-9 * size:
        return low, high
    room = size / 10 or 1.0
    return low - room, high + room


def _bulk(values: Sequence[float]) -> tuple[float, float]:
    """Return the middle of the values and the width of their middle half; 0 without long tail."""
    distinct = sorted(set(values))
    n = len(distinct)
    width = distinct[-1 - n // 4] - distinct[n // 4]
    if n < _LEAST_VALUES or width >= _SQUEEZED * (distinct[-1] - distinct[0]):
        return 0.0, 0.0
    return distinct[n // 2], max(width / 2, 1e-9 * max(abs(distinct[0]), abs(distinct[-1])))


def _even_marks(
    axis: Axis, start: float, end: float, limits: tuple[float, float], gap: float
) -> list[tuple[float, str]]:
    per_pixel = (axis.high - axis.low) / (axis.end - axis.start)
    low = max(axis.low + (start - axis.start) * per_pixel, limits[0])
    high = min(axis.high + (end - axis.end) * per_pixel, limits[1])
    return _multiples(low, high, *nice_step(abs(per_pixel) * gap))


def _uneven_marks(axis: Axis, limits: tuple[float, float], gap: float) -> list[tuple[float, str]]:
    """Choose marks from coarse to fine, so that the roundest number wins wherever two collide."""
    low, high = max(axis.low, limits[0]), min(axis.high, limits[1])
    step = (high - low) / 2
    chosen: dict[float, str] = {}
    while step > axis.spread / 4:
        mantissa, exponent = nice_step(step)
        for value, label in _multiples(low, high, mantissa, exponent):
            is_round = abs(value - axis.centre) <= _FEW * mantissa * 10.0**exponent
            if is_round and all(abs(axis.at(value) - axis.at(other)) >= gap for other in chosen):
                chosen[value] = label
        step = mantissa * 10.0**exponent / 2.5
        if (high - low) / step > 1e4:  # a tail of such length leaves the bulk a single mark
            break
    return sorted(chosen.items())


def _multiples(low: float, high: float, mantissa: int, exponent: int) -> list[tuple[float, str]]:
    step = mantissa * 10.0**exponent
    # The tolerance lets a limit that is itself round have its mark.
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    size = max(abs(first), abs(last)) * step
    power = 0 if size == 0 or size >= _SMALLEST else math.floor(math.log10(size))
    unit = f"·{power_of_ten(power)}" if power else ""
    digits = max(0, power - exponent)
    marks = ((i * step, i * step / 10.0**power) for i in range(first, last + 1))
    return [(v, fixed(m, digits) + unit) for v, m in marks]
