"""Protecting one block of a table: the function that every store calls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from covey.aggregating import Fates, fates_of, stepped_in
from covey.core.engine import Resources
from covey.core.facts import GroupSizes, facts_of, facts_of_sets
from covey.core.markers import FIRST_CODE
from covey.core.measure import Measure
from covey.core.plan import Plan
from covey.core.progress import Stage, Stages
from covey.core.recoding import recodings_in
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
from covey.pipeline.forming import group
from covey.pipeline.groups import bound_loss, mask
from covey.pipeline.variables import coordinates_of
from covey.planning import mixed_strata, units_of, weights_of
from covey.releasing.guarantee import check_size, class_numbers, class_sizes, smallest_class


@dataclass(frozen=True, slots=True)
class Task:
    """What is the same for every block: it can be sent to wherever blocks are worked on."""

    plan: Plan
    whole: Whole
    measures: tuple[Measure, ...]
    resources: Resources


def protect_block(task: Task, table: Table, stages: Stages) -> ProtectedBlock:
    """Group, mask, check and measure the records of a block."""
    plan, encoding = task.plan, task.plan.encoded
    groups = group(plan.coordinates.encode(table), table, plan, stages, task.resources)
    weights = weights_of(table, plan)
    fates = fates_of(encoding, table, groups)
    blanks = mixed_strata(plan, table, groups)
    masked = mask(table, groups, plan, weights).blanked(blanks)
    stepped = stepped_in(encoding, table, groups, weights)
    classes = GroupSizes.of(class_sizes(masked.frame, plan.roles.quasi))
    separate = [smallest_class(masked.frame, names) for names in plan.separate]
    for smallest in [classes.smallest] if plan.is_k_anonymous else separate:
        check_size(smallest, plan.k)
    bound = bound_loss(table, groups, plan, stages)
    units = units_of(table, plan)
    before, after = values_of(table, masked, fates)
    evidence = Evidence(
        before.values(encoding.numeric.names),
        after.values(encoding.numeric.names),
        categories=coordinates_of(encoding, before, after),
        groups=[groups.for_variable(j).labels for j in encoding.places_of_numbers],
        classes=None if after is masked else class_numbers(masked.frame, plan.roles.quasi),
        units=units,
        weights=weights,
        attributes=attributes_of(table, plan.roles.confidential, plan.watched_kinds),
        tables=None if task.whole.model is None else (before, after),
        seed=plan.seed,
        progress=stages(Stage.MEASURING),
        workers=task.resources.workers,
        within=task.whole,
    )
    recoded = recodings_in(encoding, before, after)
    del table, before, after  # the evidence holds what is measured, and measuring takes as much
    facts = {
        **facts_of(encoding, evidence.original, evidence.masked, groups, classes, units),
        "missing": {
            "blanked": _counted({name: fate.is_new_gap for name, fate in fates.items()}),
            "filled": _counted({name: fate.is_filled for name, fate in fates.items()}),
            "strata": _counted(blanks),
            "codes": _counted({name: fate.is_lost_code for name, fate in fates.items()}),
            "stepped": stepped,
        },
        "recoded": recoded,
        **(facts_of_sets(groups, units) if separate else {}),
        "separate": separate,
        "bound": None if bound is None else asdict(bound),
        "summary": summarize(evidence, task.measures),
    }
    return ProtectedBlock(masked, groups, facts)


def values_of(table: Table, masked: Table, fates: Mapping[str, Fates]) -> tuple[Table, Table]:
    """Return both tables with gaps instead of codes: what is measured are values."""
    codes = {name: fate.marks >= FIRST_CODE for name, fate in fates.items()}
    kept = {name: mask & ~fates[name].is_value for name, mask in codes.items()}
    return table.blanked(codes), masked.blanked(kept)


def _counted(masks: Mapping[str, NDArray[np.bool_]]) -> dict[str, int]:
    """Return how many records each mask holds, where it holds any."""
    return {name: int(mask.sum()) for name, mask in masks.items() if mask.any()}


def block_columns(source: Source, plan: Plan, model: str | None) -> tuple[str, ...]:
    """Return the columns that grouping and measuring look at, quasi-identifiers first.

    Refuse a regression on columns that are not released or hold no numbers.
    """
    regressed: tuple[str, ...] = ()
    if model is not None:
        parsed = parse_model(model)
        check_model(parsed, source, "original")
        check_model(parsed, source, "masked", without=plan.roles.dropped)
        regressed = parsed.columns
    roles = plan.roles
    names = (
        *roles.quasi,
        *roles.confidential,
        *regressed,
        *roles.strata,
        *roles.unit,
        *roles.weight,
    )
    return tuple(dict.fromkeys(names))
