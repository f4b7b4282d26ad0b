"""The steps, in order, nothing else."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from covey.aggregating import fit
from covey.core.arrays import Matrix, is_constant
from covey.core.bound import LossBound
from covey.core.checks import check_k, check_matrix
from covey.core.encoding import scale
from covey.core.engine import ALONE, Resources
from covey.core.errors import LongRunWarning
from covey.core.measure import Measure
from covey.core.method import Algorithm, Method
from covey.core.parallel import run_all
from covey.core.partition import Grouping, Partition
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.progress import Progress, Stage, Stages, unwatched
from covey.core.registry import Registry
from covey.core.request import MeasureRequest, Request, SelectionRequest
from covey.core.scores import Scores
from covey.core.table import Table
from covey.engines import in_threads
from covey.measuring import (
    IL,
    KNOWN,
    MEASURES,
    Evidence,
    align,
    attributes_of,
    check_numbers,
    common_keys,
    evaluate,
    hinting_at_order,
    left_out,
    refuse_idle_model,
)
from covey.measuring import select as select_measures
from covey.partitioning import ALGORITHMS, COLUMNWISE
from covey.planning import (
    AUTO,
    NO_REFINEMENT,
    choose,
    conclude,
    describe_search,
    describe_wait,
    look_at,
    make_plan,
    noting_constants,
    only_considered,
    propose,
)
from covey.reading import read
from covey.refining import BOUNDS, REFINERS, check_bound
from covey.releasing import check_k_anonymous, check_row_order, count_formulas
from covey.releasing.guarantee import smallest_class
from covey.results import Release, Selection, ShownScores

RUNNABLE: Registry[Algorithm[Any]] = Registry(
    "method", [*ALGORITHMS.values(), *COLUMNWISE.values()]
)
FEW_VARIABLES = 25
"""Up to here it takes little time to see what each variable adds that an intruder knows."""

METHODS: Registry[Method] = Registry("method", [AUTO, *RUNNABLE.values()])


def protect(source: Any, request: Request, stages: Stages = unwatched) -> Release:
    """Turn a file or frame into a release: every record with at least k − 1 twins."""
    return protect_table(read(source, request.reading), request, stages)


def protect_table(
    table: Table, request: Request, stages: Stages = unwatched, *, is_announced: bool = False
) -> Release:
    """Turn a table that was read into a release.

    A method that will take long says so first, unless it is announced already.
    """
    plan = make_plan(table, request, RUNNABLE, REFINERS)
    check_bound(plan.bound, table.n_records)
    measures = measures_for(plan, request)
    plan = encoded(plan, look_at(table, plan, RUNNABLE))
    if request.select is not None:
        plan = plan.grouping_on(choose_variables(table, plan, request, stages))
    original = table.matrix(plan.roles.quasi)
    X = plan.coordinates.encode(table)
    refiner = REFINERS.get(plan.refine)
    wait = describe_wait(RUNNABLE[plan.method], len(X), X.shape[1], plan.k, refiner, plan.effort)
    if wait and not is_announced:
        warnings.warn(wait, LongRunWarning, stacklevel=2)
    groups = group(X, table, plan, stages, in_threads(request.workers))
    plan = noting_a_stop(plan, groups)
    masked = mask(table, groups, plan)
    plan = plan.finding(count_formulas(masked, plan.formulas.treatment))
    if plan.is_k_anonymous:
        check_k_anonymous(masked, plan.roles.quasi, plan.k)
    bound = bound_loss(original, groups, plan, stages)
    evidence = Evidence(
        original,
        masked.matrix(plan.roles.quasi),
        plan.roles.quasi,
        attributes=attributes_of(masked, plan.roles.confidential),
        tables=(table, masked),
        model=request.model,
        seed=plan.seed,
        progress=stages(Stage.MEASURING),
        workers=request.workers,
    )
    scores = ShownScores.of(evaluate(evidence, measures))
    plan = noting_levelled(plan, groups, table, masked, scores)
    return Release(table, masked, groups, plan, scores, bound)


def encoded(plan: Plan, profile: Profile) -> Plan:
    """Return the plan with encoders fitted to the whole table, and what a reader should know."""
    plan = noting_constants(plan, profile)
    watched = [name for name in plan.roles.confidential if name in profile.columns]
    return replace(
        plan,
        encoding=fit(profile, plan.roles.quasi, plan.scaling, plan.round),
        watched=fit(profile, watched, plan.scaling),
    )


def mask(table: Table, groups: Grouping, plan: Plan) -> Table:
    """Return the table to release: identifiers dropped, quasi-identifiers replaced by group values.

    Column and row order are kept, and every other column is released as it is.
    """
    return plan.encoded.decode(table, groups).without(plan.roles.identifier)


def measure(
    original: Any, masked: Any, request: MeasureRequest, stages: Stages = unwatched
) -> Scores:
    """Measure what any tool made of a table."""
    if request.id is None and isinstance(masked, str | PathLike):
        check_row_order(Path(masked))
    before, masked = read(original, request.reading), read(masked, request.reading)
    before, after = align(before, masked, request.id)
    aside = (*request.confidential, *filter(None, [request.id]))
    keys = common_keys(before, after, request.keys, aside)
    uncompared = left_out(before, after, keys, aside) if request.keys is None else {}
    check_numbers(before, keys, "original")
    check_numbers(masked, keys, "masked")
    measures = select_measures(
        MEASURES, request.measures, at_hand(request.confidential, request.model)
    )
    refuse_idle_model(measures, request.model)
    evidence = Evidence(
        before.matrix(keys),
        after.matrix(keys),
        keys,
        attributes=attributes_of(after, request.confidential),
        tables=(before, after),
        model=request.model,
        weight=request.weight,
        seed=request.seed,
        progress=stages(Stage.MEASURING),
    )
    scores = ShownScores.of(evaluate(evidence, measures))
    scores = scores.on_tables(uncompared, smallest_class(after.frame, keys))
    return scores if request.id is not None else hinting_at_order(scores)


def bound_loss(original: Matrix, groups: Grouping, plan: Plan, stages: Stages) -> LossBound | None:
    """Tell how low IL can be at best, where the plan asks for it.

    IL is measured on z-scores of all quasi-identifiers, whatever records were grouped on, and so is
    this.
    """
    if plan.bound == "none" or groups.joint is None:
        return None
    X = scale(original, "zscore")
    return BOUNDS[plan.bound](X, groups.joint, progress=stages(Stage.BOUNDING))


def measures_for(plan: Plan, request: Request) -> list[Measure]:
    """Return what was asked for; the internal report shows what each known variable adds."""
    available = at_hand(plan.roles.confidential, request.model)
    chosen = select_measures(MEASURES, request.measures, available)
    refuse_idle_model(chosen, request.model)
    is_internal = request.report is not None and request.audience == "internal"
    if is_internal and KNOWN not in chosen and len(plan.roles.quasi) <= FEW_VARIABLES:
        return [*chosen, KNOWN]
    return chosen


def at_hand(confidential: tuple[str, ...], model: str | None) -> frozenset[str]:
    """Name what the user gave that some measures cannot do without."""
    given = {"confidential": bool(confidential), "model": model is not None}
    return frozenset(name for name, is_given in given.items() if is_given)


def select(source: Any, request: SelectionRequest, stages: Stages = unwatched) -> Selection:
    """Choose the variables to group on, by their dependence tree; release nothing."""
    table = read(source, request.reading)
    roles = only_considered(table.names, request.roles)
    asked = request.to_request().model_copy(update={"roles": roles})
    plan = make_plan(table, asked, RUNNABLE, REFINERS)
    plan = encoded(plan, look_at(table, plan, RUNNABLE))
    return choose_variables(table, plan, asked, stages)


def choose_variables(table: Table, plan: Plan, request: Request, stages: Stages) -> Selection:
    """Try the subsets that the dependence tree proposes, by the plan's own method."""
    quasi = plan.roles.quasi
    original, X = table.matrix(quasi), plan.encoded.encode(table)
    proposal = propose(original, plan, request)
    subsets = proposal.subsets
    method = RUNNABLE[plan.method]
    if wait := describe_search(len(subsets), method, len(X), len(subsets[0]), plan.k):
        warnings.warn(wait, LongRunWarning, stacklevel=3)

    def loss_of(subset: Sequence[int], progress: Progress) -> float:
        # Without the refinement, which would take its time for each: what wins is refined.
        columns = plan.encoded.columns_of([quasi[j] for j in subset])
        groups = split(X[:, columns], table, plan, lambda _stage: progress)
        masked = mask(table, groups, plan).matrix(quasi)
        return IL.compute(Evidence(original, masked)).value

    jobs = [partial(loss_of, subset) for subset in subsets]
    losses = run_all(
        jobs,
        workers=request.workers,
        progress=stages(f"Trying {len(subsets):,} subsets of variables"),
    )
    chosen = conclude(proposal, losses, plan, request)
    return Selection.of(chosen, table.origin.files)


def group(
    X: Matrix, table: Table, plan: Plan, stages: Stages, resources: Resources = ALONE
) -> Grouping:
    """Run the plan's method and what refines its partition."""
    groups = split(X, table, plan, stages, resources)
    if groups.joint is None:
        return groups
    return refine(X, groups.joint, table, plan, stages, resources)


def noting_a_stop(plan: Plan, groups: Grouping) -> Plan:
    """Return the plan with a note if a refinement was stopped before its end."""
    if not groups.facts.get(plan.refine, {}).get("is_stopped"):
        return plan
    note = f"The {plan.refine} was stopped on request: these are the best groups that it had found."
    return replace(plan, notes=(*plan.notes, note))


def noting_levelled(
    plan: Plan,
    groups: Grouping,
    table: Table,
    masked: Table,
    scores: Scores,
) -> Plan:
    """Return the plan with notes if too little is left of columns that vary."""
    levelled = [
        name
        for name in plan.roles.quasi
        if is_constant(masked.numbers(name)) and not is_constant(table.numbers(name))
    ]
    n_groups = max(groups.for_variable(j).n_groups for j in range(len(plan.roles.quasi)))
    return plan.levelling(levelled, n_groups=n_groups, losses=scores.details.get(IL.symbol, {}))


def split(
    X: Matrix, table: Table, plan: Plan, stages: Stages, resources: Resources = ALONE
) -> Grouping:
    """Run the plan's method."""
    method = RUNNABLE[plan.method]
    progress = stages(Stage.GROUPING)
    settings = dict(plan.options, seed=plan.seed, progress=progress, resources=resources)
    if method.needs_confidential and plan.watched is not None:
        settings["confidential"] = plan.watched.encode(table)
    groups: Grouping = method(X, k=plan.k, **settings)
    return groups


def refine(
    X: Matrix,
    partition: Partition,
    table: Table,
    plan: Plan,
    stages: Stages,
    resources: Resources = ALONE,
) -> Partition:
    """Lower the loss of a partition, where the plan asks for it."""
    if plan.refine == NO_REFINEMENT:
        return partition
    attributes = attributes_of(table, plan.roles.confidential)
    return REFINERS[plan.refine](
        X,
        partition,
        effort=plan.effort,
        seed=plan.seed,
        progress=stages(Stage.REFINING),
        confidential=[(attribute.values, attribute.is_numeric) for attribute in attributes],
        resources=resources,
        **plan.refine_options,
    )


def group_matrix(X: Any, k: Any, *, effort: float = 1.0, seed: int = 0) -> Partition:
    """Group the rows of a matrix as ``auto`` would, without scaling."""
    X = check_matrix(X)
    choice = choose(len(X), X.shape[1], check_k(k, n=len(X)), effort)
    resources = in_threads()
    groups = ALGORITHMS[choice.method](X, k=k, resources=resources)
    refiner = REFINERS[choice.refine]
    return refiner(X, groups, effort=choice.effort, seed=seed, resources=resources)
