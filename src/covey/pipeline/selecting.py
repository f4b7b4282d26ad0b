"""Choosing the variables to group on."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from covey.aggregating import fates_of
from covey.core.arrays import Matrix
from covey.core.checks import check_k
from covey.core.declared import DeclaredColumns
from covey.core.errors import LongRunWarning
from covey.core.parallel import run_all
from covey.core.partition import Grouping
from covey.core.plan import Plan
from covey.core.progress import Progress, Stages, unwatched
from covey.core.request import Request, SelectionRequest
from covey.core.table import Table
from covey.engines.memory import Memory
from covey.measuring import (
    IL,
    Evidence,
)
from covey.pipeline.block import values_of
from covey.pipeline.forming import group
from covey.pipeline.groups import RUNNABLE, divided, encoded, mask
from covey.pipeline.variables import coordinates_of
from covey.planning import (
    NO_REFINEMENT,
    conclude,
    describe_search,
    is_complete,
    look_at,
    make_plan,
    only_considered,
    propose,
    weights_of,
)
from covey.reading import read
from covey.reading.taxonomies import with_taxonomies
from covey.refining import REFINERS
from covey.results import Selection


def select(source: Any, request: SelectionRequest, stages: Stages = unwatched) -> Selection:
    """Choose the variables to group on, by their dependence tree; release nothing."""
    request = with_taxonomies(request)
    declared = DeclaredColumns.of(request.roles, request.columns)
    table = read(source, request.reading, declared)
    roles = only_considered(table.names, request.roles)
    asked = request.to_request().model_copy(update={"roles": roles})
    plan = make_plan(table, asked, RUNNABLE, REFINERS)
    profile = look_at(table, plan, RUNNABLE)
    plan = divided(encoded(plan, profile), profile, Memory(table))
    return choose_variables(table, plan, asked, stages)


def choose_variables(table: Table, plan: Plan, request: Request, stages: Stages) -> Selection:
    """Try the subsets that the dependence tree proposes, by the plan's own method.

    Dependence is estimated from the records that have a value in every quasi-identifier.
    """
    quasi, X = plan.roles.quasi, plan.encoded.encode(table)
    proposal = propose(_complete_values(table, plan), plan, request)
    subsets = proposal.subsets
    method = RUNNABLE[plan.method]
    if wait := describe_search(len(subsets), method, len(X), len(subsets[0]), plan.k):
        warnings.warn(wait, LongRunWarning, stacklevel=3)
    # Without the refinement, which would take its time for each: what wins is refined.
    unrefined = replace(plan, refine=NO_REFINEMENT, refine_options={})

    def loss_of(subset: Sequence[int], progress: Progress) -> float:
        columns = plan.encoded.columns_of([quasi[j] for j in subset])
        groups = group(X[:, columns], table, unrefined, lambda _stage: progress)
        return IL.compute(_evidence(table, groups, plan)).value

    jobs = [partial(loss_of, subset) for subset in subsets]
    losses = run_all(
        jobs,
        workers=request.workers,
        progress=stages(f"Trying {len(subsets):,} subsets of variables"),
    )
    chosen = conclude(proposal, losses, plan, request)
    return Selection.of(chosen, table.origin.files)


def _complete_values(table: Table, plan: Plan) -> Matrix:
    """Return a column for each quasi-identifier, of the records that lack none.

    They hold values in their own units, or numbers of categories.
    """
    complete = np.flatnonzero(is_complete(table, plan))
    if len(complete) < table.n_records:
        check_k(plan.k, n=len(complete))
        table = table.take(complete.tolist())
    codes = {one.name: one.codes(table) for one in plan.encoded.categorizers}
    return np.column_stack(
        [
            codes[name].astype(np.float64) if name in codes else table.numbers(name)
            for name in plan.roles.quasi
        ]
    )


def _evidence(table: Table, groups: Grouping, plan: Plan) -> Evidence:
    """Return the values of the quasi-identifiers before and after masking."""
    encoding = plan.encoded
    masked = mask(table, groups, plan, weights_of(table, plan))
    before, after = values_of(table, masked, fates_of(encoding, table, groups))
    return Evidence(
        before.values(encoding.numeric.names),
        after.values(encoding.numeric.names),
        categories=coordinates_of(encoding, before, after),
    )
