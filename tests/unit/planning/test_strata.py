"""Strata, and those that are too small."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import polars as pl
import pytest

import covey
from covey.core.errors import InputError, RequestError
from covey.core.request import Request
from covey.pipeline import protect

FRAME = pl.DataFrame(
    {
        "x": [0.0, 1.0, 2.0, 3.0, 20.0, 21.0, 22.0, 4.0, 5.0],
        "region": ["n"] * 4 + ["s"] * 3 + ["w"] * 2,
        "kind": ["a"] * 9,
    }
)
"""The two records of the west lie beside those of the north: k = 3 needs one stratum of both."""

ROLES = {"quasi": ["x"], "strata": ["region", "kind"]}


def test_small_strata_are_counted_and_the_remedy_is_named():
    with pytest.raises(RequestError) as error:
        covey.protect(FRAME, k=3, roles=ROLES)
    assert "1 stratum of 3 has fewer than k = 3 records" in str(error.value)
    assert "small_strata='merge'" in str(error.value)
    assert "'w'" not in str(error.value)


def test_a_small_stratum_joins_the_nearest_and_mixed_groups_lose_the_cells_that_differ():
    release = covey.protect(FRAME, k=3, roles=ROLES, small_strata="merge", method="mdav")
    data = release.data
    # Six records in the joined stratum: two groups of three, 0 to 2 and 3 to 5.
    assert data["x"].to_list() == [1.0] * 3 + [4.0] + [21.0] * 3 + [4.0] * 2
    assert data["region"].to_list() == ["n"] * 3 + [None] + ["s"] * 3 + [None] * 2
    assert data["kind"].to_list() == ["a"] * 9
    assert release.manifest["strata"] == {"merged": 1, "blanked": {"region": 3}}
    assert any("1 stratum of 3 has fewer than k = 3 records" in note for note in release.plan.notes)


def test_units_and_not_records_make_a_stratum_large_enough():
    units = FRAME.with_columns(unit=pl.Series([1, 2, 3, 4, 5, 5, 6, 7, 8]))
    with pytest.raises(RequestError, match="2 strata of 3 have fewer than k = 3 units"):
        covey.protect(units, k=3, roles={**ROLES, "unit": "unit"})


def test_gaps_are_a_stratum_of_their_own():
    frame = FRAME.with_columns(region=pl.Series(["n"] * 4 + ["s"] * 2 + [None] * 3))
    labels = covey.protect(frame, k=2, roles=ROLES, method="mdav").partition.labels
    assert {tuple(set(labels[rows])) for rows in ([4, 5],)} == {(labels[4],)}
    assert not set(labels[6:]) & set(labels[:6])


def test_strata_of_too_many_values_are_refused():
    frame = pl.DataFrame({"x": np.arange(3000.0), "s": [f"s{i // 2}" for i in range(3000)]})
    with pytest.raises(InputError, match="more than 1,000 values, too many for strata"):
        covey.protect(frame, k=2, roles={"quasi": ["x"], "strata": ["s"]})


def test_strata_merge_in_blocks_as_in_memory_and_keep_their_text(tmp_path, protect_in_blocks):
    rng = np.random.default_rng(3)
    region = rng.choice([1, 2, 3], 300, p=[0.6, 0.39, 0.01])
    rows = [f"{x:.3f},0{r}" for x, r in zip(rng.normal(size=300), region, strict=True)]
    (path := tmp_path / "in.csv").write_text("x,region\n" + "\n".join(rows) + "\n")
    request = Request.of(
        {
            "k": 6,
            "roles": {"quasi": ["x"], "strata": ["region"]},
            "small_strata": "merge",
            "method": "mdav",
            "order": "kept",
        }
    )
    texts = []
    for name, run in (("memory", protect), ("blocks", protect_in_blocks)):
        out = tmp_path / f"{name}.csv"
        with run(path, request) as release:
            release.write(out)
        told = json.loads((tmp_path / f"{name}.csv.manifest.json").read_text("utf-8"))
        masked = pl.read_csv(out, infer_schema=False)
        n_small = int((region == 3).sum())
        assert 0 < n_small < 6
        assert told["strata"]["merged"] == 1
        assert told["strata"]["blanked"]["region"] == masked["region"].null_count() >= 6
        assert masked.group_by("x", "region").len()["len"].min() >= 6
        texts.append(set(masked["region"].drop_nulls()))
    assert texts == [{"01", "02"}] * 2


@pytest.fixture
def protect_in_blocks():
    return lambda path, request: protect(path, request, n_blocks=3)


def test_two_spellings_of_a_number_are_two_strata_because_both_are_released(
    tmp_path, protect_in_blocks
):
    source = tmp_path / "a.csv"
    # In turn, so that groups of neighbours would have members of both spellings.
    spelled = ["1", "1.0", "NA", ""] * 12
    source.write_text("x,s\n" + "".join(f"{i}.5,{s}\n" for i, s in enumerate(spelled)))
    roles = {"quasi": ["x"], "strata": ["s"]}
    request = Request.of({"k": 3, "roles": roles, "method": "mdav"})
    for number, run in enumerate((protect, protect_in_blocks)):
        target = tmp_path / f"{number}.csv"
        with run(source, request) as release:
            release.write(target)
        lines = Counter(target.read_text().splitlines()[1:])
        assert min(lines.values()) >= 3
        assert {line.partition(",")[2] for line in lines} == set(spelled)
