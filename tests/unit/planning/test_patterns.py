"""Patterns of missing values as divisions."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.core.errors import RequestError
from covey.core.request import Request
from covey.engines.memory import Memory
from covey.pipeline.groups import RUNNABLE, divided, encoded
from covey.planning import look_at, make_plan, patterns
from covey.reading import read
from covey.refining import REFINERS

FRAME = pl.DataFrame(
    {
        "a": [1.0, 2.0, None, None, 5.0, 6.0, None, 8.0],
        "b": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0],
        "s": ["n", "n", "n", "n", "w", "w", "w", "w"],
    }
)
"""Two patterns in the north; in the west one record lacks a."""


def plan_of(frame, **settings):
    table = read(frame)
    roles = {"quasi": ["a", "b"], "strata": ["s"]}
    plan = make_plan(table, Request.of({"k": 2, "roles": roles, **settings}), RUNNABLE, REFINERS)
    profile = look_at(table, plan, RUNNABLE)
    return divided(encoded(plan, profile), profile, Memory(table)), table


def test_patterns_are_joined_within_strata_and_told_by_the_same_numbers_in_every_batch():
    plan, table = plan_of(FRAME)
    _, division = plan.divisions
    labels = division.labels(table)
    assert labels.tolist() == [0, 0, 1, 1, 2, 2, 2, 2]
    for row in range(8):
        assert division.labels(table.take([row])).tolist() == [labels[row]]


def test_only_variables_in_which_joined_patterns_differ_get_an_indicator():
    plan, _ = plan_of(FRAME)
    assert plan.mixed_gaps == ("a",)
    assert [encoder.width for encoder in plan.encoded.encoders] == [2, 1]
    # One record with a gap takes one with a value: one cell of sixteen.
    assert plan.expected_blanks == pytest.approx(100 / 16)
    apart, _ = plan_of(FRAME.head(4), roles={"quasi": ["a", "b"], "other": ["s"]})
    assert apart.mixed_gaps == ()
    assert [encoder.width for encoder in apart.encoded.encoders] == [1, 1]


@pytest.mark.parametrize("settings", [{"missing": "fill"}, {}])
def test_there_are_no_patterns_where_none_is_asked_for_or_nothing_is_missing(settings):
    frame = FRAME if settings else FRAME.with_columns(a=pl.col("b"))
    plan, _ = plan_of(frame, **settings)
    assert len(plan.divisions) == 1


def test_more_patterns_than_can_be_joined_are_refused_and_fill_is_named(monkeypatch):
    monkeypatch.setattr(patterns, "MOST_PATTERNS", 1)
    with pytest.raises(RequestError, match=r"2 different patterns .* 1 of them.*missing='fill'"):
        plan_of(FRAME)


def test_a_record_of_its_own_pattern_each_is_one_group():
    frame = pl.DataFrame({f"x{j}": [None if i == j else 1.0 for i in range(4)] for j in range(4)})
    table = read(frame)
    plan = make_plan(
        table, Request.of({"k": 3, "roles": {"quasi": frame.columns}}), RUNNABLE, REFINERS
    )
    profile = look_at(table, plan, RUNNABLE)
    plan = divided(encoded(plan, profile), profile, Memory(table))
    assert np.unique(plan.divisions[0].labels(table)).tolist() == [0]
