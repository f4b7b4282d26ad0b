"""Choosing the variables to group on."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from covey.core.checks import check_k
from covey.core.declared import DeclaredColumns
from covey.core.errors import LongRunWarning
from covey.core.parallel import run_all
from covey.core.plan import Plan
from covey.core.progress import Progress, Stages, unwatched
from covey.core.request import Request, SelectionRequest
from covey.core.table import Table
from covey.measuring import (
    IL,
    Evidence,
)
from covey.pipeline.groups import RUNNABLE, encoded, mask, split
from covey.planning import (
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
    plan = encoded(plan, look_at(table, plan, RUNNABLE))
    return choose_variables(table, plan, asked, stages)


def choose_variables(table: Table, plan: Plan, request: Request, stages: Stages) -> Selection:
    """Try the subsets that the dependence tree proposes, by the plan's own method.

    They are tried on the records that have a value in every quasi-identifier.
    """
    quasi = plan.roles.quasi
    complete = np.flatnonzero(is_complete(table, plan))
    if len(complete) < table.n_records:
        check_k(plan.k, n=len(complete))
        table = table.take(complete.tolist())
    original, X = table.matrix(quasi), plan.encoded.encode(table)
    weights = weights_of(table, plan)
    proposal = propose(original, plan, request)
    subsets = proposal.subsets
    method = RUNNABLE[plan.method]
    if wait := describe_search(len(subsets), method, len(X), len(subsets[0]), plan.k):
        warnings.warn(wait, LongRunWarning, stacklevel=3)

    def loss_of(subset: Sequence[int], progress: Progress) -> float:
        # Without the refinement, which would take its time for each: what wins is refined.
        columns = plan.encoded.columns_of([quasi[j] for j in subset])
        groups = split(X[:, columns], table, plan, lambda _stage: progress)
        masked = mask(table, groups, plan, weights).matrix(quasi)
        return IL.compute(Evidence(original, masked)).value

    jobs = [partial(loss_of, subset) for subset in subsets]
    losses = run_all(
        jobs,
        workers=request.workers,
        progress=stages(f"Trying {len(subsets):,} subsets of variables"),
    )
    chosen = conclude(proposal, losses, plan, request)
    return Selection.of(chosen, table.origin.files)
