"""What every method promises on mixed tables, counted on the file that was written."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.mixed.promise import check_promise, is_possible
from tests.mixed.tables import KINDS, Mixed, mixed_tables

import covey
from covey.core.errors import InputError, RequestError
from covey.core.request import Request
from covey.pipeline import METHODS, protect

SOME = settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
ALL = {"with_gaps": True, "with_weights": True}
JOINT = [name for name, method in METHODS.items() if method.is_k_anonymous]
COLUMNWISE = [name for name in METHODS if name not in JOINT]


def check(table: Mixed, method: str, suffix: str, **request: object) -> None:
    """Protect a table and hold the file to it; a table that cannot be released is refused."""
    asked = {**table.request, "method": method, "effort": 0.01, **request}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"safe{suffix}"
        if not is_possible(table):
            with pytest.raises((RequestError, InputError)):
                covey.protect(table.frame, **asked)
            return
        covey.protect(table.frame, **asked).write(path, order="kept")
        check_promise(table, path, is_columnwise=method in COLUMNWISE)


def tables_for(method: str, **settings: bool) -> st.SearchStrategy[Mixed]:
    kinds = ("pay",) if method == "optimal-1d" else (*KINDS,)
    return mixed_tables(kinds, **settings)


@pytest.mark.parametrize("method", JOINT)
@SOME
@given(data=st.data(), suffix=st.sampled_from((".csv", ".parquet")))
def test_kinds_units_strata_weights_and_gaps(method, data, suffix):
    check(data.draw(tables_for(method, **ALL)), method, suffix)


@pytest.mark.parametrize("method", COLUMNWISE)
@SOME
@given(data=st.data(), suffix=st.sampled_from((".csv", ".parquet")))
def test_kinds_of_variables_that_are_treated_one_by_one(method, data, suffix):
    table = data.draw(tables_for(method, with_groups=False))
    check(table, method, suffix, allow_not_k_anonymous=True)


@pytest.mark.parametrize("refine", ["search", "polish", "dba2"])
@SOME
@given(table=mixed_tables(**ALL), suffix=st.sampled_from((".csv", ".parquet")))
def test_refinements_that_know_units(refine, table, suffix):
    check(table, "mdav", suffix, refine=refine)


@pytest.mark.parametrize("method", ["auto", "mdav", "vmdav"])
@SOME
@given(
    table=mixed_tables(**ALL).filter(lambda table: table.is_divisible), n_blocks=st.integers(2, 4)
)
def test_blocks_on_disk(method, table, n_blocks):
    with tempfile.TemporaryDirectory() as folder:
        source, path = Path(folder) / "in.parquet", Path(folder) / "safe.parquet"
        table.frame.write_parquet(source)
        asked = {**table.request, "method": method, "effort": 0.01, "order": "kept"}
        request = Request.of({**asked, "output": path})
        if not is_possible(table):
            with pytest.raises((RequestError, InputError)):
                protect(source, request, n_blocks=n_blocks)
            return
        with protect(source, request, n_blocks=n_blocks) as release:
            release.write(path)
        check_promise(table, path)
