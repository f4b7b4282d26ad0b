"""Distributions of the variables before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Vector
from covey.core.encoding import Treatment
from covey.core.masking import Masking
from covey.core.plan import Plan
from covey.core.recoding import Recoding, recodings_of
from covey.core.sampling import Sample
from covey.core.source import Source
from covey.core.table import Table
from covey.core.wording import percent, signed_percent
from covey.releasing.changes import Change
from covey.releasing.charts import (
    CategoryBars,
    Classes,
    Histogram,
    draw_categories,
    draw_histogram,
)

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
    quasi, recodings = release.plan.roles.quasi, recodings_of(release.blocks)
    by_name = {change.name: change for change in changes}
    moved = {name: abs(change.spread) for name, change in by_name.items()}
    moved |= {name: recoding.share_changed / 100 for name, recoding in recodings.items()}
    by_change = sorted((name for name in quasi if name in moved), key=lambda name: -moved[name])
    drawn_names = by_change[:_MOST]
    width = 340 if len(quasi) <= _MANY else 260
    histograms = _histograms(release, [by_name[name] for name in drawn_names if name in by_name])
    drawn = {}
    for number, name in enumerate(quasi, 1):
        if name not in drawn_names:
            continue
        place = (f"v{number}", width)
        if name in recodings:
            treatment = release.plan.treatments.get(name, Treatment("nominal"))
            drawn[name] = _categorical(name, recodings[name], treatment, release.plan.k, place)
        else:
            drawn[name] = _variable(by_name[name], histograms.get(name), *place)
    ranking = [
        drawn[name] for name in drawn_names if name in by_name and not by_name[name].is_constant
    ]
    return VariablesSection(
        tuple(drawn.values()),
        tuple(ranking) if len(quasi) > _MANY else (),
        len(moved) - len(drawn),
    )


def _histograms(release: Masking, changes: Sequence[Change]) -> dict[str, Histogram]:
    """Count all records in classes that a sample of them suggests."""
    source, plan = release.original, release.plan
    names = [change.name for change in changes]
    if not names:
        return {}
    sample = Sample.of(source, names, plan.seed).tables
    found = {
        change.name: _classes(
            np.concatenate([_known(plan, table, change.name) for table in sample]),
            release,
            change,
        )
        for change in changes
    }
    classes = {name: one for name, one in found.items() if one is not None}
    before, after = (_counted(plan, table, classes) for table in (source, release.masked))
    return {
        name: one.histogram(
            before[name][:-1], after[name][:-1], plan.k, (before[name][-1], after[name][-1])
        )
        for name, one in classes.items()
    }


def _classes(values: Vector, release: Masking, change: Change) -> Classes | None:
    n_records, k = release.original.n_records, release.plan.k
    if release.original.kind(change.name) == "date":
        return Classes.of_dates(values, n_records=n_records, k=k)
    return Classes.of(values, n_records=n_records, k=k, is_whole=change.is_whole)


def _known(plan: Plan, table: Table, name: str) -> Vector:
    """Return the values of a variable without gaps and codes."""
    values = plan.values(table, name)
    return values[~np.isnan(values)]


def _counted(
    plan: Plan, source: Source, classes: Mapping[str, Classes]
) -> dict[str, NDArray[np.intp]]:
    """Return how many values of each variable lie in each of its classes, and how many lack."""
    counts = {name: np.zeros(len(one.limits) + 2, dtype=np.intp) for name, one in classes.items()}
    for batch in source.batches(classes) if classes else ():
        for name, one in classes.items():
            known = _known(plan, batch, name)
            counts[name][:-1] += one.count(known)
            counts[name][-1] += batch.n_records - len(known)
    return counts


def _categorical(
    name: str, recoding: Recoding, treatment: Treatment, k: int, place: tuple[str, int]
) -> Variable:
    """Draw the categories of a variable before and after."""
    ident, width = place
    sentence = f"{percent(recoding.share_changed)} of the values changed."
    if not recoding.changed:
        sentence = "No value changed."
    bars = CategoryBars.of(
        recoding.before,
        recoding.after,
        k=k,
        levels=treatment.levels,
        gaps=(recoding.gaps_before, recoding.gaps_after),
    )
    if not bars.names:
        reason = "No category has enough records to be shown. "
        return Variable(name, ident, reason + sentence, "", "", "")
    chart = draw_categories(
        bars,
        width=width,
        ident=ident,
        title=f"{name}: original and released categories",
        text=f"{bars.text} {sentence}",
    )
    return Variable(name, ident, f"{sentence} {bars.remark}".strip(), chart, "", "")


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
