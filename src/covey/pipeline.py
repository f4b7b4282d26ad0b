"""The steps, in order, nothing else."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from covey.aggregating import fit
from covey.core.arrays import Matrix
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
from covey.core.source import Source
from covey.core.store import ProtectedBlock, Store
from covey.core.table import Table
from covey.engines import in_threads
from covey.engines.memory import Memory
from covey.measuring import (
    IL,
    KNOWN,
    MEASURES,
    Evidence,
    Tally,
    Whole,
    align,
    attributes_of,
    check_model,
    check_numbers,
    combine,
    common_keys,
    evaluate,
    hinting_at_order,
    left_out,
    parse_model,
    refuse_idle_model,
    summarize,
    tallies_of,
)
from covey.measuring import select as select_measures
from covey.opening import open_store
from covey.partitioning import ALGORITHMS, COLUMNWISE
from covey.planning import (
    AUTO,
    NO_REFINEMENT,
    choose,
    conclude,
    describe_search,
    describe_wait_for,
    fit_to_blocks,
    look_at,
    looked_at,
    make_plan,
    noting_blocks,
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


def protect(
    data: Any,
    request: Request,
    stages: Stages = unwatched,
    *,
    check: Callable[[Source], None] = lambda _source: None,
    n_blocks: int | None = None,
) -> Release:
    """Turn a file or frame into a release: every record with at least k − 1 twins.

    Parameters
    ----------
    data : path, frame or array
        What to protect. Never changed.
    request : Request
        What to do with it, and how much memory that may take.
    stages : callable
        Told of stages and progress.
    check : callable
        Raises if the table that was opened is not to be protected after all.
    n_blocks : int, optional
        Cut a file into so many blocks, whatever the memory.
    """
    store = open_store(data, request, stages, n_blocks=n_blocks)
    try:
        check(store.source)
        with store.guarding(request.output):
            return protect_store(store, request, stages)
    except BaseException:
        store.close()
        raise


def protect_table(
    table: Table, request: Request, stages: Stages = unwatched, *, is_announced: bool = False
) -> Release:
    """Turn a table that was read into a release."""
    return protect_store(Memory(table), request, stages, is_announced=is_announced)


def protect_store(
    store: Store, request: Request, stages: Stages = unwatched, *, is_announced: bool = False
) -> Release:
    """Turn the records of a store into a release.

    A method that will take long says so first, unless it is announced already.
    """
    source = store.source
    plan = make_plan(source, request, RUNNABLE, REFINERS)
    measures = measures_for(plan, request)
    columns = block_columns(source, plan, request.model)
    n_blocks = store.count_blocks(plan, columns)
    plan = fit_to_blocks(plan, request, n_blocks, store.at_once)
    check_bound(plan.bound, source.n_records)
    profile = profile_of(store, plan, stages)
    plan = encoded(plan, profile)
    if request.select is not None and store.table is not None:
        plan = plan.grouping_on(choose_variables(store.table, plan, request, stages))
    sizes = store.divide(plan, columns, stages)
    if store.table is None:
        plan = noting_blocks(plan, request, sizes, REFINERS)
    announce(plan, sizes, is_announced=is_announced)
    whole = known_of(store, plan, profile, measures, request)
    task = Task(plan, whole, tuple(measures), in_threads(request.workers))
    facts = store.map(partial(protect_block, task), stages)
    scores = ShownScores.of(combine([fact["summary"] for fact in facts], whole, measures))
    masked = store.masked(plan)
    plan = concluded(plan, profile, facts, scores)
    if isinstance(masked, Table):
        plan = plan.finding(count_formulas(masked, plan.formulas.treatment))
    return Release(source, masked, store.groups, plan, scores, bound_of(facts), tuple(facts), store)


@dataclass(frozen=True, slots=True)
class Task:
    """What is the same for every block: it can be sent to wherever blocks are worked on."""

    plan: Plan
    whole: Whole
    measures: tuple[Measure, ...]
    resources: Resources


def protect_block(task: Task, table: Table, stages: Stages) -> ProtectedBlock:
    """Group, mask, check and measure the records of a block.

    Parameters
    ----------
    task : Task
        Plan, measures, and what is known of the whole table.
    table : Table
        The block.
    stages : callable
        Told of stages and progress.
    """
    plan, quasi = task.plan, task.plan.roles.quasi
    groups = group(plan.coordinates.encode(table), table, plan, stages, task.resources)
    masked = plan.encoded.decode(table, groups)
    if plan.is_k_anonymous:
        check_k_anonymous(masked, quasi, plan.k)
    original = table.matrix(quasi)
    bound = bound_loss(original, groups, plan, stages)
    evidence = Evidence(
        original,
        masked.matrix(quasi),
        attributes=attributes_of(table, plan.roles.confidential),
        tables=None if task.whole.model is None else (table, masked),
        seed=plan.seed,
        progress=stages(Stage.MEASURING),
        workers=task.resources.workers,
        within=task.whole,
    )
    n_records = table.n_records
    del table, original  # the evidence holds what is measured, and measuring takes as much again
    parts = [groups.for_variable(j) for j in range(len(quasi))]
    facts = {
        "n_records": n_records,
        "n_groups": max(part.n_groups for part in parts),
        "smallest": min(int(part.sizes.min()) for part in parts),
        "largest": max(int(part.sizes.max()) for part in parts),
        "lows": evidence.masked.min(axis=0).tolist(),
        "highs": evidence.masked.max(axis=0).tolist(),
        "told": {name: dict(told) for name, told in groups.facts.items()},
        "bound": None if bound is None else asdict(bound),
        "summary": summarize(evidence, task.measures),
    }
    return ProtectedBlock(masked, groups, facts)


def block_columns(source: Source, plan: Plan, model: str | None) -> tuple[str, ...]:
    """Return the columns that grouping and measuring look at, quasi-identifiers first.

    Refuse a regression on columns that are not released or hold no numbers.
    """
    regressed: tuple[str, ...] = ()
    if model is not None:
        parsed = parse_model(model)
        check_model(parsed, source, "original")
        check_model(parsed, source, "masked", without=plan.roles.identifier)
        regressed = parsed.columns
    return tuple(dict.fromkeys((*plan.roles.quasi, *plan.roles.confidential, *regressed)))


def profile_of(store: Store, plan: Plan, stages: Stages) -> Profile:
    """Look at every record once."""
    names = looked_at(store.source, plan, RUNNABLE)

    def look(batches: Iterable[Table]) -> Profile:
        progress = stages("Looking at every record")
        return look_at(store.source, plan, RUNNABLE, batches=batches, progress=progress)

    return store.profile(plan, names, look)


def announce(plan: Plan, sizes: Sequence[int], *, is_announced: bool) -> None:
    """Warn if grouping blocks of these sizes will take long."""
    method, refiner = RUNNABLE[plan.method], REFINERS.get(plan.refine)
    wait = describe_wait_for(plan, sizes, method, refiner)
    if wait and not is_announced:
        warnings.warn(wait, LongRunWarning, stacklevel=3)


def known_of(
    store: Store, plan: Plan, profile: Profile, measures: Sequence[Measure], request: Request
) -> Whole:
    """Return what is known of the whole table, which every block is measured against."""
    quasi, confidential = plan.roles.quasi, plan.roles.confidential
    tallies: list[dict[str, Any]] = []
    if any(measure.needs == "confidential" for measure in measures):
        tallies = store.once(
            "confidential",
            lambda: [one.to_dict() for one in tallies_of(store.source, confidential, plan.seed)],
        )
    counted = tuple(Tally.from_dict(tally) for tally in tallies)
    return Whole(quasi, profile.moments(quasi), counted, request.model)


def concluded(
    plan: Plan, profile: Profile, facts: Sequence[Mapping[str, Any]], scores: Scores
) -> Plan:
    """Return the plan with what a reader should know of the groups that came out."""
    plan = noting_a_stop(plan, facts)
    lows = np.min([fact["lows"] for fact in facts], axis=0)
    highs = np.max([fact["highs"] for fact in facts], axis=0)
    constant = profile.constant(plan.roles.quasi)
    levelled = [
        name
        for name, low, high in zip(plan.roles.quasi, lows, highs, strict=True)
        if low == high and name not in constant
    ]
    n_groups = sum(fact["n_groups"] for fact in facts)
    return plan.levelling(levelled, n_groups=n_groups, losses=scores.details.get(IL.symbol, {}))


def bound_of(facts: Sequence[Mapping[str, Any]]) -> LossBound | None:
    """Return how low the loss could be at best, if one block is the whole table."""
    found = facts[0]["bound"]
    return None if found is None else LossBound(**found)


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


def noting_a_stop(plan: Plan, facts: Sequence[Mapping[str, Any]]) -> Plan:
    """Return the plan with a note if a refinement was stopped before its end."""
    if not any(fact["told"].get(plan.refine, {}).get("is_stopped") for fact in facts):
        return plan
    note = f"The {plan.refine} was stopped on request: these are the best groups that it had found."
    return replace(plan, notes=(*plan.notes, note))


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
