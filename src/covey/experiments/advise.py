"""Choosing a setting from a comparison under a user's limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Real

from covey.core.errors import RequestError
from covey.core.legible import shown
from covey.core.measure import Measure
from covey.core.spelling import Setting
from covey.core.trials import Run
from covey.core.wording import figure, measured
from covey.measuring import PP
from covey.results import Advice, Comparison, Limits


def advise(comparison: Comparison, limits: Limits) -> Advice:
    """Name the setting that a user's limits lead to.

    With a limit on the risk it is the one with the least loss within the limits; with a limit on
    the loss alone, the one with the least risk. Equals are told apart by the other measure, then by
    the order in which they were compared.
    """
    check_limits(limits, loss=comparison.loss, risk=comparison.risk)
    runs = [run for run in comparison.runs if not any(map(math.isnan, comparison.place(run)))]
    if not runs:
        raise RequestError(
            f"{comparison.loss.symbol} or {comparison.risk.symbol} is not defined for any setting "
            "on this table, so none can be chosen. Compare by other measures: ",
            Setting("loss"),
            " and ",
            Setting("risk"),
            ".",
        )
    within = [run for run in runs if max(_excess(comparison, run, limits)) <= 0]
    if not within:
        return _closest(comparison, runs, limits)
    chosen = min(within, key=lambda run: _preference(comparison, run, limits))
    safer = _next_safer(comparison, chosen)
    return Advice(
        comparison,
        limits,
        chosen=chosen,
        closest=None,
        safer=safer,
        why=" ".join(
            (
                _reason(comparison, within, chosen, limits),
                _contrast(comparison, runs, chosen),
            )
        ),
        cost=_cost(comparison, chosen, safer),
        caution=_caution(chosen),
    )


def check_limits(limits: Limits, *, loss: Measure, risk: Measure) -> None:
    """Refuse limits that make no sense for two measures, or none at all."""
    if limits.risk is None and limits.loss is None:
        raise RequestError(
            "Say what you accept: ",
            Setting("max_risk", 10),
            ", ",
            Setting("max_loss", 5),
            ", or both.",
        )
    for name, limit, measure in (("max_risk", limits.risk, risk), ("max_loss", limits.loss, loss)):
        if limit is None:
            continue
        if not isinstance(limit, Real):
            raise RequestError(
                f"'{name}' must be a number in the unit of {measure.symbol}. Got {shown(limit)}."
            )
        if not measure.low <= limit <= measure.high:
            raise RequestError(
                f"'{name}' must be in the range of {measure.symbol}, {_range(measure)}. "
                f"Got {limit}."
            )


def _range(measure: Measure) -> str:
    if math.isinf(measure.high):
        return f"at least {_with_unit(measure, measure.low)}"
    return f"{figure(measure.low)} to {_with_unit(measure, measure.high)}"


def _closest(comparison: Comparison, runs: Sequence[Run], limits: Limits) -> Advice:
    def distance(run: Run) -> tuple[float, ...]:
        excess = [max(0.0, value) for value in _excess(comparison, run, limits)]
        return max(excess), sum(excess), *_preference(comparison, run, limits)

    closest = min(runs, key=distance)
    return Advice(
        comparison,
        limits,
        chosen=None,
        closest=closest,
        safer=None,
        why=f"None of the {len(runs)} settings has {_limits_told(comparison, limits)}. "
        f"The closest is {_named(closest)}, with {_figures(comparison, closest)}.",
        cost="Try larger groups, other methods, or a less strict limit.",
    )


def _excess(comparison: Comparison, run: Run, limits: Limits) -> tuple[float, float]:
    """Return by how much a run exceeds the limits, loss first; not above 0 where it keeps one."""

    def beyond(measure: Measure, limit: float | None) -> float:
        if limit is None:
            return -math.inf
        difference = run.scores[measure.symbol] - limit
        return difference if measure.better == "lower" else -difference

    return beyond(comparison.loss, limits.loss), beyond(comparison.risk, limits.risk)


def _preference(comparison: Comparison, run: Run, limits: Limits) -> tuple[float, float]:
    loss, risk = comparison.place(run)
    return (risk, loss) if limits.risk is None else (loss, risk)


def _next_safer(comparison: Comparison, run: Run) -> Run | None:
    """Return the setting on the front that buys some safety for the least loss."""
    risk = comparison.place(run)[1]
    return next((other for other in comparison.front if comparison.place(other)[1] < risk), None)


def _reason(comparison: Comparison, within: Sequence[Run], chosen: Run, limits: Limits) -> str:
    goal, measure = ("risk", comparison.risk) if limits.risk is None else ("loss", comparison.loss)
    words = _limits_told(comparison, limits)
    total = len(comparison.runs)
    if len(within) == 1:
        return f"Of {total} settings it alone has {words}; it has {_figures(comparison, chosen)}."
    return (
        f"Of {total} settings, {len(within)} have {words}, and among these it has the least "
        f"{goal}, {_value(measure, chosen)}."
    )


def _contrast(comparison: Comparison, runs: Sequence[Run], chosen: Run) -> str:
    """Say what the settings with less loss would cost in risk: that is why none of them is it."""
    loss, risk = comparison.place(chosen)
    cheaper = [run for run in runs if comparison.place(run)[0] < loss]
    if not cheaper:
        return (
            f"No setting loses less; its {comparison.risk.symbol} is {_risk(comparison, chosen)}."
        )
    safest = min(cheaper, key=lambda run: comparison.place(run)[1])
    if comparison.place(safest)[1] <= risk:  # only where a limit on the loss rules
        return f"Its {comparison.risk.symbol} is {_risk(comparison, chosen)}."
    if len(cheaper) == 1:
        subject, bound = "The one setting with less loss has", ""
    else:
        subject = f"The {len(cheaper)} settings with less loss have"
        bound = "at least " if comparison.risk.better == "lower" else "at most "
    return (
        f"{subject} a {comparison.risk.symbol} of {bound}{_risk(comparison, safest)}; "
        f"it has {_risk(comparison, chosen)}."
    )


def _caution(chosen: Run) -> str:
    """Say where the setting lets one member of a group be told from the group's value."""
    if not chosen.scores.get(PP.symbol, 0.0) > 0:
        return ""
    return f"But {PP.symbol} is {_value(PP, chosen)}. {chosen.scores.notes.get(PP.symbol, '')}"


def _cost(comparison: Comparison, chosen: Run, safer: Run | None) -> str:
    if safer is None:
        return "No setting that was tried is safer."
    loss = comparison.loss
    change = abs(safer.scores[loss.symbol] - chosen.scores[loss.symbol])
    points = " points" if loss.unit == "%" else ""
    direction = "more" if loss.better == "lower" else "less"
    return (
        f"The next safer setting is {_named(safer)}: {comparison.risk.symbol} "
        f"{_risk(comparison, safer)} instead of {_risk(comparison, chosen)}, for "
        f"{measured(change, digits=3)}{points} {direction} {loss.symbol} ({_value(loss, safer)})."
    )


def _named(run: Run) -> str:
    return f"{run.name} with k = {run.k}"


def _figures(comparison: Comparison, run: Run) -> str:
    return " and ".join(
        f"{measure.symbol} {_value(measure, run)}" for measure in (comparison.risk, comparison.loss)
    )


def _limits_told(comparison: Comparison, limits: Limits) -> str:
    parts = [
        f"{measure.symbol} {'at most' if measure.better == 'lower' else 'at least'} "
        f"{_with_unit(measure, limit)}"
        for measure, limit in ((comparison.risk, limits.risk), (comparison.loss, limits.loss))
        if limit is not None
    ]
    return " and ".join(parts)


def _risk(comparison: Comparison, run: Run) -> str:
    return _value(comparison.risk, run)


def _value(measure: Measure, run: Run) -> str:
    return _with_unit(measure, run.scores[measure.symbol])


def _with_unit(measure: Measure, value: float) -> str:
    return measured(value, digits=4) + (f" {measure.unit}" if measure.unit else "")
