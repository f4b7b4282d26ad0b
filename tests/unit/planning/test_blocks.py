from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.core.errors import RequestError
from covey.core.request import Request
from covey.pipeline import RUNNABLE
from covey.planning import (
    describe_wait_for,
    fit_to_blocks,
    make_plan,
    noting_blocks,
    refuse_what_needs_a_table,
)
from covey.reading import read
from covey.refining import REFINERS

SIZES = [30_000, 29_000, 2_000]


def _request(**settings):
    return Request.of({"k": 3, "memory": "2GB", **settings})


def _plan(sizes, **settings):
    """Return the plan of a table of so many records in all."""
    table = read(pl.DataFrame({"a": np.arange(float(sum(sizes)))}))
    return make_plan(table, _request(**settings), RUNNABLE, REFINERS)


def _notes(sizes, **settings):
    """Return what is noted before and after such a table is cut."""
    plan = _plan(sizes, **settings)
    return plan.notes, noting_blocks(plan, _request(**settings), sizes, REFINERS).notes


def test_what_auto_chose_is_said_of_the_blocks():
    _, (cut, chosen) = _notes(SIZES)
    assert cut.startswith("The table does not fit into the 2GB of memory allowed.")
    assert "cut into 3 blocks of 2,000 to 30,000 similar records" in cut
    assert cut.endswith("each was grouped by itself.")
    assert chosen.startswith(
        "For every block alike, by the size of the whole table, auto chose blocks: 61,000 records"
    )


def test_blocks_that_the_method_cuts_further_are_told():
    _, (cut, _) = _notes([40_000, 40_000])
    assert "cut into 2 blocks of 40,000 similar records" in cut
    assert cut.endswith("The method 'blocks' cuts each of them further.")


def test_the_search_is_told_as_it_works_on_a_block():
    # A small block is searched more thoroughly than its share of a large table would be.
    sizes = [1_000] * 60
    [note], (_, chosen) = _notes(sizes, effort=0.01)
    plan = _plan(sizes, effort=0.01)
    assert REFINERS["search"].amount(plan.effort, sum(sizes), plan.k) in note
    assert "about 2 attempts for each record" in chosen


def test_a_method_that_was_asked_for_needs_no_reason():
    _, [cut] = _notes(SIZES, method="mdav-generic")
    assert cut.endswith("each was grouped by itself.")


def test_one_block_is_the_whole_table():
    before, (chosen, read_so) = _notes([900])
    assert (chosen,) == before
    assert read_so.endswith("within 2GB of memory, and grouped as one.")


def test_closeness_is_a_matter_of_the_whole_table():
    settings = {"method": "mdav-generic", "refine": "search", "refine_options": {"closeness": 0.3}}
    plan, request = _plan(SIZES, **settings), _request(**settings)
    assert fit_to_blocks(plan, request, 1, None) == plan
    with pytest.raises(RequestError, match=r"cut into 2 blocks .* or raise 'memory'\.$"):
        fit_to_blocks(plan, request, 2, None)
    settings = {"method": "mdav", "refine": "search", "refine_options": {"distinct": 2}}
    fit_to_blocks(_plan(SIZES, **settings), _request(**settings), 2, None)


def test_no_bound_is_claimed_for_blocks():
    plan, request = _plan([900], bound="simple"), _request(bound="simple")
    assert fit_to_blocks(plan, request, 1, None).bound == "simple"
    with pytest.raises(RequestError, match=r"'bound' does not go .* raise 'memory' to 3GB"):
        fit_to_blocks(plan, request, 2, 3 * 10**9)
    assert fit_to_blocks(plan, _request(), 2, None).bound == "none"


def test_what_needs_the_whole_table_is_refused():
    refuse_what_needs_a_table(_request(report="r.html"), None)
    with pytest.raises(RequestError, match="'select' does not go with a table that is larger"):
        refuse_what_needs_a_table(_request(select=2), None)


def test_a_long_run_says_what_becomes_of_it():
    plan = _plan(SIZES, method="mdav-generic")
    told = describe_wait_for(plan, [10**6] * 20, RUNNABLE["mdav-generic"], None)
    assert told.startswith("Grouping 20,000,000 records in 20 blocks will take about")
    assert "Ctrl-C stops it and removes" in told
    assert told.endswith("goes on where it was.")
    assert describe_wait_for(plan, [100, 100], RUNNABLE["mdav-generic"], None) == ""
