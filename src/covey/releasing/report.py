"""The report: one HTML file that a supervisor reads, prints and signs. It shows no record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from covey.core.version import __version__
from covey.releasing.charts import (
    bin_pair,
    draw_bars,
    draw_gauge,
    draw_histogram,
    size_classes,
)
from covey.releasing.groups import group_sizes
from covey.releasing.guarantee import smallest_class

if TYPE_CHECKING:
    from jinja2 import Template

    from covey.core.arrays import Vector
    from covey.core.measure import Measure
    from covey.core.plan import Plan
    from covey.core.release import Release

_NBSP = "\N{NO-BREAK SPACE}"
_MANY = 12
"""With more variables than this, charts are smaller and a list shows which changed most."""

_SCALING = {
    "zscore": "each variable centred on its mean and divided by its standard deviation, "
    "so that all count alike",
    "minmax": "each variable stretched to the range from 0 to 1, so that all count alike",
    "none": "none: variables with large numbers weigh more",
}
_ROUNDING = {
    "none": "none: group means keep all their digits",
    "auto": "group means are rounded to the precision of the original column",
}
_TREATMENT = {
    "identifier": ("Identifier", "names a person", "removed"),
    "quasi": ("Quasi-identifier", "could be linked with outside knowledge", "microaggregated"),
    "confidential": ("Confidential", "must not be learned about a person", "released as it is"),
    "other": ("Other", "neither of these", "released as it is"),
}


@dataclass(frozen=True, slots=True)
class Shift:
    """How far a variable moved: its mean in standard deviations, its spread as a share."""

    mean: float
    spread: float


@dataclass(frozen=True, slots=True)
class Variable:
    """A quasi-identifier in the report; `chart` is empty where none can be drawn safely."""

    name: str
    ident: str
    caption: str
    chart: str
    unit: str
    shift: Shift | None


@dataclass(frozen=True, slots=True)
class Score:
    """A measure in the report; `name` and `meaning` are empty where no words are known for it."""

    symbol: str
    value: str
    exact: str
    note: str
    name: str = ""
    meaning: str = ""
    chart: str = ""


def render_report(release: Release, *, created: datetime | None = None) -> str:
    """Describe a release in one self-contained HTML page that shows no record.

    The page loads nothing, runs no script and prints on A4. Distributions appear in classes with
    round limits, open ends and counts that are multiples of k; means and standard deviations only
    as relative changes.

    Parameters
    ----------
    release : Release
        What to describe.
    created : datetime, optional
        Date on the report; now by default. Everything else depends on the release alone.

    Returns
    -------
    str
        The page.
    """
    sizes = group_sizes(release)
    blocks = getattr(release.partition, "facts", {}).get("blocks", [])
    variables = [
        _variable(release, name, f"v{i}") for i, name in enumerate(release.plan.roles.quasi, 1)
    ]
    moved = [variable.shift for variable in variables if variable.shift]
    return _template().render(
        origin=release.original.origin,
        created=created or datetime.now().astimezone(),
        version=__version__,
        plan=release.plan,
        n_records=release.masked.n_records,
        n_groups=len(sizes),
        sizes=(int(sizes.min()), int(sizes.max())),
        are_twins=smallest_class(release.masked.frame, release.plan.roles.quasi) >= release.plan.k,
        facts=_facts(release.plan),
        roles=[
            (*_TREATMENT[role], columns)
            for role, columns in release.plan.roles.to_dict().items()
            if columns
        ],
        scores={symbol: _score(release, symbol) for symbol in release.scores},
        sizes_chart=_sizes_chart(sizes),
        blocks=blocks,
        blocks_chart=_blocks_chart(blocks) if blocks else "",
        variables=variables,
        ranking=_ranking(variables) if len(variables) > _MANY else [],
        mean_moved=_percent(100 * max((shift.mean for shift in moved), default=0.0)),
    )


@cache
def _template() -> Template:
    # Only who writes a report waits for the template engine to load.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("covey.releasing"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html.j2")


def _facts(plan: Plan) -> list[tuple[str, str]]:
    """List the decisions that are not roles."""
    method = plan.method
    if plan.requested_method != plan.method:
        method += f", chosen by “{plan.requested_method}”"
    options = ", ".join(f"{name} = {value}" for name, value in plan.options.items())
    refined = plan.refine != "none"
    return [
        ("Method", method),
        *([("Options", options)] if options else []),
        ("Smallest group", f"k = {plan.k} records"),
        ("Scaling", _SCALING.get(plan.scaling, plan.scaling)),
        ("Refinement", f"{plan.refine}, effort {plan.effort:g}" if refined else "none"),
        ("Rounding", _ROUNDING.get(plan.round, plan.round)),
        ("Seed", str(plan.seed)),
    ]


def _variable(release: Release, name: str, ident: str) -> Variable:
    before, after = release.original.numbers(name), release.masked.numbers(name)
    shift = _shift(before, after)
    caption = _caption(shift)
    is_whole = release.original.kind(name) == "integer" or bool((before == np.floor(before)).all())
    histogram = bin_pair(before, after, k=release.plan.k, is_whole=is_whole)
    if histogram is None:
        reason = "" if shift is None else "Too few distinct values to draw without showing records."
        return Variable(name, ident, f"{reason} {caption}".strip(), "", "", shift)
    chart = draw_histogram(
        histogram,
        width=340 if len(release.plan.roles.quasi) <= _MANY else 260,
        ident=ident,
        title=f"{name}: original and released distribution",
        text=f"Histogram in {len(histogram.before)} classes. Filled bars: original records; "
        f"stepped line: released records. {caption}",
    )
    return Variable(name, ident, caption, chart, histogram.unit, shift)


def _shift(before: Vector, after: Vector) -> Shift | None:
    """Return how far a variable moved, or None if it was constant."""
    # A power of two is exact and keeps the squares of extreme magnitudes representable.
    exponent = int(np.frexp(np.abs(before).max())[1])
    before, after = np.ldexp(before, -exponent), np.ldexp(after, -exponent)
    width = float(before.std())
    if before.min() == before.max() or width == 0:
        return None
    return Shift(abs(float(after.mean() - before.mean())) / width, float(after.std()) / width - 1)


def _caption(shift: Shift | None) -> str:
    if shift is None:
        return "All records hold the same value, so there was nothing to mask."
    mean, spread = 100 * shift.mean, 100 * abs(shift.spread)
    centre = (
        "The mean is unchanged"
        if mean < 0.05
        else f"The mean moved by {_percent(mean)} of a standard deviation"
    )
    if spread < 0.05:
        return (
            f"{centre}, and so is the standard deviation."
            if mean < 0.05
            else (f"{centre}; the standard deviation is unchanged.")
        )
    word = "smaller" if shift.spread < 0 else "larger"
    return f"{centre}; the standard deviation is {_percent(spread)} {word}."


def _ranking(variables: list[Variable]) -> list[tuple[Variable, str]]:
    changed = [(variable, variable.shift.spread) for variable in variables if variable.shift]
    changed.sort(key=lambda pair: -abs(pair[1]))
    return [
        (variable, ("−" if spread < 0 else "+") + _percent(100 * abs(spread)))
        for variable, spread in changed
    ]


def _score(release: Release, symbol: str) -> Score:
    value = release.scores[symbol]
    note = release.scores.notes.get(symbol, "")
    known = _headline(symbol, value) if np.isfinite(value) else None
    if known is None:
        return _line(symbol, value, note, release.scores.measures.get(symbol))
    name, meaning = known
    chart = draw_gauge(
        value, ident=f"s-{symbol}", title=f"{name}: {_percent(value)}", text=f"Of 100. {meaning}"
    )
    return Score(symbol, _percent(value), f"{value:.4f}{_NBSP}%", note, name, meaning, chart)


def _line(symbol: str, value: float, note: str, declared: Measure | None) -> Score:
    """Describe a measure in the words that it declares."""
    name, meaning, unit = ("", "", "")
    if declared is not None:
        name, meaning, unit = declared.name, declared.plain, declared.unit
    if not np.isfinite(value):
        return Score(symbol, "not defined", "not defined", note, name, meaning)
    ending = _NBSP + unit if unit else ""
    return Score(symbol, f"{value:.4g}{ending}", f"{value:.4f}{ending}", note, name, meaning)


def _headline(symbol: str, value: float) -> tuple[str, str] | None:
    """Return the name and the meaning of the two measures that every reader looks for first."""
    if symbol == "IL":
        return "Information loss", (
            f"The release keeps {_percent(max(0.0, 100 - value))} of the variation of the "
            f"quasi-identifiers. The other {_percent(value)}, the differences inside the groups, "
            "is gone. 0 would be the original, 100 a table in which all records are equal."
        )
    if symbol == "DLD":
        return "Linkage risk", (
            "Suppose an intruder holds the exact original quasi-identifiers of everyone and looks "
            "up the two originals nearest to each released record. The right one is expected to "
            f"be among these two for {_percent(value)} of the records."
        )
    return None


def _sizes_chart(sizes: NDArray[np.int64]) -> str:
    names, counts = size_classes(sizes)
    listed = "; ".join(
        f"{count:,} of {name}" for name, count in zip(names, counts, strict=True) if count
    )
    return draw_bars(
        names,
        counts,
        ident="sizes",
        title="Number of groups by size",
        axis="records in the group",
        text=f"Bar chart of the number of groups by the number of their records: {listed}.",
    )


def _blocks_chart(blocks: list[dict[str, Any]]) -> str:
    """Draw the classes of confidential values, block by block."""
    classes = [
        (f"{block}.{number}", size)
        for block, facts in enumerate(blocks, 1)
        for number, size in enumerate(facts["classes"], 1)
    ]
    listed = "; ".join(f"{size:,} in class {name}" for name, size in classes)
    return draw_bars(
        [name for name, _ in classes],
        [size for _, size in classes],
        ident="blocks-chart",
        title="Records by block and class",
        text=f"Bar chart of the number of records in each class of each block: {listed}.",
        axis="block and class",
    )


def _percent(value: float) -> str:
    """Write a percentage with the digits that matter, never rounded to a zero that it is not."""
    if value == 0:
        digits = "0"
    elif value < 0.01:
        digits = "<" + _NBSP + "0.01"
    else:
        digits = f"{value:.2g}" if value < 1 else f"{value:.1f}" if value < 99.95 else "100"
    return f"{digits}{_NBSP}%"
