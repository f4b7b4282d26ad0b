from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from covey.core.errors import LongRunWarning, RequestError
from covey.core.request import Request
from covey.pipeline import RUNNABLE
from covey.planning import make_plan
from covey.reading import read
from covey.refining import REFINERS
from covey.streaming.planning import announce, noting_blocks, refuse_what_needs_one_block

SIZES = [30_000, 29_000, 2_000]


def _plan(sizes, **settings):
    """Return the plan of a table of so many records in all."""
    table = read(pl.DataFrame({"a": np.arange(float(sum(sizes)))}))
    return make_plan(table, Request.of({"k": 3, **settings}), RUNNABLE, REFINERS)


def test_what_auto_chose_is_said_of_the_blocks():
    plan = _plan(SIZES)
    cut, chosen = noting_blocks(plan, SIZES, "2GB").notes
    assert cut.startswith("The table does not fit into the 2GB of memory allowed.")
    assert "cut into 3 blocks of 2,000 to 30,000 similar records" in cut
    assert cut.endswith("The method 'blocks' cuts each of them further.")
    assert chosen.startswith(
        "For every block alike, by the size of the whole table, auto chose blocks: 61,000 records"
    )


def test_the_search_is_told_as_it_works_on_a_block():
    # A small block is searched more thoroughly than its share of a large table would be.
    sizes = [1_000] * 60
    plan = _plan(sizes, effort=0.01)
    [note] = plan.notes
    assert REFINERS["search"].amount(plan.effort, sum(sizes), plan.k) in note
    _, chosen = noting_blocks(plan, sizes, "2GB").notes
    assert "about 2 attempts for each record" in chosen


def test_a_method_that_was_asked_for_needs_no_reason():
    plan = _plan(SIZES, method="mdav-generic")
    [cut] = noting_blocks(plan, SIZES, "2GB").notes
    assert cut.endswith("each was grouped by itself.")


def test_one_block_is_the_whole_table():
    plan = _plan([900])
    chosen, read_so = noting_blocks(plan, [900], "2GB").notes
    assert (chosen,) == plan.notes
    assert read_so.endswith("within 2GB of memory, and grouped as one.")


def test_closeness_is_a_matter_of_the_whole_table():
    plan = _plan(SIZES, method="mdav-generic", refine="search", refine_options={"closeness": 0.3})
    refuse_what_needs_one_block(plan, 1, None)
    with pytest.raises(RequestError, match=r"cut into 2 blocks .* or raise 'memory'\.$"):
        refuse_what_needs_one_block(plan, 2, None)
    distinct = _plan(SIZES, method="mdav", refine="search", refine_options={"distinct": 2})
    refuse_what_needs_one_block(distinct, 2, None)


def test_a_long_run_says_what_becomes_of_it():
    plan = _plan(SIZES, method="mdav-generic")
    with pytest.warns(LongRunWarning, match=r"Ctrl-C stops it and removes .* goes on where it was"):
        announce(plan, [10**6] * 20)
