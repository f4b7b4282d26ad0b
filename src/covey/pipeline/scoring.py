"""Measuring loss and risk: of a release, or of any tool's output."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from covey.core.measure import Measure
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.progress import Stage, Stages, unwatched
from covey.core.request import MeasureRequest, Request
from covey.core.scores import Scores
from covey.core.store import Store
from covey.measuring import (
    KNOWN,
    MEASURES,
    Evidence,
    Tally,
    Whole,
    align,
    attributes_of,
    check_numbers,
    common_keys,
    evaluate,
    hinting_at_order,
    left_out,
    only_defined,
    refuse_idle_model,
    tallies_of,
)
from covey.measuring import select as select_measures
from covey.measuring.selection import ALL, DEFAULT
from covey.planning import weights_in
from covey.reading import read
from covey.releasing import check_row_order
from covey.releasing.guarantee import smallest_class
from covey.results import ShownScores

FEW_VARIABLES = 25
"""Up to here it takes little time to see what each variable adds that an intruder knows."""


def measure(
    original: Any, masked: Any, request: MeasureRequest, stages: Stages = unwatched
) -> Scores:
    """Measure what any tool made of a table."""
    if request.id is None and isinstance(masked, str | PathLike):
        check_row_order(Path(masked))
    before, masked = read(original, request.reading), read(masked, request.reading)
    before, after = align(before, masked, request.id)
    aside = (*request.confidential, *filter(None, [request.id, request.weight]))
    keys = common_keys(before, after, request.keys, aside)
    uncompared = left_out(before, after, aside) if request.keys is None else {}
    check_numbers(before, keys, "original")
    check_numbers(masked, keys, "masked")
    available = at_hand(request.confidential, request.model, request.weight)
    measures = select_measures(MEASURES, request.measures, available)
    refuse_idle_model(measures, request.model)
    evidence = Evidence(
        before.matrix(keys),
        after.matrix(keys),
        keys,
        attributes=attributes_of(after, request.confidential),
        weights=weights_in(before, request.weight),
        tables=(before, after),
        model=request.model,
        loss_share=request.loss_share,
        seed=request.seed,
        progress=stages(Stage.MEASURING),
    )
    scores = as_asked(evaluate(evidence, measures), request.measures)
    scores = scores.on_tables(uncompared, smallest_class(after.frame, keys))
    return scores if request.id is not None else hinting_at_order(scores)


def measures_for(plan: Plan, request: Request) -> list[Measure]:
    """Return what was asked for; the internal report shows what each known variable adds."""
    available = at_hand(plan.roles.confidential, request.model, plan.roles.weight)
    chosen = select_measures(MEASURES, request.measures, available)
    refuse_idle_model(chosen, request.model)
    is_internal = request.report is not None and request.audience == "internal"
    if is_internal and KNOWN not in chosen and len(plan.roles.quasi) <= FEW_VARIABLES:
        return [*chosen, KNOWN]
    return chosen


def as_asked(scores: Scores, asked: str | Sequence[str]) -> ShownScores:
    """Return the scores; those that are not defined on the table only if they were named."""
    is_choice_ours = asked in (ALL, DEFAULT)
    return ShownScores.of(only_defined(scores) if is_choice_ours else scores)


def at_hand(
    confidential: tuple[str, ...], model: str | None, weight: str | tuple[str, ...] | None
) -> frozenset[str]:
    """Name what the user gave that some measures cannot do without."""
    given = {
        "confidential": bool(confidential),
        "model": model is not None,
        "weight": bool(weight),
    }
    return frozenset(name for name, is_given in given.items() if is_given)


def known_of(
    store: Store, plan: Plan, profile: Profile, measures: Sequence[Measure], request: Request
) -> Whole:
    """Return what is known of the whole table, which every block is measured against."""
    numeric, categorical = plan.encoded.numeric.names, plan.encoded.categorical.names
    confidential = plan.roles.confidential
    tallies: list[dict[str, Any]] = []
    if any(measure.needs == "confidential" for measure in measures):
        tallies = store.once(
            "confidential",
            lambda: [one.to_dict() for one in tallies_of(store.source, confidential, plan.seed)],
        )
    counted = tuple(Tally.from_dict(tally) for tally in tallies)
    moments = profile.moments(numeric)
    return Whole(
        numeric,
        moments,
        profile.n_records,
        counted,
        request.model,
        categories=categorical,
        treatments=plan.treatments,
    )
