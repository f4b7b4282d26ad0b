"""The map in words and figures: for who cannot see it, prints it, or wants to know exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from covey.core.measure import Measure
from covey.core.trials import Run, Trials
from covey.core.wording import NBSP, figure, fixed, measured, settings, span, with_unit
from covey.releasing.riskmap.chosen import Chosen
from covey.releasing.riskmap.layout import is_drawn, names_of

_DIGITS = 5  # significant ones of the largest value; the others get as many decimals
_LEAST_DIGITS = 2  # significant ones of the difference between the largest and the smallest
_MOST_DECIMALS = 12


@dataclass(frozen=True, slots=True)
class Column:
    """A measure in the table: its symbol, its unit, and its name with the better direction."""

    symbol: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class MapRow:
    """A run in the table."""

    number: int  # of the run in the comparison
    line: int  # of the method
    sizes: str  # how many records a group has
    run: Run
    scores: tuple[tuple[float, str], ...]  # values to sort by, and as they are written
    is_efficient: bool
    short: str  # in one line
    full: str  # with all its figures, a line each


@dataclass(frozen=True, slots=True)
class Words:
    """What is said about a map."""

    reading: str  # how to read it
    efficient: str  # how many settings no other one beats
    front: str  # which these are
    missing: str  # which settings it does not show; empty if it shows all
    axes: tuple[str, str]  # what they are called, loss first
    short_axes: tuple[str, str]  # the same in few words
    columns: tuple[Column, ...]
    rows: tuple[MapRow, ...]
    options: tuple[tuple[str, str], ...]  # of the methods that have any
    chosen: str  # empty if no setting was chosen


def describe(comparison: Trials, chosen: Chosen | None = None) -> Words:
    """Put a comparison into words and figures, and the setting that was chosen."""
    loss, risk = comparison.loss, comparison.risk
    columns = tuple(_column(symbol, comparison) for symbol in _symbols(comparison))
    return Words(
        reading=f"{_reading(loss, risk)}{_counting(comparison)}",
        efficient=_efficient(comparison),
        front=_by_name(comparison.front),
        missing=_missing(comparison),
        axes=_axes(comparison, "{0.name} ({0.symbol})"),
        short_axes=_axes(comparison, "{0.symbol}"),
        columns=columns,
        rows=_rows(comparison, columns),
        options=_options(comparison),
        chosen="" if chosen is None else _chosen(comparison, chosen),
    )


def _axes(comparison: Trials, form: str) -> tuple[str, str]:
    loss, risk = (
        f"{kind}: {form.format(measure)}{f', in{NBSP}{measure.unit}' if measure.unit else ''}"
        for kind, measure in (("Loss", comparison.loss), ("Risk", comparison.risk))
    )
    return loss, risk


def _options(comparison: Trials) -> tuple[tuple[str, str], ...]:
    """Return what options each method had; with several group sizes they are mostly the same."""
    found: dict[str, dict[str, None]] = {}
    for run in comparison.runs:
        if run.options:
            found.setdefault(run.name, {})[settings(run.options)] = None
    return tuple((name, "; or ".join(texts)) for name, texts in found.items())


def _chosen(comparison: Trials, chosen: Chosen) -> str:
    run, title = chosen.run, chosen.called[:1].upper() + chosen.called[1:]
    if chosen.place is None:
        return f"{title}, {_heading(run)}, is not on the map: its loss or its risk is not known."
    figures = " and ".join(
        f"{measure.symbol} {with_unit(measured(value, digits=4), measure.unit)}"
        for measure, value in zip((comparison.loss, comparison.risk), chosen.place, strict=True)
    )
    verdict = "not one of the settings that were compared"
    if chosen.number is not None:
        verdict = _verdict(is_efficient=comparison.is_efficient[chosen.number])
    return f"{title} is {_heading(run)}, with {figures}: {verdict}."


def _reading(loss: Measure, risk: Measure) -> str:
    is_left, is_low = loss.better == "lower", risk.better == "lower"
    across = "left" if is_left else "right"
    along = f"the further {across}, the more of the data’s information is kept"
    down = f"the {'lower' if is_low else 'higher'}, the smaller the risk of disclosure"
    corner = f"{'lower' if is_low else 'upper'} {across}"
    return (
        f"Each point is one setting, a method with a smallest group size k: {along}; {down}. "
        f"The best settings lie towards the {corner}."
    )


def _counting(comparison: Trials) -> str:
    """Say what k counts, and what the map knows nothing of, where that is not plain."""
    roles = comparison.settings.get("roles") or {}
    units = " k counts units, the respondents, of whom each may have several records."
    beside = (
        " Columns that are released beside the masked ones take no part in it: who stands out by "
        "them is counted when a table is released."
    )
    has_beside = any(roles.get(role) for role in ("strata", "weight", "other"))
    return f"{units if roles.get('unit') else ''}{beside if has_beside else ''}"


def _efficient(comparison: Trials) -> str:
    n, front = len(comparison.runs), comparison.front
    if not front:
        return "No setting has both a loss and a risk, so none can be said to beat another."
    if n == 1:
        return "There is only one setting, and so none that could beat it:"
    if len(front) == n:
        return f"None of the {n} settings is beaten by another one:"
    verb = "is" if len(front) == 1 else "are"
    return f"Of {n} settings, {len(front)} {verb} not beaten by another one:"


def _missing(comparison: Trials) -> str:
    runs = [run for i, run in enumerate(comparison.runs) if not is_drawn(comparison, i)]
    if not runs:
        return ""
    axes = f"{comparison.loss.symbol} or {comparison.risk.symbol}"
    if len(runs) == 1:
        return f"Not on the map, because {axes} is not defined for it: {_by_name(runs)}."
    return (
        f"{len(runs)} settings are not on the map, because {axes} is not defined for them: "
        f"{_by_name(runs)}."
    )


def _joined(names: Sequence[str]) -> str:
    """Return names as one says them, such as 'mdav, iamat and dba2'."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _by_name(runs: Iterable[Run]) -> str:
    sizes: dict[str, list[int]] = {}
    for run in runs:
        sizes.setdefault(run.name, []).append(run.k)
    return "; ".join(
        f"{name} with k{NBSP}={NBSP}{_joined([str(k) for k in sorted(ks)])}"
        for name, ks in sizes.items()
    )


def _symbols(comparison: Trials) -> list[str]:
    """Return the measures of all runs, the two axes first."""
    axes = [comparison.loss.symbol, comparison.risk.symbol]
    others = (symbol for run in comparison.runs for symbol in run.scores)
    return list(dict.fromkeys([*axes, *others]))


def _column(symbol: str, comparison: Trials) -> Column:
    known = {comparison.loss.symbol: comparison.loss, comparison.risk.symbol: comparison.risk}
    for run in comparison.runs:
        known = {**run.scores.measures, **known}
    measure = known.get(symbol)
    if measure is None:
        return Column(symbol, "", symbol)
    return Column(symbol, measure.unit, f"{measure.name}, {measure.better} is better")


def _rows(comparison: Trials, columns: Sequence[Column]) -> tuple[MapRow, ...]:
    names, runs = names_of(comparison), comparison.runs
    decimals = {column.symbol: _decimals(column.symbol, runs) for column in columns}
    rows = []
    for number, (run, is_efficient) in enumerate(zip(runs, comparison.is_efficient, strict=True)):
        given = (run.scores.get(column.symbol, math.nan) for column in columns)
        values = [value if math.isfinite(value) else math.nan for value in given]
        scores = [
            (value, _figure(value, decimals[column.symbol]))
            for value, column in zip(values, columns, strict=True)
        ]
        told = {
            column.symbol: with_unit(text, column.unit) if math.isfinite(value) else text
            for (value, text), column in zip(scores, columns, strict=True)
        }
        rows.append(
            MapRow(
                number,
                names.index(run.name),
                _sizes(run),
                run,
                tuple(scores),
                is_efficient,
                _short(run, told, _verdict(is_efficient=is_efficient)),
                _full(run, told, _verdict(is_efficient=is_efficient)),
            )
        )
    return tuple(rows)


def _decimals(symbol: str, runs: Sequence[Run]) -> int:
    """Return how many decimals show the largest value, and the differences, well enough."""
    given = (run.scores.get(symbol, math.nan) for run in runs)
    values = [value for value in given if math.isfinite(value)] or [0.0]
    largest, width = max(map(abs, values)), max(values) - min(values)
    if largest == 0:
        return 0
    decimals = _DIGITS - 1 - math.floor(math.log10(largest))
    if width > 1e-9 * largest:  # less is a rounding error
        decimals = max(decimals, _LEAST_DIGITS - 1 - math.floor(math.log10(width)))
    return max(0, decimals)


def _figure(value: float, decimals: int) -> str:
    return fixed(value, decimals) if decimals <= _MOST_DECIMALS else figure(value, _DIGITS)


def _heading(run: Run) -> str:
    return f"{run.name}, k{NBSP}={NBSP}{run.k}"


def _short(run: Run, told: Mapping[str, str], verdict: str) -> str:
    axes = ", ".join(f"{symbol} {text}" for symbol, text in list(told.items())[:2])
    return f"{_heading(run)}: {axes}, {verdict}"


def _full(run: Run, told: Mapping[str, str], verdict: str) -> str:
    lines = [_heading(run), verdict, *(f"{symbol}: {text}" for symbol, text in told.items())]
    lines += [f"groups: {run.n_groups:,}", f"records in a group: {_sizes(run)}"]
    if run.options:
        lines.append(f"options: {settings(run.options)}")
    return "\n".join(lines)


def _sizes(run: Run) -> str:
    return span(run.smallest, run.largest)


def _verdict(*, is_efficient: bool) -> str:
    return "not beaten by another setting" if is_efficient else "beaten by another setting"
