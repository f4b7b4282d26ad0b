import narwhals as nw
import polars as pl
import pytest

import covey
from covey.core.request import Request
from covey.core.table import Origin, Table
from covey.pipeline import protect

N = 60
FRAME = pl.DataFrame(
    {
        "firm": [f"f{i // 4}" for i in range(N)],
        "row": [f"r{i}" for i in range(N)],
        "sales": [float(i * i % 101) for i in range(N)],
        "size": [10.5 * (i // 4) for i in range(N)],
    }
)


def notes_of(data=FRAME, n_blocks=None, **settings):
    request = Request.of({"k": 3, "method": "mdav", **settings})
    with protect(data, request, n_blocks=n_blocks) as release:
        return " ".join(release.plan.notes)


@pytest.mark.parametrize("n_blocks", [None, 3])
def test_an_identifier_that_repeats_while_no_unit_is_named(tmp_path, n_blocks):
    FRAME.write_parquet(path := tmp_path / "in.parquet")
    roles = {"identifier": ["firm", "row"], "quasi": ["sales", "size"]}
    told = notes_of(path, n_blocks, roles=roles)
    assert "Identifier 'firm' repeats in several records, and no unit is named" in told
    assert "'row'" not in told
    named = {"identifier": ["row"], "unit": "firm", "quasi": ["sales", "size"]}
    assert "repeat" not in notes_of(path, n_blocks, roles=named)


@pytest.mark.parametrize("n_blocks", [None, 2])
def test_keys_of_units_that_fall_apart(tmp_path, n_blocks):
    FRAME.write_parquet(path := tmp_path / "in.parquet")
    roles = {"identifier": ["row"], "unit": "firm", "quasi": ["sales", "size"]}
    assert "'size' is the same in all records of each unit" in notes_of(path, n_blocks, roles=roles)
    together = notes_of(path, roles=roles, unit_mode="together")
    assert "the same in all records" not in together


def test_a_comparison_says_it_once():
    roles = {"identifier": ["firm", "row"], "quasi": ["sales", "size"]}
    found = covey.compare(FRAME, k=[3, 4], methods=["mdav", "iamat"], roles=roles)
    assert sum("no unit is named" in note for note in found.notes) == 1


def test_a_column_that_names_several_is_no_reason_to_stop():
    table = Table(nw.from_native(FRAME, eager_only=True), Origin("test"))
    assert "'firm'" in notes_of(table.to_native(), roles={"identifier": ["firm", "row", "size"]})
