"""Round dates for axes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

_EPOCH = datetime(1970, 1, 1)
_YEARS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)


@dataclass(frozen=True, slots=True)
class CalendarStep:
    """A distance between round dates."""

    days: float  # about
    form: str  # how such dates are written
    floor: Callable[[datetime], datetime]  # the round date at or before one
    after: Callable[[datetime], datetime]  # the next round date


def _months(count: int) -> CalendarStep:
    def moved(when: datetime, by: int) -> datetime:
        years, month = divmod(when.year * 12 + when.month - 1 + by, 12)
        return datetime(years, month + 1, 1)

    def floor(when: datetime) -> datetime:
        first = (when.year * 12 + when.month - 1) // count * count
        return datetime(max(1, first // 12), first % 12 + 1, 1)

    form = "%Y" if count % 12 == 0 else "%Y-%m"
    return CalendarStep(30.44 * count, form, floor, lambda when: moved(when, count))


def _span(length: timedelta, form: str) -> CalendarStep:
    def floor(when: datetime) -> datetime:
        return _EPOCH + (when - _EPOCH) // length * length

    return CalendarStep(length / timedelta(days=1), form, floor, lambda when: when + length)


STEPS = (
    *(_span(timedelta(minutes=count), "%m-%d %H:%M") for count in (1, 10)),
    *(_span(timedelta(hours=count), "%m-%d %H:00") for count in (1, 6)),
    *(_span(timedelta(days=count), "%Y-%m-%d") for count in (1, 2, 7, 14)),
    *(_months(count) for count in (1, 3, 6, *(12 * years for years in _YEARS))),
)


def round_dates(low: float, high: float, most: int) -> tuple[list[float], list[str]]:
    """Return at most so many round dates in (low, high], and how they are written.

    Dates are in microseconds since 1970. There are none where two lie within a minute or beyond
    the calendar.
    """
    try:
        first, last = (_EPOCH + timedelta(microseconds=end) for end in (low, high))
        for step in STEPS:
            if (last - first) / timedelta(days=step.days) > most + 2:
                continue
            found = [when for when in _from(first, last, step) if when > first]
            if found and len(found) <= most:
                times = [(when - _EPOCH) / timedelta(microseconds=1) for when in found]
                return times, [when.strftime(step.form) for when in found]
    except (OverflowError, ValueError):
        pass
    return [], []


def _from(first: datetime, last: datetime, step: CalendarStep) -> Iterator[datetime]:
    """Yield round dates from that at or before the first to the last."""

    def dates() -> Iterator[datetime]:
        when = step.floor(first)
        while True:
            yield when
            when = step.after(when)

    return takewhile(lambda when: when <= last, dates())
