"""Choosing measures by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from covey.core.errors import RequestError
from covey.core.measure import Measure
from covey.core.registry import unknown
from covey.core.spelling import Setting

ALL, DEFAULT = "all", "default"

_REMEDIES = {
    "confidential": ("a confidential column: name it with ", Setting("confidential")),
    "model": ("a regression model: ", Setting("model", "y ~ a + b")),
    "weight": ("a sampling weight: name its column with ", Setting("weight")),
}


def select(
    declared: Mapping[str, Measure], asked: str | Sequence[str], available: frozenset[str]
) -> list[Measure]:
    """Return the measures that a user asked for, in the order in which they are declared.

    ``all`` or ``default`` stand for those that can be computed with what is available besides key
    variables: ``confidential``, ``model`` and ``weight``. Symbols may be in upper or lower case.
    """
    if asked in (ALL, DEFAULT):
        return [
            measure
            for measure in declared.values()
            if (not measure.needs or measure.needs in available)
            and (asked == ALL or measure.is_default or measure.default_with in available)
        ]
    by_lower = {symbol.lower(): symbol for symbol in declared}
    names = [asked] if isinstance(asked, str) else list(asked)
    chosen = set()
    for name in names:
        symbol = by_lower.get(name.lower())
        if symbol is None:
            raise unknown("measure", name, [ALL, *declared])
        needs = declared[symbol].needs
        if needs and needs not in available:
            raise RequestError(f"Measure '{symbol}' needs ", *_REMEDIES[needs], ".")
        chosen.add(symbol)
    if not chosen:
        raise RequestError("No measure is left. Name one, or leave the choice to Covey.")
    return [measure for symbol, measure in declared.items() if symbol in chosen]


def refuse_idle_model(chosen: Iterable[Measure], model: str | None) -> None:
    """Refuse a regression model that no measure looks at: it would be left out in silence."""
    if model is not None and not any(measure.needs == "model" for measure in chosen):
        raise RequestError(
            "'model' is a regression for the measure REG, which is not among those chosen. Add REG "
            "to them: ",
            Setting("measures", ["REG"]),
            ", or leave out the model.",
        )
