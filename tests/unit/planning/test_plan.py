import narwhals as nw
import numpy as np
import polars as pl
import pytest

import covey
from covey.core.errors import InputError, RequestError
from covey.core.request import Request
from covey.core.table import Origin, Table
from covey.partitioning import ALGORITHMS, COLUMNWISE
from covey.planning import look_at, make_plan, noting_constants
from covey.refining import REFINERS


def table(**columns):
    return Table(nw.from_native(pl.DataFrame(columns), eager_only=True), Origin("test"))


def plan(of, **settings):
    return make_plan(of, Request.of({"k": 2, **settings}), ALGORITHMS, REFINERS)


NUMBERS = table(a=[1.0, 2.0, 3.0, 4.5], b=[1.0, 1.0, 2.0, 2.0])


def test_auto_says_what_it_chose_and_why():
    made = plan(NUMBERS)
    assert (made.method, made.refine, made.requested_method) == ("iamat", "search", "auto")
    assert made.notes[0] == (
        "auto chose iamat: it is fast, and a good start for a search. Then search, about 500 "
        "attempts for each record to find better groups: that is what an effort of 1 asks for."
    )


def test_auto_says_that_a_larger_table_is_searched_less():
    larger = table(a=np.arange(25_000.0), b=np.arange(25_000.0))
    note = plan(larger, k=3).notes[0]
    assert note.endswith(
        "Then search, about 10 attempts for each record to find better groups: 20 % of what a "
        "small table gets with an effort of 1, because 25,000 records take longer. "
        "A higher effort searches more."
    )


@pytest.mark.parametrize("method", ["auto", "mdav"])
def test_groups_of_two_get_a_note(method):
    note = "In a group of two, each member can compute the other's value from the mean"
    assert plan(NUMBERS, method=method).notes[-1].startswith(note)
    assert not any(note in each for each in plan(NUMBERS, k=3, method=method).notes)


def test_auto_leaves_a_refinement_that_is_asked_for():
    made = plan(NUMBERS, refine="dba2")
    assert (made.method, made.refine) == ("iamat", "dba2")
    assert made.notes[0].startswith("auto chose iamat: ")
    assert plan(NUMBERS, refine="none").refine == "none"


def test_without_auto_nothing_is_refined_unasked():
    assert plan(NUMBERS, method="mdav").refine == "none"


def test_every_default_is_decided():
    made = plan(NUMBERS, k=3, method="vmdav").to_dict()
    assert made["options"] == {"gamma": 0.2}
    assert made["roles"]["quasi"] == ["a", "b"]
    assert made["notes"] == []


def test_constant_columns_are_noted():
    source = table(a=[1.0, 2.0, 3.0], c=[5.0, 5.0, 5.0])
    made = plan(source, k=3, method="mdav")
    assert "'c' is constant" in noting_constants(made, look_at(source, made, ALGORITHMS)).notes[0]


@pytest.mark.parametrize(
    ("of", "settings", "error", "message"),
    [
        (NUMBERS, {"k": 5}, RequestError, "'k' must be at most 4, the number of records"),
        (NUMBERS, {"method": "mdva"}, RequestError, "No method 'mdva'. Did you mean 'mdav'"),
        (NUMBERS, {"method": "mdav", "options": {"gamma": 1}}, RequestError, "no option 'gamma'"),
        (NUMBERS, {"refine": "magic"}, RequestError, "No refinement 'magic'"),
        (table(a=[1]), {}, InputError, "The table has 1 record; at least two"),
        (
            table(a=[1.0, float("inf"), 3.0]),
            {},
            InputError,
            "Column 'a' has 1 value infinite, the first in record 2",
        ),
        (
            table(a=[1, 2], t=["x", "y"]),
            {"roles": {"quasi": ["t"], "other": ["a"]}, "columns": {"t": {"kind": "numeric"}}},
            InputError,
            "Column 't' holds text, not numbers",
        ),
    ],
)
def test_what_cannot_be_done_is_refused(of, settings, error, message):
    with pytest.raises(error, match=message):
        look_at(of, plan(of, **settings), ALGORITHMS)


def bound_of(refined=True, n=4, **settings):
    columns = table(a=np.arange(float(n)), b=[float(i % 2) for i in range(n)])
    request = Request.of({"k": 2, "method": "mdav", **settings})
    refiners = {"search": REFINERS["search"]}
    if refined:
        request = request.model_copy(update={"refine": "search"})
    return make_plan(columns, request, {**ALGORITHMS, **COLUMNWISE}, refiners).bound


def test_after_a_refinement_the_simple_bound_is_told_where_it_costs_little():
    assert bound_of() == "simple"
    assert bound_of(n=10_001) == "none"
    assert bound_of(refined=False) == "none"


def test_a_bound_that_is_asked_for_is_planned():
    assert bound_of(bound="none") == "none"
    assert bound_of(bound="relaxed") == "relaxed"
    assert bound_of(refined=False, bound="simple", n=10_001) == "simple"


def test_a_bound_needs_groups_of_whole_records():
    with pytest.raises(RequestError, match="'bound' holds for groups of whole records"):
        bound_of(
            refined=False,
            method="individual-ranking",
            bound="simple",
            allow_not_k_anonymous=True,
        )
    with pytest.raises(RequestError, match="'bound' must be"):
        bound_of(bound="tight")


def test_auto_counts_the_coordinates_of_categories():
    rng = np.random.default_rng(0)
    jobs = [f"j{i}" for i in range(200)]
    frame = pl.DataFrame({"job": rng.choice(jobs, 2_000), "x": rng.normal(size=2_000)})
    release = covey.protect(
        frame, k=3, measures=["IL"], columns={"job": {"kind": "nominal"}}, bound="none"
    )
    # 50,000 values are searched with the whole effort: here 2,000 records have 201 each.
    assert release.plan.n_coordinates == 201
    assert release.plan.effort == pytest.approx(50_000 / (2_000 * 201))
    assert any("2,000 records of 201 coordinates" in note for note in release.plan.notes)
    assert sum("auto chose" in note for note in release.plan.notes) == 1
