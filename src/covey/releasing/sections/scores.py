"""Loss and risk in words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from covey.core.bound import LossBound
from covey.core.measure import Measure
from covey.core.scores import Scores
from covey.core.wording import NBSP, measured, percent, with_unit
from covey.releasing.charts import draw_gauge


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


def describe_scores(scores: Scores) -> dict[str, Score]:
    """Put every score into words; the two that all readers look for first get a chart."""
    return {symbol: _score(scores, symbol) for symbol in scores}


def describe_bound(bound: LossBound | None) -> Score | None:
    """Put into words how low the loss could be at best."""
    if bound is None:
        return None
    note = "" if bound.is_solved else "The relaxation was not solved to the end."
    return Score("IL", percent(bound.percent), f"{measured(bound.percent)}{NBSP}%", note)


def dominated_cells(scores: Scores) -> str:
    """Return the share of cells in which one value dominates its group, if any was found."""
    share = scores.get("PP", 0.0)
    return percent(share) if np.isfinite(share) and share > 0 else ""


def _score(scores: Scores, symbol: str) -> Score:
    value = scores[symbol]
    note = scores.notes.get(symbol, "")
    known = _headline(symbol, value) if np.isfinite(value) else None
    if known is None:
        return _line(symbol, value, note, scores.measures.get(symbol))
    name, meaning = known
    chart = draw_gauge(
        value, ident=f"s-{symbol}", title=f"{name}: {percent(value)}", text=f"Of 100. {meaning}"
    )
    return Score(symbol, percent(value), f"{measured(value)}{NBSP}%", note, name, meaning, chart)


def _line(symbol: str, value: float, note: str, declared: Measure | None) -> Score:
    """Describe a measure in the words that it declares."""
    name, meaning, unit = ("", "", "")
    if declared is not None:
        name, meaning, unit = declared.name, declared.plain, declared.unit
    if not np.isfinite(value):
        return Score(symbol, "not defined", "not defined", note, name, meaning)
    short, exact = measured(value, digits=4), measured(value)
    return Score(symbol, with_unit(short, unit), with_unit(exact, unit), note, name, meaning)


def _headline(symbol: str, value: float) -> tuple[str, str] | None:
    """Return the name and the meaning of the two measures that every reader looks for first."""
    if symbol == "IL":
        return "Information loss", (
            f"The release keeps {percent(max(0.0, 100 - value))} of the variation of the "
            f"quasi-identifiers. The other {percent(value)}, the differences inside the groups, "
            "is gone. 0 would be the original, 100 a table in which all records are equal."
        )
    if symbol == "DLD":
        return "Linkage risk", (
            "Suppose an intruder holds the exact original quasi-identifiers of everyone and looks "
            "up the two originals nearest to each released record. The right one is expected to "
            f"be among these two for {percent(value)} of the records."
        )
    return None
