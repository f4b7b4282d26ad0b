"""Protecting one block of a table: the function that every store calls."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from covey.core.engine import Resources
from covey.core.measure import Measure
from covey.core.plan import Plan
from covey.core.progress import Stage, Stages
from covey.core.source import Source
from covey.core.store import ProtectedBlock
from covey.core.table import Table
from covey.measuring import (
    Evidence,
    Whole,
    attributes_of,
    check_model,
    parse_model,
    summarize,
)
from covey.pipeline.groups import bound_loss, group
from covey.releasing import check_k_anonymous


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
