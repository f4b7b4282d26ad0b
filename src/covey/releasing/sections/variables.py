"""Distributions of the variables before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from covey.core.masking import Masking
from covey.core.wording import signed_percent
from covey.releasing.changes import Change
from covey.releasing.charts import bin_pair, draw_histogram

_MANY = 12
"""With more variables than this, charts are smaller and a list shows which changed most."""
_MOST = 120


@dataclass(frozen=True, slots=True)
class Variable:
    """A quasi-identifier in the report; `chart` is empty where none can be drawn safely."""

    name: str
    ident: str
    caption: str
    chart: str
    unit: str
    spread: str


@dataclass(frozen=True, slots=True)
class VariablesSection:
    """The variables that are drawn, and how many changed less and are not."""

    variables: tuple[Variable, ...]
    ranking: tuple[Variable, ...]
    n_more: int

    @property
    def is_dense(self) -> bool:
        """Whether there are so many charts that they must be small."""
        return len(self.variables) > _MANY


def variables_section(release: Masking, changes: Sequence[Change]) -> VariablesSection:
    """Draw each variable in the order of the columns; of very many, those that changed most."""
    by_change = sorted(range(len(changes)), key=lambda i: -abs(changes[i].spread))
    width = 340 if len(changes) <= _MANY else 260
    drawn = {i: _variable(release, changes[i], f"v{i + 1}", width) for i in by_change[:_MOST]}
    ranking = [drawn[i] for i in by_change[:_MOST] if not changes[i].is_constant]
    return VariablesSection(
        tuple(drawn[i] for i in sorted(drawn)),
        tuple(ranking) if len(changes) > _MANY else (),
        len(changes) - len(drawn),
    )


def _variable(release: Masking, change: Change, ident: str, width: int) -> Variable:
    name = change.name
    original, masked = release.tables
    before, after = original.numbers(name), masked.numbers(name)
    spread = signed_percent(100 * change.spread)
    is_whole = original.kind(name) == "integer" or bool((before == np.floor(before)).all())
    histogram = bin_pair(before, after, k=release.plan.k, is_whole=is_whole)
    if histogram is None:
        reason = (
            ""
            if change.is_constant
            else "Too few distinct values to draw without showing records. "
        )
        return Variable(name, ident, reason + change.sentence, "", "", spread)
    chart = draw_histogram(
        histogram,
        width=width,
        ident=ident,
        title=f"{name}: original and released distribution",
        text=f"Histogram in {len(histogram.before)} classes. Filled bars: original records; "
        f"stepped line: released records. {change.sentence}",
    )
    return Variable(name, ident, change.sentence, chart, histogram.unit, spread)
