"""What groups are formed by and what becomes of them: encoding, divisions, masking and bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from covey.aggregating import fit, with_indicators
from covey.aggregating.mean import group_means
from covey.core.arrays import Vector
from covey.core.bound import LossBound
from covey.core.checks import check_k, check_matrix
from covey.core.encoding import Treatment
from covey.core.errors import RequestError
from covey.core.method import Algorithm, Method
from covey.core.partition import Grouping, Partition
from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.progress import Stage, Stages
from covey.core.registry import Registry
from covey.core.store import Store
from covey.core.table import Table
from covey.engines import resources_for
from covey.partitioning import ALGORITHMS, COLUMNWISE
from covey.planning import (
    AUTO,
    choose,
    noting_codes,
    noting_constants,
    noting_dates,
    noting_limits,
    with_patterns,
    with_strata,
)
from covey.refining import BOUNDS, REFINERS

RUNNABLE: Registry[Algorithm[Any]] = Registry(
    "method", [*ALGORITHMS.values(), *COLUMNWISE.values()]
)

METHODS: Registry[Method] = Registry("method", [AUTO, *RUNNABLE.values()])


DIVISIONS: tuple[Callable[[Plan, Profile, Store], Plan], ...] = (with_strata, with_patterns)
"""What no group may cross, besides blocks: each gives the plan its division, if there is one."""


def encoded(plan: Plan, profile: Profile) -> Plan:
    """Return the plan with encoders fitted to the whole table, and what a reader should know."""
    plan = noting_codes(noting_constants(plan, profile), profile)
    plan = noting_dates(noting_limits(plan, profile), profile)
    plan = without_bound(plan, profile)
    watched = [name for name in plan.roles.confidential if name in profile.columns]
    return replace(
        plan,
        encoding=fit(profile, plan.roles.quasi, plan.treatments, plan.roles.unit),
        watched=fit(profile, watched, dict.fromkeys(watched, Treatment(scaling=plan.scaling))),
    )


def without_bound(plan: Plan, profile: Profile) -> Plan:
    """Return the plan without a bound where gaps are filled: it counts them as lying at the mean.

    Groups of records that lack the same lose nothing in what they lack, and the bound holds.
    """
    has_gaps = any(profile[name].missing.count for name in plan.roles.quasi)
    if plan.missing != "fill" or plan.bound == "none" or not has_gaps:
        return plan
    note = "How low the loss can be at best is not known where missing values are filled."
    return replace(plan, bound="none", notes=(*plan.notes, note))


def divided(plan: Plan, profile: Profile, store: Store) -> Plan:
    """Return the plan with what no group may cross, fitted to the whole table.

    Where patterns of missing values were joined, a gap is so far from a value as the cells are
    worth that a group of both loses.
    """
    for fitted in DIVISIONS:
        plan = fitted(plan, profile, store)
    if plan.divisions and plan.refine_options.get("closeness") is not None:
        raise RequestError(
            "'closeness' compares the confidential values of each group with those of the whole "
            "table, and groups keep within strata, or among records that lack the same. Ask for "
            "'distinct' instead, or leave out the strata."
        )
    if not plan.mixed_gaps:
        return plan
    encoding = with_indicators(plan.encoded, frozenset(plan.mixed_gaps), float(plan.k))
    return replace(plan, encoding=encoding)


def group_matrix(X: Any, k: Any, *, effort: float = 1.0, seed: int = 0) -> Partition:
    """Group the rows of a matrix as ``auto`` would, without scaling."""
    X = check_matrix(X)
    choice = choose(len(X), X.shape[1], check_k(k, n=len(X)), effort)
    resources = resources_for()
    groups = ALGORITHMS[choice.method](X, k=k, resources=resources)
    refiner = REFINERS[choice.refine]
    return refiner(X, groups, effort=choice.effort, seed=seed, resources=resources)


def mask(table: Table, groups: Grouping, plan: Plan, weights: Vector | None = None) -> Table:
    """Return the table with group values in place of quasi-identifiers.

    Means are weighted where there are weights. Of these the group's plain mean takes the place,
    where the plan says so: times the weighted mean of a variable it gives the group's total.
    """
    masked = plan.encoded.decode(table, groups, weights)
    if weights is None or groups.joint is None or plan.weight_release != "mean":
        return masked
    [name] = plan.roles.weight
    means = group_means(weights, groups.joint)
    return masked.with_values({name: means[groups.joint.labels]})


def bound_loss(table: Table, groups: Grouping, plan: Plan, stages: Stages) -> LossBound | None:
    """Tell how low IL can be at best, where the plan asks for it.

    IL is measured on z-scores of all quasi-identifiers, whatever records were grouped on, and so is
    this.
    """
    if plan.bound == "none" or groups.joint is None:
        return None
    X = plan.encoded.standard(table)
    return BOUNDS[plan.bound](X, groups.joint, progress=stages(Stage.BOUNDING))
