"""Missing values and codes from the table to the written file, in memory and in blocks."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest

import covey
from covey.core.errors import BlankingWarning, RequestError
from covey.core.request import Request
from covey.pipeline import protect
from covey.reading import parquet

K, CODE = 3, -9.0


@pytest.fixture
def survey(monkeypatch):
    """Make 600 records of 200 households in three regions, with gaps in three keys and a code."""
    monkeypatch.setattr(parquet, "_LARGEST_BATCH", 100)
    monkeypatch.setattr(parquet, "_SMALLEST_BATCH", 100)
    rng, n = np.random.default_rng(5), 600
    income = np.round(rng.lognormal(8, 1, n))
    chance = rng.random(n)
    income = np.where(chance < 0.08, CODE, income)
    return pl.DataFrame(
        {
            "age": pl.Series(rng.integers(18, 90, n)).scatter(rng.choice(n, 30, False), None),
            "income": pl.Series(income).scatter(rng.choice(n, 25, False), None),
            "sex": pl.Series(rng.choice(["f", "m"], n)).scatter(rng.choice(n, 20, False), None),
            "region": rng.choice(["n", "s", "w"], n, p=[0.6, 0.3, 0.1]),
            "household": [f"h{i}" for i in rng.integers(0, 200, n)],
        }
    )


def request(**settings):
    roles = {"quasi": ["age", "income", "sex"], "strata": ["region"], "unit": "household"}
    return Request.of(
        {
            "k": K,
            "roles": roles,
            "columns": {"income": {"missing_codes": [CODE]}},
            "effort": 0.05,
            "order": "kept",
            "measures": "IL",
            **settings,
        }
    )


def written(tmp_path, survey, asked, n_blocks, suffix="csv"):
    """Return the rows of the released file, in the order of the input, and its manifest."""
    path, out = tmp_path / f"in.{suffix}", tmp_path / f"out.{suffix}"
    survey.write_csv(path) if suffix == "csv" else survey.write_parquet(path)
    with protect(path, asked, n_blocks=n_blocks) as release:
        release.write(out)
    rows = pl.read_csv(out) if suffix == "csv" else pl.read_parquet(out)
    return rows, json.loads((tmp_path / f"out.{suffix}.manifest.json").read_text("utf-8"))


def classes(rows, survey):
    """Yield equal records of the file, each class as released and as it was before."""
    keys = rows.select("age", "income", "sex", "region")
    number = keys.select(pl.struct(pl.all()).rank("dense")).to_series()
    both = pl.concat([rows, survey.select(pl.all().name.prefix("was_"))], how="horizontal")
    for _, members in both.with_columns(number=number).group_by("number"):
        yield members


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize("n_blocks", [None, 4])
def test_under_pattern_every_value_is_an_aggregate_of_k_units(tmp_path, survey, n_blocks, suffix):
    rows, manifest = written(tmp_path, survey, request(), n_blocks, suffix)
    n_blanked = dict.fromkeys(("age", "income", "sex"), 0)
    for members in classes(rows, survey):
        assert members["was_household"].n_unique() >= K
        assert members["was_region"].to_list() == members["region"].to_list()
        for name in n_blanked:
            before, [after] = members[f"was_{name}"], members[name].unique().to_list()
            if after is None:
                n_blanked[name] += before.len() - before.null_count()
                continue
            assert before.null_count() == 0
            if name == "income" and (before == CODE).any():
                assert after == CODE
                assert (before == CODE).all()
            elif name == "sex":
                counts = before.value_counts()
                most = counts.filter(pl.col("count") == pl.col("count").max())
                assert after in most["was_sex"].to_list()
            else:
                assert after == pytest.approx(before.mean())
    told = manifest["missing"]["blanked"]
    assert told == {name: count for name, count in n_blanked.items() if count}
    assert 0 < sum(told.values()) < 0.05 * 3 * survey.height
    assert (rows["income"] == CODE).sum() > 20


@pytest.mark.parametrize("n_blocks", [None, 4])
def test_under_fill_a_value_comes_from_three_units_that_have_one(tmp_path, survey, n_blocks):
    rows, manifest = written(tmp_path, survey, request(missing="fill", k=5), n_blocks)
    n_filled = 0
    for members in classes(rows, survey):
        assert members["was_household"].n_unique() >= 5
        [after] = members["income"].unique().to_list()
        assert after != CODE
        known = members.filter(pl.col("was_income").is_not_null() & (pl.col("was_income") != CODE))
        if after is not None:
            assert known["was_household"].n_unique() >= 3
            assert after == pytest.approx(known["was_income"].mean())
            n_filled += members.height - known.height
    assert manifest["missing"]["policy"] == "fill"
    assert manifest["missing"]["filled"].get("income", 0) == n_filled > 0


@pytest.mark.parametrize("n_blocks", [None, 4])
def test_drop_leaves_out_such_records_before_anything_else(tmp_path, survey, n_blocks):
    rows, manifest = written(tmp_path, survey, request(missing="drop"), n_blocks)
    complete = survey.drop_nulls().filter(pl.col("income") != CODE)
    assert rows.height == complete.height == manifest["n_records"]
    assert manifest["missing"]["dropped"] == survey.height - complete.height
    assert manifest["input"]["n_records"] == survey.height
    assert rows.null_count().sum_horizontal().item() == 0
    for members in classes(rows, complete):
        assert members["was_household"].n_unique() >= K
        assert members["age"][0] == pytest.approx(members["was_age"].mean())


@pytest.mark.parametrize("missing", ["pattern", "fill", "drop"])
def test_one_block_on_the_disk_gives_what_memory_gives(tmp_path, survey, monkeypatch, missing):
    monkeypatch.setattr(parquet, "_LARGEST_BATCH", survey.height)  # moments of batches are rounded
    found = []
    for n_blocks in (None, 1):
        (folder := tmp_path / str(n_blocks)).mkdir()
        found.append(written(folder, survey, request(missing=missing), n_blocks)[0])
    assert found[0].equals(found[1])


FEW = pl.DataFrame(
    {
        "a": [1.0, 2.0, 3.0, None, None, None, 7.0, None],
        "b": [1.0, 2.0, 3.0, 10.0, 11.0, 12.0, -9.0, -9.0],
    }
)
"""Three records with both, three without a, and one each with a code for b, with and without a."""

CODED = {"b": {"missing_codes": ["-9"]}}

KEYS = {"quasi": ["a", "b"]}


def test_small_patterns_join_and_lose_the_cells_in_which_they_differ():
    release = covey.protect(FEW, k=2, roles=KEYS, columns=CODED, method="mdav", measures="IL")
    # The pattern (value, code) and the pattern (gap, code) have a record each. They join each
    # other: the first loses its a, nobody anything else. With another pattern b would be lost too.
    assert release.data["a"].to_list() == [2.0] * 3 + [None] * 5
    assert release.data["b"].to_list() == [2.0] * 3 + [11.0] * 3 + [-9.0] * 2
    assert release.manifest["missing"] == {
        "policy": "pattern",
        "blanked": {"a": 1},
        "filled": {},
        "dropped": 0,
    }
    # IL: of a the values 1, 2, 3, 7 with mean 3.25 and squares about it 20.75; lost are 1 + 1 and
    # 3.75² for the blanked 7. Of b the values 1, 2, 3, 10, 11, 12 with mean 6.5 and squares 125.5;
    # lost are 4. Each in units of its variance, over four and six values.
    lost = 4 * (2 + 3.75**2) / 20.75 + 6 * 4 / 125.5
    assert release.scores["IL"] == pytest.approx(100 * lost / (4 + 6))


def test_a_gap_and_a_code_stay_apart_where_each_has_k_records():
    frame = pl.DataFrame({"a": [None, None, -9.0, -9.0, 1.0, 3.0], "b": [1.0, 3.0] * 3})
    columns = {"a": {"missing_codes": ["-9"]}}
    data = covey.protect(frame, k=2, roles=KEYS, columns=columns, method="mdav").data
    assert data["a"].to_list() == [None, None, -9.0, -9.0, 2.0, 2.0]
    assert data["b"].to_list() == [2.0] * 6


def test_whole_units_whose_records_differ_lose_the_cell_in_all_of_them():
    frame = pl.DataFrame(
        {
            "a": [1.0, None, 2.0, None, 5.0, 6.0, 7.0, 8.0],
            "b": [1.0, 1.0, 2.0, 2.0, 5.0, 6.0, 7.0, 8.0],
            "u": ["p", "p", "q", "q", "r", "r", "s", "s"],
        }
    )
    roles = {"quasi": ["a", "b"], "unit": "u"}
    # The a of p and of q is lost in one record each, 2 of 16 cells; the others were gaps already.
    with pytest.warns(BlankingWarning, match="12.5.% of all cells"):
        release = covey.protect(frame, k=2, roles=roles, unit_mode="together", method="mdav")
    assert release.data["a"].to_list() == [None] * 4 + [6.5] * 4
    assert release.data["b"].to_list() == [1.5] * 4 + [6.5] * 4


def test_where_many_cells_would_be_blanked_fill_is_named():
    frame = pl.DataFrame({f"x{j}": [None if i == j else i + j for i in range(6)] for j in range(6)})
    with pytest.warns(BlankingWarning, match="'fill' for missing values"):
        covey.protect(frame, k=2, roles={"quasi": frame.columns}, method="mdav")


def test_codes_that_do_not_occur_are_noted():
    columns = {"b": {"missing_codes": ["-9", "-8"]}}
    release = covey.protect(FEW, k=2, roles=KEYS, columns=columns, method="mdav")
    assert "Declared codes that do not occur: -8 in 'b'." in release.plan.notes


def test_drop_says_if_too_little_is_left():
    with pytest.raises(RequestError, match=r"5 records of 8 have .* and 3 would be left.*fill"):
        covey.protect(FEW, k=4, roles=KEYS, columns=CODED, missing="drop")


def test_methods_without_groups_of_records_take_gaps_when_they_are_filled():
    settings = {"method": "individual-ranking", "allow_not_k_anonymous": True, "columns": CODED}
    with pytest.raises(RequestError, match="missing='fill'"):
        covey.protect(FEW, k=2, roles=KEYS, **settings)
    data = covey.protect(FEW, k=2, roles=KEYS, missing="fill", **settings).data
    assert data.height == 8


def test_a_bound_is_not_told_where_gaps_are_filled():
    settings = {"columns": CODED, "method": "mdav", "bound": "simple"}
    assert covey.protect(FEW, k=2, roles=KEYS, **settings).bound is not None
    release = covey.protect(FEW, k=2, roles=KEYS, missing="fill", **settings)
    assert release.bound is None
    assert any("How low the loss can be" in note for note in release.plan.notes)


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame, np.asarray])
def test_frames_and_arrays_with_nan_follow_the_policy(kind):
    X = np.arange(12.0).reshape(6, 2) / 4
    X[:3, 0] = np.nan
    data = kind(X) if kind is not pl.DataFrame else pl.DataFrame(X, schema=["p", "q"])
    found = np.asarray(covey.protect(data, k=3, method="mdav").data, dtype=float)
    expected = [[np.nan, 0.75]] * 3 + [[2.0, 2.25]] * 3
    assert np.allclose(found, expected, equal_nan=True)


def test_whole_units_are_not_cut_by_blocks(tmp_path, survey):
    with pytest.raises(RequestError, match="unit_mode='apart'"):
        written(tmp_path, survey.with_columns(region=pl.lit("n")), request(unit_mode="together"), 3)


def test_variables_are_chosen_on_complete_records():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 3))
    X[:9, 1] = np.nan
    release = covey.protect(X, k=3, select=2, method="mdav")
    assert len(release.plan.variables) == 2


def test_the_note_on_blanked_cells_says_whether_codes_are_among_them():
    def note(codes):
        # One group of six; of two values among them, fewer than three, no gap is filled.
        frame = pl.DataFrame({"a": [1.0, 2.0, -9.0, None, None, None], "b": [1.0, 2.0, 3.0] * 2})
        columns = {"a": {"missing_codes": ["-9"]}} if codes else {}
        frame = frame if codes else frame.with_columns(pl.col("a").replace(-9.0, None))
        asked = {"k": 4, "roles": KEYS, "columns": columns, "missing": "fill", "method": "mdav"}
        notes = covey.protect(frame, **asked).plan.notes
        return next(one for one in notes if "blanked" in one)

    assert note(codes=True) == "3 cells of 'a', codes among them, were blanked."
    assert note(codes=False) == "2 cells of 'a' were blanked."
