"""Distributions of the variables before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.masking import Masking
from covey.core.sampling import Sample
from covey.core.source import Source
from covey.core.wording import signed_percent
from covey.releasing.changes import Change
from covey.releasing.charts import Classes, Histogram, draw_histogram

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
    by_change = sorted(range(len(changes)), key=lambda i: -abs(changes[i].spread))[:_MOST]
    width = 340 if len(changes) <= _MANY else 260
    histograms = _histograms(release, [changes[i] for i in by_change])
    drawn = {
        i: _variable(changes[i], histograms.get(changes[i].name), f"v{i + 1}", width)
        for i in by_change
    }
    ranking = [drawn[i] for i in by_change if not changes[i].is_constant]
    return VariablesSection(
        tuple(drawn[i] for i in sorted(drawn)),
        tuple(ranking) if len(changes) > _MANY else (),
        len(changes) - len(drawn),
    )


def _histograms(release: Masking, changes: Sequence[Change]) -> dict[str, Histogram]:
    """Count all records in classes that a sample of them suggests."""
    source, plan = release.original, release.plan
    names = [change.name for change in changes]
    sample = Sample.of(source, names, plan.seed).tables
    found = {
        change.name: Classes.of(
            np.concatenate([table.numbers(change.name) for table in sample]),
            n_records=source.n_records,
            k=plan.k,
            is_whole=change.is_whole,
        )
        for change in changes
    }
    classes = {name: one for name, one in found.items() if one is not None}
    before, after = (_counted(table, classes) for table in (source, release.masked))
    return {name: one.histogram(before[name], after[name], plan.k) for name, one in classes.items()}


def _counted(source: Source, classes: Mapping[str, Classes]) -> dict[str, NDArray[np.intp]]:
    """Return how many values of each variable lie in each of its classes."""
    counts = {name: np.zeros(len(one.limits) + 1, dtype=np.intp) for name, one in classes.items()}
    for batch in source.batches(classes) if classes else ():
        for name, one in classes.items():
            counts[name] += one.count(batch.numbers(name))
    return counts


def _variable(change: Change, histogram: Histogram | None, ident: str, width: int) -> Variable:
    name, spread = change.name, signed_percent(100 * change.spread)
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
