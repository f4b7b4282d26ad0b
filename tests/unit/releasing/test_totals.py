"""Which totals are kept, and the remark on them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from covey.core.encoding import Treatment
from covey.core.plan import Plan
from covey.core.roles import Roles
from covey.releasing import totals
from covey.releasing.changes import Change
from covey.releasing.totals import Totals, spoiled_of

PLAN = Plan(
    3,
    "mdav",
    "auto",
    {},
    Roles(quasi=("income", "age")),
    "zscore",
    treatments={"income": Treatment(aggregate="mean"), "age": Treatment(aggregate="mean")},
)
WEIGHTED = replace(PLAN, roles=Roles(quasi=("income", "age"), weight=("w",)))


def treated(name: str, **settings: Any) -> Plan:
    return replace(PLAN, treatments={**PLAN.treatments, name: Treatment(**settings)})


def test_means_of_whole_groups_keep_the_totals() -> None:
    found = Totals.of(PLAN, {})
    assert found.kept == ("income", "age")
    assert found.is_plain
    assert not found.is_rounded


@pytest.mark.parametrize(
    ("plan", "manifest", "reason", "lost"),
    [
        (treated("income", aggregate="median"), {}, totals.MEDIAN, ("income",)),
        (PLAN, {"coded": {"income": {"below": 0, "above": 2}}}, totals.CODED, ("income",)),
        (PLAN, {"missing": {"blanked": {"age": 2}}}, totals.GAPS, ("age",)),
        (PLAN, {"missing": {"filled": {"age": 2}}}, totals.GAPS, ("age",)),
        (PLAN, {"missing": {"dropped": 1}}, totals.DROPPED, ("income", "age")),
        (replace(WEIGHTED, weight_release="drop"), {}, totals.NO_WEIGHT, ("income", "age")),
    ],
)
def test_what_costs_a_total_is_named(
    plan: Plan, manifest: dict[str, Any], reason: str, lost: tuple[str, ...]
) -> None:
    found = Totals.of(plan, manifest)
    assert found.lost == ((reason, lost),)
    assert not set(found.kept) & set(lost)
    assert not found.is_plain


@pytest.mark.parametrize("release", ["mean", "asis"])
def test_weights_keep_the_weighted_totals(release: Any) -> None:
    found = Totals.of(replace(WEIGHTED, weight_release=release), {})
    assert found.is_weighted
    assert found.kept == ("income", "age")
    assert not found.is_plain


def test_categories_have_no_total_but_counts() -> None:
    found = Totals.of(treated("age", kind="ordinal", aggregate="median"), {})
    assert found.kept == ("income",)
    assert found.categories == ("age",)
    assert found.lost == ()


def test_dates_are_rounded() -> None:
    assert Totals.of(treated("age", kind="date", aggregate="mean"), {}).is_rounded
    assert Totals.of(replace(PLAN, round=2), {}).is_rounded


def test_rounding_is_blamed_for_nothing_else() -> None:
    changes = [Change("income", mean=0.5), Change("age", mean=0.0)]
    assert spoiled_of(changes, Totals.of(replace(PLAN, round=0), {})) == ["income"]
    assert spoiled_of(changes, Totals.of(PLAN, {})) == []
    assert spoiled_of(changes, Totals.of(replace(WEIGHTED, round=0), {})) == []
    median = replace(treated("income", aggregate="median"), round=0)
    assert spoiled_of(changes, Totals.of(median, {})) == []
