"""The setting that was chosen, among those that were compared or beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from covey.core.trials import Run, Trials


@dataclass(frozen=True, slots=True)
class Chosen:
    """A setting to be marked on the map."""

    run: Run
    called: str  # what stands at its mark, such as "this release"
    number: int | None  # of its run in the comparison; None if it is none of them
    place: tuple[float, float] | None  # loss and risk; None where one is not known or not defined


def find_chosen(comparison: Trials, run: Run, called: str) -> Chosen:
    """Find a setting in a comparison: same method, options and k, and no other loss or risk."""
    number = next((i for i, other in enumerate(comparison.runs) if _is_same(run, other)), None)
    scores = run.scores if number is None else comparison.runs[number].scores
    symbols = (comparison.loss.symbol, comparison.risk.symbol)
    values = [scores.get(symbol, math.nan) for symbol in symbols]
    place = (values[0], values[1]) if all(map(math.isfinite, values)) else None
    return Chosen(run, called, number, place)


def _is_same(one: Run, other: Run) -> bool:
    if (one.name, one.k, dict(one.options)) != (other.name, other.k, dict(other.options)):
        return False
    # With another effort or seed, a method gives other groups.
    shared = [symbol for symbol in one.scores if symbol in other.scores]
    return all(_is_close(one.scores[symbol], other.scores[symbol]) for symbol in shared)


def _is_close(one: float, other: float) -> bool:
    both_undefined = not (math.isfinite(one) or math.isfinite(other))
    return both_undefined or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
