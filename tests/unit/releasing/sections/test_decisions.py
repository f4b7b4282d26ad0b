"""Settings and roles as the internal report lists them."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from covey.core.plan import Plan
from covey.core.roles import Roles
from covey.releasing.sections.decisions import decisions, roles_table

PLAN = Plan(4, "vmdav", "auto", {"gamma": 0.2}, Roles(quasi=("a", "b")), "minmax", seed=12)


def test_every_setting_is_listed() -> None:
    listed = dict(decisions(PLAN))
    assert listed["Method"] == "vmdav, chosen by “auto”"
    assert listed["Options"] == "gamma\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}0.2"
    assert listed["Smallest group"] == "k = 4 records"
    assert listed["Scaling"].startswith("each variable stretched")
    assert (listed["Refinement"], listed["Seed"]) == ("none", "12")
    refined = replace(PLAN, refine="dba2", effort=2.0, requested_method="vmdav")
    listed = dict(decisions(refined))
    assert (listed["Method"], listed["Refinement"]) == ("vmdav", "dba2, effort 2")


def test_rounding_is_told_with_its_decimals() -> None:
    told = [dict(decisions(replace(PLAN, round=how)))["Rounding"] for how in ("none", 0, 1, 6)]
    assert told[0].startswith("none")
    assert [words.rpartition(" to ")[2] for words in told[1:]] == [
        "whole numbers",
        "1 decimal",
        "6 decimals",
    ]


def test_variables_that_records_were_grouped_on_are_named_if_not_all() -> None:
    assert "Grouped on" not in dict(decisions(PLAN))
    chosen = cast(Any, SimpleNamespace(variables=("b",)))
    assert dict(decisions(replace(PLAN, selection=chosen)))["Grouped on"] == "b"


def test_roles_without_columns_are_not_listed_and_long_lists_are_cut() -> None:
    names = tuple(f"v{i}" for i in range(203))
    rows = roles_table(replace(PLAN, roles=Roles(quasi=names, other=("z",))))
    assert [(row.role, len(row.names), row.n_more) for row in rows] == [
        ("Quasi-identifier", 200, 3),
        ("Other", 1, 0),
    ]


def test_strata_that_lost_cells_are_not_called_released_as_they_are() -> None:
    plan = replace(PLAN, roles=Roles(quasi=("a",), strata=("land", "town")))
    _, kept, lost = roles_table(plan, {"town": 72})
    assert (kept.treatment, kept.names) == ("released as it is", ("land",))
    assert (lost.role, lost.treatment, lost.names) == (
        "Strata",
        "released, 72 cells blanked",
        ("town",),
    )
    assert [row.names for row in roles_table(plan)] == [("a",), ("land", "town")]
