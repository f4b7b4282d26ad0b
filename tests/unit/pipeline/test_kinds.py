"""Variables of every kind, from a file to its release, in memory and in blocks."""

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest

import covey
from covey.core.errors import CoveyError
from covey.core.request import Request
from covey.engines import memory
from covey.pipeline import protect

TREE = (
    "child;parent\ncook;food\nwaiter;food\nnurse;health\nsurgeon;health\n"
    "food;any\nhealth;any\nwelder;any\n"
)
COLUMNS = {
    "job": {"taxonomy": "tree.csv", "aggregate": "ancestor"},
    "born": {"kind": "date", "bottom": "1900-01-01"},
    "seen": {"kind": "date"},
    "grade": {"levels": [1, 2, 3, 4]},
    "zip": {"kind": "nominal"},
    "income": {"top": 8_000, "aggregate": "median"},
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tree.csv").write_text(TREE, encoding="utf-8")
    rng, n = np.random.default_rng(3), 120
    days = rng.integers(-30_000, 10_000, n).astype("datetime64[D]")
    table = pl.DataFrame(
        {
            "job": rng.choice(["cook", "waiter", "nurse", "surgeon", "welder"], n),
            "born": days.astype(str),
            "seen": [
                f"2024-05-{day:02d} {hour:02d}:30" for day, hour in rng.integers(1, 20, (n, 2))
            ],
            "grade": rng.integers(1, 4, n),
            "zip": [f"0{code}" for code in rng.integers(1, 5, n)],
            "income": rng.integers(100, 9_000, n),
        }
    )
    table.write_csv("in.csv")
    table.write_parquet("in.parquet")
    return tmp_path


def released(source, n_blocks=None, target="out.parquet", **settings):
    given = {"k": 4, "roles": {"quasi": list(COLUMNS)}, "columns": COLUMNS, "output": target}
    with protect(source, Request.of({**given, **settings}), n_blocks=n_blocks) as release:
        release.write(target, force=True, order="kept")
        return release.manifest, target


@pytest.mark.parametrize("n_blocks", [None, 1, 3])
@pytest.mark.parametrize("source", ["in.csv", "in.parquet"])
@pytest.mark.usefixtures("folder")
def test_types_values_and_counts(source, n_blocks):
    manifest, target = released(source, n_blocks)
    frame, original = pl.read_parquet(target), pl.read_csv("in.csv", schema_overrides={"zip": str})
    assert frame.schema == {
        "job": pl.String,
        "born": pl.Date,
        "seen": pl.Datetime("us"),
        "grade": pl.Int64,
        "zip": pl.String,
        "income": pl.Float64,
    }
    assert frame.group_by(frame.columns).len()["len"].min() >= 4
    nodes = {"cook", "waiter", "nurse", "surgeon", "welder", "food", "health", "*"}
    assert set(frame["job"]) <= nodes
    for job, node in zip(original["job"], frame["job"], strict=True):  # true of each record
        assert node in (job, {"cook": "food", "waiter": "food"}.get(job, "health"), "*")
    assert frame["born"].min() >= pl.Series(["1900-01-01"]).str.to_date()[0]
    assert set(frame["grade"]) <= {1, 2, 3}
    assert frame["income"].max() <= 8_000
    told = manifest["plan"]["columns"]
    assert told["job"]["taxonomy"] == {"n_nodes": 8}
    born = original["born"].str.to_date()
    assert told["born"]["bottom"] == "1900-01-01"
    assert told["born"]["coded"] == {"below": int((born.dt.year() < 1900).sum()), "above": 0}
    assert told["income"]["coded"] == {"below": 0, "above": int((original["income"] > 8_000).sum())}
    assert any("of 'income' were set to that limit" in note for note in manifest["plan"]["notes"])


@pytest.mark.usefixtures("folder")
def test_delimited_files_have_dates_in_the_words_of_iso():
    _, target = released("in.csv", 3, "out.csv")
    frame = pl.read_csv(target)
    assert frame["born"].str.contains(r"^\d{4}-\d{2}-\d{2}$").all()
    assert frame["seen"].str.contains(r"^2024-05-\d{2}T\d{2}:\d{2}:\d{2}$").all()
    assert (
        covey.protect("in.csv", k=4, roles={"quasi": list(COLUMNS)}, columns=COLUMNS)
        .data["born"]
        .dtype
        == pl.Date
    )


def test_a_tree_that_changes_makes_another_run(folder):
    before, _ = released("in.csv")
    (folder / "tree.csv").write_text(TREE.replace("surgeon;health", "surgeon;any"), "utf-8")
    after, _ = released("in.csv")
    assert before["scores"]["IL"] != after["scores"]["IL"]


@pytest.mark.parametrize("n_blocks", [None, 2])
def test_a_value_outside_the_tree_stops_the_run(folder, n_blocks):
    (folder / "tree.csv").write_text(TREE.replace("nurse;health\n", ""), encoding="utf-8")
    with pytest.raises(CoveyError, match="Column 'job' holds 1 value that is not in its taxonomy"):
        released("in.csv", n_blocks)


def test_an_index_is_a_column_if_it_has_a_role():
    names = pd.Index([f"p{i}" for i in range(30)], name="who")
    frame = pd.DataFrame({"a": range(30), "b": [i * i for i in range(30)]}, index=names)
    release = covey.protect(frame, k=3, roles={"quasi": ["a", "b"]})
    assert isinstance(release.data.index, pd.RangeIndex)
    assert release.data.columns.tolist() == ["a", "b"]
    assert any("index of the frame has no role" in note for note in release.plan.notes)
    roles = {"quasi": ["a", "b"], "other": ["who"]}
    kept = covey.protect(frame, k=3, roles=roles)
    assert kept.data["who"].tolist() == names.tolist()
    assert isinstance(kept.data.index, pd.RangeIndex)
    dropped = covey.protect(frame, k=3, roles={"quasi": ["a", "b"], "identifier": ["who"]})
    for one in (kept, dropped):
        assert not any("index" in note for note in one.plan.notes)
    plain = covey.protect(frame.reset_index(drop=True), k=3, roles={"quasi": ["a", "b"]})
    assert not any("index" in note for note in plain.plan.notes)


def test_one_level_of_an_index_may_have_a_role():
    index = pd.MultiIndex.from_arrays([list("pqrstu"), list("xxyyzz")], names=["who", "where"])
    frame = pd.DataFrame({"a": range(6)}, index=index)
    release = covey.protect(frame, k=2, roles={"quasi": ["a"], "other": ["where"]})
    assert release.data.columns.tolist() == ["where", "a"]
    assert any("index of the frame has no role" in note for note in release.plan.notes)


def test_categories_that_the_machine_has_no_room_for_are_refused(monkeypatch):
    frame = pl.DataFrame({"a": [f"c{i}" for i in range(900)], "x": range(900)})
    monkeypatch.setattr(memory, "machine_memory", lambda: 600 << 20)
    with pytest.raises(CoveyError, match="categories of 'a' make 901 coordinates for each of 900"):
        covey.protect(frame, k=3, roles={"quasi": ["a", "x"]})
    frame = frame.with_columns(a=pl.Series(["u", "v", "w"] * 300))
    covey.protect(frame, k=3, roles={"quasi": ["a", "x"]}, effort=0)


@pytest.mark.parametrize("kind", ["boolean", "Int64", "category", "string"])
def test_nullable_types_of_pandas_keep_their_gaps(kind):
    values = {"boolean": [True, False, None], "Int64": [1, 2, None]}.get(kind, ["a", "b", None])
    frame = pd.DataFrame({"a": pd.array(values * 10, dtype=kind), "x": range(30)})
    columns = {"a": {"kind": "boolean" if kind == "boolean" else "nominal"}}
    release = covey.protect(frame, k=3, roles={"quasi": ["a", "x"]}, columns=columns)
    assert release.data["a"].dtype == frame["a"].dtype
    assert release.data["a"].isna().tolist() == frame["a"].isna().tolist()


def test_integers_with_gaps_match_their_levels():
    frame = pd.DataFrame({"a": [1.0, 2.0, np.nan, 3.0] * 6, "x": range(24)})
    columns = {"a": {"levels": ["1", "2", "3", "never"]}}
    release = covey.protect(frame, k=3, roles={"quasi": ["a", "x"]}, columns=columns)
    found = nw.from_native(release.data, eager_only=True)["a"]
    assert set(found.drop_nulls().to_list()) <= {1.0, 2.0, 3.0}
