"""Which totals are kept, and the remark on them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import numpy as np
import polars as pl
import pytest

import covey
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


def test_dates_have_no_total() -> None:
    found = Totals.of(treated("age", kind="date", aggregate="mean"), {})
    assert (found.kept, found.lost, found.categories) == (("income",), (), ())


QUASI = ["x", "y", "day", "sex"]
BESIDE = {"quasi": QUASI, "other": ["w"]}
BY_WEIGHT = {"quasi": QUASI, "weight": "w"}


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"roles": BESIDE}, ["x", "y"]),
        ({"roles": BY_WEIGHT}, ["x", "y"]),
        ({"roles": BY_WEIGHT, "weight_release": "asis"}, ["x", "y"]),
        ({"roles": BY_WEIGHT, "weight_release": "drop"}, []),
        ({"roles": BESIDE, "columns": {"x": {"aggregate": "median"}}}, ["y"]),
        ({"roles": BY_WEIGHT, "columns": {"x": {"aggregate": "median"}}}, ["y"]),
        ({"roles": BESIDE, "columns": {"x": {"top": 1.5}}}, ["y"]),
    ],
)
def test_what_is_said_of_totals_is_so(settings: dict[str, Any], expected: list[str]) -> None:
    random, n = np.random.default_rng(2), 24
    days = [date(2020, 1, 1) + timedelta(days=int(d)) for d in random.integers(0, 99, n)]
    table = pl.DataFrame(
        {
            "x": random.lognormal(size=n),
            "y": random.lognormal(size=n).round(1),
            "day": days,
            "sex": random.choice(["f", "m"], n),
            "w": random.uniform(1.0, 9.0, n),
        }
    )
    release = covey.protect(table, k=3, **settings)
    said = Totals.of(release.plan, release.manifest)
    before, after = (
        {
            name: (t[name] * (t["w"] if said.is_weighted and "w" in t.columns else 1.0)).sum()
            for name in ("x", "y")
        }
        for t in (table, release.data)
    )
    true = [name for name in ("x", "y") if after[name] == pytest.approx(before[name], rel=1e-12)]
    assert list(said.kept) == expected == true


def test_rounding_is_told() -> None:
    assert Totals.of(replace(PLAN, round=2), {}).is_rounded


def test_rounding_is_blamed_for_nothing_else() -> None:
    changes = [Change("income", mean=0.5), Change("age", mean=0.0)]
    assert spoiled_of(changes, Totals.of(replace(PLAN, round=0), {})) == ["income"]
    assert spoiled_of(changes, Totals.of(PLAN, {})) == []
    assert spoiled_of(changes, Totals.of(replace(WEIGHTED, round=0), {})) == []
    median = replace(treated("income", aggregate="median"), round=0)
    assert spoiled_of(changes, Totals.of(median, {})) == []
