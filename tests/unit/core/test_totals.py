"""What is said of totals against the totals of the release."""

import datetime

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.totals import totals_kept

N = 24


@pytest.fixture
def table():
    rng = np.random.default_rng(2)
    start = datetime.date(2020, 1, 1)
    return pl.DataFrame(
        {
            "x": rng.lognormal(size=N),
            "y": rng.lognormal(size=N).round(1),
            "day": [start + datetime.timedelta(days=int(d)) for d in rng.integers(0, 99, N)],
            "sex": rng.choice(["f", "m"], N),
            "w": rng.uniform(1.0, 9.0, N),
        }
    )


def kept_and_true(table, **settings):
    """Return what is said of the totals of x and y, and of which it holds."""
    release = covey.protect(table, k=3, **settings)
    said = totals_kept(release.plan)
    found = release.data
    weights = [t["w"] if said.is_weighted and "w" in t.columns else 1.0 for t in (table, found)]
    true = [
        name
        for name in ("x", "y")
        if (found[name] * weights[1]).sum()
        == pytest.approx((table[name] * weights[0]).sum(), rel=1e-12)
    ]
    return list(said.variables), true, said.is_weighted


QUASI = ["x", "y", "day", "sex"]
PLAIN = {"quasi": QUASI, "other": ["w"]}
WEIGHTED = {"quasi": QUASI, "weight": "w"}


@pytest.mark.parametrize(
    ("settings", "expected", "is_weighted"),
    [
        ({"roles": PLAIN}, ["x", "y"], False),
        ({"roles": WEIGHTED}, ["x", "y"], True),
        ({"roles": WEIGHTED, "weight_release": "asis"}, ["x", "y"], True),
        ({"roles": WEIGHTED, "weight_release": "drop"}, [], True),
        ({"roles": PLAIN, "columns": {"x": {"aggregate": "median"}}}, ["y"], False),
        ({"roles": WEIGHTED, "columns": {"x": {"aggregate": "median"}}}, ["y"], True),
        ({"roles": PLAIN, "round": 1}, [], False),
    ],
)
def test_what_is_said_of_totals_is_so(table, settings, expected, is_weighted):
    assert kept_and_true(table, **settings) == (expected, expected, is_weighted)


def test_cells_that_changed_take_their_variable_out(table):
    plan = covey.protect(table, k=3, roles=PLAIN).plan
    assert totals_kept(plan, altered=["x"]).variables == ("y",)
    assert not totals_kept(plan, altered=["x", "y"])


def test_values_that_were_set_to_a_limit_keep_no_total(table):
    columns = {"x": {"top": 3.0}, "y": {"bottom": 0.5}}
    plan = covey.protect(table, k=3, roles=PLAIN, columns=columns).plan
    assert totals_kept(plan).variables == ()
