"""Computing a list of measures, on one block or on many."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from covey.core.measure import Findings, Measure, Result, Summary, gather
from covey.core.scores import Scores
from covey.core.wording import counted, named
from covey.measuring.adding import plain
from covey.measuring.evidence import Evidence, Whole

_GAPS = "gaps"
"""The cells of a block that have no value, of numbers and of other key variables."""

_UNDEFINED = {
    "numbers": "Not defined: no key variable is a number.",
    "categories": "Not defined: every key variable is a number.",
}


def evaluate(evidence: Evidence, measures: Sequence[Measure]) -> Scores:
    """Return the scores of a table that is one block."""
    return combine([_gather(evidence, measures)], evidence.whole, measures)


def summarize(evidence: Evidence, measures: Sequence[Measure]) -> Summary:
    """Return what the measures need of one block, in values that JSON holds without loss."""
    return {name: plain(value) for name, value in _gather(evidence, measures).items()}


def _gather(evidence: Evidence, measures: Sequence[Measure]) -> Summary:
    chosen = [measure for measure in measures if _has_variables(measure, evidence.whole)]
    return {**gather(evidence, chosen), _GAPS: evidence.n_gaps}


def _has_variables(measure: Measure, whole: Whole) -> bool:
    """Whether there are key variables of the kind that a measure looks at."""
    by_kind = {"numbers": whole.names, "categories": whole.categories}
    return measure.on == "all" or bool(by_kind[measure.on])


def combine(summaries: Sequence[Summary], whole: Whole, measures: Sequence[Measure]) -> Scores:
    """Return the scores of a whole table from the summaries of its blocks.

    These come in an order that does not change from run to run. What is not defined on the table is
    NaN, with a note.
    """
    found = Findings(summaries, whole, [one for one in measures if _has_variables(one, whole)])
    numbers, others = np.sum([summary[_GAPS] for summary in summaries], axis=0).tolist()
    n_gaps = {"all": numbers + others, "numbers": numbers, "categories": others}
    results = {}
    for measure in measures:
        if not _has_variables(measure, whole):
            results[measure.symbol] = Result(math.nan, _UNDEFINED[measure.on])
            continue
        result = found.result(measure)
        names = [name for name in whole.names if name not in result.left_out]
        remark = _remark(measure, names if whole.categories else (), n_gaps[measure.on])
        note = " ".join(filter(None, [result.note, remark]))
        results[measure.symbol] = replace(result, note=note)
    return Scores(
        {symbol: result.value for symbol, result in results.items()},
        {symbol: result.note for symbol, result in results.items() if result.note},
        {symbol: result.details for symbol, result in results.items() if result.details},
        {measure.symbol: measure for measure in measures},
        whole.names + whole.categories,
    )


def _remark(measure: Measure, names: Sequence[str], n_gaps: int) -> str:
    """Return on what numbers alone a measure ran, if these are told, and what became of gaps."""
    remarks = []
    if measure.on == "numbers" and names:
        others = [part.symbol for part in _leaves(measure) if part.on == "all"]
        but = f"But for {', '.join(others)}, on" if others else "On"
        remarks.append(f"{but} numbers only: {named(names, 3)}.")
    if measure.gaps and n_gaps:
        remarks.append(f"{counted(n_gaps, 'cell')} without a value {measure.gaps}.")
    return " ".join(remarks)


def _leaves(measure: Measure) -> list[Measure]:
    """Return the measures that a measure is made of in the end; itself if of no other."""
    return [leaf for part in measure.parts for leaf in _leaves(part)] or [measure]


def only_defined(scores: Scores, wanted: Collection[str] = ()) -> Scores:
    """Return the scores that are defined on the table, and those that are wanted all the same.

    If there is no number among the key variables, the first one notes what is left out.
    """
    gone = [name for name, value in scores.items() if math.isnan(value) and name not in wanted]
    if not gone:
        return scores
    kept = scores.without(gone)
    numbers = [name for name in gone if scores.notes.get(name) == _UNDEFINED["numbers"]]
    if not numbers or not kept:
        return kept
    verb = "is" if len(numbers) == 1 else "are"
    first = next(iter(kept))
    return kept.noting(first, f"{', '.join(numbers)} {verb} left out: no key variable is a number.")
