"""Choosing variables of tables that are not numbers throughout."""

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.errors import RequestError

NOMINAL = {"columns": {"job": {"kind": "nominal"}, "sector": {"kind": "nominal"}}}


@pytest.fixture
def staff():
    """Four columns: the sector follows from the job, and the pay from the job as well."""
    rng = np.random.default_rng(0)
    job = rng.integers(0, 4, 200)
    return pl.DataFrame(
        {
            "job": np.array(list("abcd"))[job],
            "sector": np.array(list("xxyy"))[job],
            "pay": job * 10.0 + rng.normal(size=200),
            "noise": rng.normal(size=200),
            "region": rng.choice(["n", "s"], 200),
            "who": np.arange(200) // 2,
        }
    )


def choose(staff, **settings):
    roles = {"quasi": ["job", "sector", "pay", "noise"], "strata": ["region"], "unit": "who"}
    return covey.select(staff, count=1, roles=roles, **{**NOMINAL, **settings})


@pytest.mark.parametrize("metric", ["emim", "chi2"])
def test_categories_take_part_in_the_tree_as_they_are(staff, metric):
    chosen = choose(staff, metric=metric)
    edges = {frozenset((edge.first, edge.second)) for edge in chosen.tree.edges}
    assert frozenset(("job", "sector")) in edges
    assert frozenset(("job", "pay")) in edges


def test_the_loss_is_that_of_all_variables_by_their_kinds(staff):
    best = choose(staff).candidates[0]
    alone = covey.protect(
        staff,
        k=3,
        method="mdav-centroid",
        centroid="global",
        select=1,
        refine="none",
        roles={"quasi": ["job", "sector", "pay", "noise"], "strata": ["region"], "unit": "who"},
        **NOMINAL,
    )
    assert alone.plan.variables == best.variables
    assert alone.scores["IL"] == pytest.approx(best.loss)


def test_categories_without_an_order_have_no_correlation(staff):
    with pytest.raises(RequestError, match="'job' and 'sector' have categories without an order"):
        choose(staff, metric="correlation")


def test_ordered_categories_have_one(staff):
    levels = {"job": {"kind": "ordinal", "levels": list("abcd")}}
    chosen = covey.select(
        staff,
        count=1,
        roles={"quasi": ["job", "pay", "noise"]},
        columns=levels,
        metric="correlation",
    )
    assert chosen.tree.edges[0].first == "job"
    assert chosen.tree.edges[0].second == "pay"


def test_records_that_lack_something_are_grouped_too(staff):
    gappy = staff.with_columns(
        pl.when(pl.int_range(200) < 20).then(None).otherwise(pl.col("pay")).alias("pay")
    )
    assert choose(gappy).variables in {("job",), ("pay",)}
