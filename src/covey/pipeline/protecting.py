"""The steps from a table to a release, in order, nothing else."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from covey.core.bound import LossBound
from covey.core.errors import BlankingWarning, LongRunWarning, RequestError
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.progress import Stages, unwatched
from covey.core.request import Request
from covey.core.scores import Scores
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.store import Store
from covey.core.table import Table
from covey.core.wording import counted
from covey.engines import resources_for
from covey.engines.memory import Memory
from covey.measuring import (
    IL,
    certain_groups,
    combine,
)
from covey.opening import open_store
from covey.pipeline.block import Task, block_columns, protect_block
from covey.pipeline.forming import is_stopped
from covey.pipeline.groups import RUNNABLE, divided, encoded
from covey.pipeline.scoring import as_asked, known_of, measures_for
from covey.pipeline.selecting import choose_variables
from covey.planning import (
    MANY_BLANKS,
    check_whole_units,
    describe_blanks,
    describe_wait_for,
    fit_to_blocks,
    fit_to_width,
    is_complete,
    look_at,
    looked_at,
    make_plan,
    notes_on_respondents,
    noting_blocks,
    noting_certain,
    noting_levelled,
    noting_missing,
    noting_respondents,
)
from covey.reading.taxonomies import with_taxonomies
from covey.refining import REFINERS, check_bound
from covey.releasing import count_formulas
from covey.results import Release


def protect(
    data: Any,
    request: Request,
    stages: Stages = unwatched,
    *,
    check: Callable[[Source], None] = lambda _source: None,
    n_blocks: int | None = None,
) -> Release:
    """Turn a file or frame into a release: every record with at least k − 1 twins.

    ``check`` raises if the table that was opened is not to be protected after all; ``n_blocks`` is
    into how many blocks a file is cut, whatever the memory.
    """
    request = with_taxonomies(request)
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

    What its user should know before the work starts is said, unless it is announced already.
    """
    source = store.source
    plan = make_plan(source, request, RUNNABLE, REFINERS)
    if plan.missing == "drop":
        plan = dropping(store, plan, request)
        source = store.source
    measures = measures_for(plan, request)
    columns = block_columns(source, plan, request.model)
    n_blocks = store.count_blocks(plan, columns)
    plan = fit_to_blocks(plan, request, n_blocks, store.at_once)
    check_bound(plan.bound, source.n_records)
    if not is_announced:
        notes = store.once("respondents", lambda: notes_on_respondents(source, plan))
        plan = noting_respondents(plan, notes)
    profile = profile_of(store, plan, stages)
    plan = encoded(plan, profile)
    if plan.n_coordinates > len(plan.roles.quasi):  # what categories take is known now
        width = plan.n_coordinates
        plan = fit_to_width(plan, request, source.n_records, width, RUNNABLE, REFINERS)
        n_blocks = store.count_blocks(plan, columns)
        plan = fit_to_blocks(plan, request, n_blocks, store.at_once)
    plan = divided(plan, profile, store)
    check_whole_units(plan, n_blocks, store.at_once)
    if request.select is not None and store.table is not None:
        plan = plan.grouping_on(choose_variables(store.table, plan, request, stages))
    sizes = store.divide(plan, columns, stages)
    if store.table is None:
        plan = noting_blocks(plan, request, sizes, REFINERS)
    if not is_announced:
        announce(plan, sizes)
    whole = known_of(store, plan, profile, measures, request)
    task = Task(plan, whole, tuple(measures), resources_for(request.workers))
    facts = store.map(partial(protect_block, task), stages)
    summaries = [fact["summary"] for fact in facts]
    scores = as_asked(combine(summaries, whole, measures), request.measures)
    masked = store.masked(plan)
    plan = concluded(plan, profile, facts, scores)
    if isinstance(masked, Table):
        plan = plan.finding(count_formulas(masked, plan.formulas.treatment))
    return Release(source, masked, store.groups, plan, scores, bound_of(facts), tuple(facts), store)


def profile_of(store: Store, plan: Plan, stages: Stages) -> Profile:
    """Look at every record once."""
    names = looked_at(plan, RUNNABLE)

    def look(batches: Iterable[Table]) -> Profile:
        progress = stages("Looking at every record")
        return look_at(store.source, plan, RUNNABLE, batches=batches, progress=progress)

    return store.profile(plan, names, look)


def dropping(store: Store, plan: Plan, request: Request) -> Plan:
    """Leave out records that lack a quasi-identifier; return the plan for those that are left."""
    n_before = store.source.n_records
    n_left = store.keep(partial(is_complete, plan=plan), plan.roles.quasi)
    if n_left < plan.k:
        raise RequestError(
            f"{counted(n_before - n_left, 'record')} of {n_before:,} have a missing "
            f"quasi-identifier, and {n_left:,} would be left for groups of k = {plan.k}. Have "
            "missing values filled instead: ",
            Setting("missing", "fill"),
            ".",
        )
    if n_left == n_before:
        return plan
    plan = make_plan(store.source, request, RUNNABLE, REFINERS)
    return replace(plan, n_dropped=n_before - n_left)


def announce(plan: Plan, sizes: Sequence[int]) -> None:
    """Warn if grouping blocks of these sizes will take long, or will blank many cells."""
    method, refiner = RUNNABLE[plan.method], REFINERS.get(plan.refine)
    wait = describe_wait_for(plan, sizes, method, refiner)
    if wait:
        warnings.warn(wait, LongRunWarning, stacklevel=3)
    if plan.expected_blanks > MANY_BLANKS:
        warnings.warn(describe_blanks(plan), BlankingWarning, stacklevel=3)


def concluded(
    plan: Plan, profile: Profile, facts: Sequence[Mapping[str, Any]], scores: Scores
) -> Plan:
    """Return the plan with what a reader should know of the groups that came out."""
    plan = noting_missing(noting_a_stop(plan, facts), facts)
    plan = noting_levelled(plan, profile, facts, scores.details.get(IL.symbol, {}))
    summaries = [fact["summary"] for fact in facts]
    return noting_certain(plan, *certain_groups(summaries, plan.roles.confidential))


def noting_a_stop(plan: Plan, facts: Sequence[Mapping[str, Any]]) -> Plan:
    """Return the plan with a note if a refinement was stopped before its end."""
    if not any(is_stopped(fact["told"], plan) for fact in facts):
        return plan
    note = f"The {plan.refine} was stopped on request: these are the best groups that it had found."
    return replace(plan, notes=(*plan.notes, note))


def bound_of(facts: Sequence[Mapping[str, Any]]) -> LossBound | None:
    """Return how low the loss could be at best, if one block is the whole table."""
    found = facts[0]["bound"]
    return None if found is None else LossBound(**found)
