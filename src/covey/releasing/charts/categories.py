"""Categories before and after, of which no rare one is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from covey.core.wording import counted
from covey.releasing.charts.scale import nice_step, times
from covey.releasing.charts.svg import LETTER, clip, label, line, rect, svg

OTHERS, MISSING = "others", "missing"
_MOST = 20
_LONGEST = 17
"""Letters of a name that have room beside its bar."""
_PITCH, _TALL = 20, 13


@dataclass(frozen=True, slots=True)
class CategoryBars:
    """Counts before and after, in multiples of k, of categories that may be named."""

    names: tuple[str, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    n_hidden: int  # categories that have no bar of their own

    @classmethod
    def of(
        cls,
        before: Mapping[str, int],
        after: Mapping[str, int],
        *,
        k: int,
        levels: Sequence[str] = (),
        gaps: tuple[int, int] = (0, 0),
    ) -> Self:
        """Return bars of at most twenty categories; gaps and all others have one each.

        A category of fewer than k records before and after is not named. Counts are rounded down
        to multiples of k, those of all others too, so that none follows from the total. Levels
        of an order stand in it; other categories by their number of records before.
        """
        most = {name: max(before.get(name, 0), after.get(name, 0)) for name in {*before, *after}}
        safe = [name for name in most if most[name] >= k]
        frequent = sorted(safe, key=lambda name: (-before.get(name, 0), -most[name], name))
        named = frequent[:_MOST]
        if levels:
            place = {name: i for i, name in enumerate(levels)}
            named.sort(key=lambda name: place.get(name, len(place)))
        hidden = sorted(set(most) - set(named))
        rest = tuple(sum(counts.get(name, 0) for name in hidden) for counts in (before, after))
        rows = [(name, (before.get(name, 0), after.get(name, 0))) for name in named]
        rows += [(OTHERS, (rest[0], rest[1]))] if max(rest) >= k else []
        rows += [(MISSING, gaps)] if max(gaps) >= k else []
        return cls(
            tuple(name for name, _ in rows),
            tuple(counts[0] // k * k for _, counts in rows),
            tuple(counts[1] // k * k for _, counts in rows),
            len(hidden),
        )

    @property
    def text(self) -> str:
        """The same in words, for those who cannot see the picture."""
        told = (
            f"{name} {one:,} and {other:,}"
            for name, one, other in zip(self.names, self.before, self.after, strict=True)
        )
        return f"Records before and after: {'; '.join(told)}."

    @property
    def remark(self) -> str:
        """What the picture leaves out."""
        if not self.n_hidden:
            return ""
        verb = "is" if self.n_hidden == 1 else "are"
        return (
            f"{counted(self.n_hidden, 'category', 'categories')} with few records {verb} not named."
        )


def draw_categories(
    bars: CategoryBars, *, ident: str, title: str, text: str, width: int = 340
) -> str:
    """Draw the original as filled bars, and the release as an outline over each of them."""
    longest = min(_LONGEST, max(map(len, bars.names)))
    left, top = longest * LETTER + 14, 4
    base, reach = top + len(bars.names) * _PITCH, width - 12 - (longest * LETTER + 14)
    highest = max(1, *bars.before, *bars.after)
    step = int(times(*nice_step(max(1.0, highest / 4))))

    def x(count: float) -> float:
        return left + reach * count / highest

    parts = []
    for count in range(0, highest + 1, step):
        kind = "grid" if count else "axis"
        parts.append(line(kind, f"M{x(count):.1f} {top}V{base}"))
        parts.append(label(x(count), base + 16, f"{count:,}"))
    for i, name in enumerate(bars.names):
        y = top + i * _PITCH + (_PITCH - _TALL) / 2
        kind = "end own" if name in (OTHERS, MISSING) else "end"
        parts.append(label(left - 6, y + _TALL - 3, clip(name, _LONGEST), kind))
        if bars.before[i]:
            parts.append(rect("before", left, y, x(bars.before[i]) - left, _TALL))
        end = x(bars.after[i])
        parts.append(line("after", f"M{left:.1f} {y:.1f}H{end:.1f}v{_TALL}H{left:.1f}"))
    return svg(width, base + 22, parts, ident=ident, title=title, text=text)
