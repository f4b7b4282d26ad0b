"""Groups within divisions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from covey.core.errors import CoveyError
from covey.core.progress import unwatched
from covey.core.request import Request
from covey.engines.memory import Memory
from covey.pipeline.forming import group
from covey.pipeline.groups import RUNNABLE, divided, encoded
from covey.planning import look_at, make_plan
from covey.reading import read
from covey.refining import REFINERS


class First:
    """Parts some of the records from all others."""

    def __init__(self, n):
        self.n = n

    def labels(self, table):
        return (np.arange(table.n_records) < self.n).astype(np.intp)


@pytest.fixture
def people():
    rng = np.random.default_rng(1)
    columns = {"age": rng.normal(size=90), "income": rng.normal(size=90)}
    return read(pl.DataFrame({**columns, "region": rng.choice(["n", "s", "w"], 90)}))


def plan_of(table, k=3, **settings):
    request = Request.of({"k": k, "roles": {"strata": ["region"]}, "effort": 0.1, **settings})
    plan = make_plan(table, request, RUNNABLE, REFINERS)
    profile = look_at(table, plan, RUNNABLE)
    return divided(encoded(plan, profile), profile, Memory(table))


def groups_of(table, *divisions, **settings):
    plan = plan_of(table, **settings)
    plan = replace(plan, divisions=divisions)
    return group(plan.coordinates.encode(table), table, plan, unwatched)


@pytest.mark.parametrize("settings", [{"method": "mdav"}, {"method": "auto"}])
def test_no_group_crosses_a_division(people, settings):
    whole = groups_of(people, **settings)
    divided = groups_of(people, *plan_of(people).divisions, First(45), **settings)
    for values in (people.column("region").to_numpy(), np.arange(90) < 45):
        spans = [set(values[divided.labels == label]) for label in range(divided.n_groups)]
        assert all(len(span) == 1 for span in spans)
    assert divided.sizes.min() >= 3
    assert not np.array_equal(whole.labels, divided.labels)


def test_a_division_is_grouped_as_a_table_of_its_own(people):
    divided = groups_of(people, First(45), method="mdav")
    plan, half = plan_of(people, method="mdav"), people.take(list(range(45)))
    plan = replace(plan, divisions=())
    alone = group(plan.coordinates.encode(half), half, plan, unwatched)
    first = divided.labels[:45]
    assert np.array_equal(first - first.min(), alone.labels)


def test_a_division_below_k_is_refused(people):
    with pytest.raises(CoveyError, match="records"):
        groups_of(people, First(2))
