"""Measuring loss and risk: of a release, or of any tool's output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from covey.core.declared import DeclaredColumns
from covey.core.encoding import Treatment
from covey.core.markers import Markers, hidden
from covey.core.measure import Measure
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.progress import Progress, Stage, Stages, unwatched
from covey.core.request import MeasureRequest, Request
from covey.core.scores import Scores
from covey.core.settings import RolesRequest
from covey.core.store import Store
from covey.core.table import Table
from covey.measuring import (
    KNOWN,
    MEASURES,
    Evidence,
    Tally,
    Whole,
    align,
    attributes_of,
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
from covey.pipeline.variables import coordinates_of, fitted_to, treatments_in
from covey.planning import watched_kinds, weights_in
from covey.reading import read
from covey.reading.taxonomies import with_taxonomies
from covey.releasing import check_row_order
from covey.releasing.guarantee import class_numbers, smallest_class
from covey.results import ShownScores

FEW_VARIABLES = 25
"""Up to here it takes little time to see what each variable adds that an intruder knows."""


def measure(
    original: Any, masked: Any, request: MeasureRequest, stages: Stages = unwatched
) -> Scores:
    """Measure what any tool made of a table."""
    if request.id is None and isinstance(masked, str | PathLike):
        check_row_order(Path(masked))
    request = with_taxonomies(request)
    declared = DeclaredColumns.of(RolesRequest(quasi=request.keys), request.columns)
    before, masked = (read(data, request.reading, declared) for data in (original, masked))
    before, after = align(before, masked, request.id)
    aside = (*request.confidential, *filter(None, [request.id, request.weight]))
    keys = common_keys(before, after, request.keys, aside, request.columns)
    uncompared = {} if request.keys else left_out(before, after, (*aside, *request.columns))
    treatments = treatments_in(before, masked, keys, request.columns)
    available = at_hand(request.confidential, request.model, request.weight)
    measures = select_measures(MEASURES, request.measures, available)
    refuse_idle_model(measures, request.model)
    evidence = evidence_of(before, after, treatments, request, stages(Stage.MEASURING))
    scores = as_asked(evaluate(evidence, measures), request.measures)
    scores = scores.on_tables(uncompared, smallest_class(after.frame, keys))
    return scores if request.id is not None else hinting_at_order(scores)


def evidence_of(
    original: Table,
    masked: Table,
    treatments: Mapping[str, Treatment],
    request: MeasureRequest,
    progress: Progress,
) -> Evidence:
    """Return what is measured of two tables with the same rows."""
    markers = [Markers(name, one.codes) for name, one in treatments.items()]
    before, after = hidden(original, markers), hidden(masked, markers)
    encoding = fitted_to(before, after, treatments)
    kinds = watched_kinds(masked, request.confidential, request.columns)
    return Evidence(
        before.values(encoding.numeric.names),
        after.values(encoding.numeric.names),
        encoding.numeric.names,
        categories=coordinates_of(encoding, before, after),
        classes=None if after is masked else class_numbers(masked.frame, treatments),
        attributes=attributes_of(masked, request.confidential, kinds),
        weights=weights_in(original, request.weight),
        tables=(before, after),
        model=request.model,
        loss_share=request.loss_share,
        treatments=treatments,
        seed=request.seed,
        progress=progress,
    )


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
            lambda: [
                one.to_dict()
                for one in tallies_of(store.source, confidential, plan.seed, plan.watched_kinds)
            ],
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
