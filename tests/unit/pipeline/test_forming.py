"""Groups of a plan: within divisions, of units, and what is told of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from covey.core.errors import CoveyError, RequestError
from covey.core.progress import Stage, unwatched
from covey.core.request import Request
from covey.engines.memory import Memory
from covey.engines.threads import in_threads
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


def test_facts_of_divisions_are_told_of_the_table(people):
    plan = plan_of(people, method="blocks", refine="none")
    groups = group(plan.coordinates.encode(people), people, plan, unwatched)
    assert groups.facts == {"blocks": {"n_blocks": 3}}  # one in each of three regions
    groups = groups_of(people, First(45), method="mdav", refine="search")
    assert groups.facts == {"search": {"effort": 0.1, "is_stopped": False}}


@pytest.mark.parametrize("workers", [1, 3])
def test_threads_change_no_group_of_divisions(people, workers):
    plan = plan_of(people, method="auto")
    X = plan.coordinates.encode(people)
    found = group(X, people, plan, unwatched, in_threads(workers))
    np.testing.assert_array_equal(found.labels, group(X, people, plan, unwatched).labels)


def test_progress_goes_on_over_divisions(people):
    seen = []
    plan = plan_of(people, method="auto")

    def stages(stage):
        seen.append([stage])
        return lambda share, _note="": seen[-1].append(share)

    group(plan.coordinates.encode(people), people, plan, stages)
    assert [one[0] for one in seen] == [Stage.GROUPING, Stage.REFINING]
    for _, *shares in seen:
        assert shares == sorted(shares)
        assert shares[-1] == pytest.approx(1.0)


def test_an_interrupt_keeps_what_was_found_and_says_so(people):
    plan = plan_of(people, method="mdav", refine="search")

    def stages(stage):
        def report(_share, _note=""):
            if stage is Stage.REFINING:
                raise KeyboardInterrupt

        return report

    groups = group(plan.coordinates.encode(people), people, plan, stages)
    assert groups.facts["search"]["is_stopped"]
    assert groups.sizes.min() >= 3


def test_closeness_is_not_kept_within_divisions(people):
    with pytest.raises(RequestError, match="'closeness' compares"):
        plan_of(people, method="mdav", refine="search", refine_options={"closeness": 0.5})


def test_units_of_one_record_each_change_nothing(people):
    alone = people.with_values({"region": np.arange(90)})
    table = read(pl.DataFrame({name: alone.column(name).to_list() for name in alone.names}))
    plain = plan_of(table, roles={"other": ["region"]}, method="auto", effort=1.0)
    units = plan_of(table, roles={"unit": "region"}, method="auto", effort=1.0)
    X = plain.coordinates.encode(table)
    np.testing.assert_array_equal(
        group(X, table, units, unwatched).labels, group(X, table, plain, unwatched).labels
    )


def test_whole_units_are_grouped_by_the_means_of_their_records():
    # The units' means are 0.5, 1, 10 and 11: the first two and the last two form groups.
    table = read(pl.DataFrame({"who": list("abcabdd"), "x": [0.0, 1, 10, 1, 1, 12, 10]}))
    plan = plan_of(
        table, k=2, roles={"unit": "who"}, unit_mode="together", method="mdav", refine="none"
    )
    groups = group(plan.coordinates.encode(table), table, plan, unwatched)
    assert groups.labels.tolist() == [groups.labels[0]] * 2 + [groups.labels[2]] + (
        [groups.labels[0]] * 2 + [groups.labels[2]] * 2
    )
    assert groups.n_groups == 2
