"""What the file cannot show, in words."""

from __future__ import annotations

from typing import Any

import pytest

from covey.releasing.remarks import n_dropped, public_remarks_on, remarks_on


@pytest.mark.parametrize(
    ("told", "sentences"),
    [
        ({}, []),
        ({"group_units": {"min": 3, "max": 5}}, ["Every group holds records of at least 3 units."]),
        (
            {"missing": {"policy": "pattern", "blanked": {"a": 2, "b": 1}, "filled": {}}},
            ["3 cells were blanked."],
        ),
        (
            {"missing": {"policy": "fill", "filled": {"a": 1}, "blanked": {}, "dropped": 0}},
            ["1 gap was filled with the group's value."],
        ),
        (
            {"missing": {"policy": "drop", "dropped": 4}},
            ["4 records were left out because of a gap."],
        ),
        (
            {"strata": {"merged": 2, "blanked": {"region": 7}}},
            [
                "2 small strata were joined with others.",
                "7 cells of the strata columns were blanked.",
            ],
        ),
        (
            {"coded": {"income": {"below": 0, "above": 1}}},
            ["1 value beyond a limit was set to it before records were grouped."],
        ),
        (
            {"separate": [["a", "b"], ["c"]]},
            [
                (
                    "The variables were grouped in 2 sets by themselves, (a, b) and (c): the "
                    "promise is about each set, and whole records are not k-anonymous."
                )
            ],
        ),
    ],
)
def test_each_exception_is_a_sentence(told: dict[str, Any], sentences: list[str]) -> None:
    assert remarks_on(told) == sentences


def test_how_groups_are_made_up_is_not_for_the_public() -> None:
    told = {"group_units": {"min": 3, "max": 5}, "missing": {"dropped": 4}}
    assert public_remarks_on(told) == ["4 records were left out because of a gap."]


def test_records_that_were_left_out_are_counted() -> None:
    assert n_dropped({}) == 0
    assert n_dropped({"missing": {"dropped": 4}}) == 4
