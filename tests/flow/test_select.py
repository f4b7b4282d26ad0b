"""`covey select`, and a release that groups on what it chooses."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import numpy as np
import polars as pl
import pytest

from covey.core.errors import LongRunWarning
from covey.core.request import Request, SelectionRequest
from covey.pipeline import protect, select
from covey.planning import duration, emad


@pytest.fixture
def table(tmp_path):
    """Write a table in which b, c and d depend on a, and e on b; and a name for each record."""
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(300, 5))
    a = noise[:, 0]
    b, c, d = (a + 0.5 * noise[:, j] for j in (1, 2, 3))
    columns = {"a": a, "b": b, "c": c, "d": d, "e": b + 0.5 * noise[:, 4]}
    frame = pl.DataFrame({name: values.round(4) for name, values in columns.items()})
    frame.write_csv(tmp_path / "table.csv")
    named = frame.with_columns(pl.Series("name", [f"p{i}" for i in range(300)]))
    named.with_columns(pl.lit(7.5).alias("same")).write_csv(tmp_path / "named.csv")
    return tmp_path / "table.csv"


@pytest.mark.smoke
def test_json_has_the_choice_the_candidates_and_the_tree(covey, table):
    got = covey("select", "table.csv", "--count", 2, "--metric", "correlation", "--json").json
    assert got["variables"] == ["a", "b"]
    assert got["candidates"] == [{"variables": ["a", "b"], "IL": got["IL"]}]
    assert {frozenset(edge[:2]) for edge in got["tree"]} == {
        frozenset(pair) for pair in ("ab", "ac", "ad", "be")
    }
    assert got["degrees"] == {"a": 3, "b": 2, "c": 1, "d": 1, "e": 1}


def test_the_library_gives_the_same(covey, table):
    printed = covey("select", "table.csv", "--intervals", 6, "-k", 4, "--method", "mdav", "--json")
    asked = SelectionRequest.of({"intervals": 6, "k": 4, "method": "mdav"})
    assert printed.json == {**select(table, asked).to_dict(), "svg": None}


def test_every_setting_changes_something(covey, table):
    plain = covey("select", "table.csv", "--json").json
    for settings in (
        ("--metric", "chi2"),
        ("--width", 0.3),
        ("--intervals", 3),
        ("-k", 6),
        ("--method", "mdav"),
        ("--option", "centroid=recomputed"),
        ("--scaling", "none"),
        ("--count", 2),
        ("--exhaustive",),
        ("--quasi", "a,b,c,d"),
    ):
        assert covey("select", "table.csv", *settings, "--json").json != plain, settings


def test_people_get_candidates_a_tree_and_the_choice(covey, table):
    result = covey("select", "table.csv")
    assert result.code == 0
    assert "Subsets that the tree proposes" in result.out
    assert "→  a, b, " in result.out
    assert "├── b ●" in result.out
    assert "Group on  a, b, " in result.out
    assert "by mdav-centroid centroid=global, k = 3" in result.out


def test_an_exhaustive_search_is_never_worse(covey, table):
    tree = covey("select", "table.csv", "--json").json
    every = covey("select", "table.csv", "--exhaustive", "--json").json
    assert every["n_candidates"] == 10
    assert every["IL"] <= tree["IL"]
    losses = [candidate["IL"] for candidate in every["candidates"]]
    assert losses == sorted(losses)
    shown = covey("select", "table.csv", "--exhaustive", "--count", 2).out
    assert "All subsets" in shown


def test_long_lists_end_with_mean_and_worst(covey, tmp_path):
    rng = np.random.default_rng(1)
    frame = pl.DataFrame({f"v{j}": rng.normal(size=40) for j in range(6)})
    frame.write_csv(tmp_path / "wide.csv")
    shown = covey("select", "wide.csv", "--exhaustive").out
    assert "… 8 more" in shown
    assert "mean of all 20" in shown
    assert "worst: " in shown


def test_the_tree_is_drawn(covey, table, tmp_path):
    got = covey("select", "table.csv", "--svg", "tree.svg", "--json")
    assert got.json["svg"] == "tree.svg"
    text = (tmp_path / "tree.svg").read_text(encoding="utf-8")
    assert ET.fromstring(text.partition("\n")[2]).tag.endswith("svg")  # noqa: S314 (we wrote it)
    again = covey("select", "table.csv", "--svg", "tree.svg")
    assert again.code == 2
    assert "exists" in again.err
    assert covey("select", "table.csv", "--svg", "tree.svg", "--force").code == 0
    wrong = covey("select", "table.csv", "--svg", "table.csv", "--force")
    assert wrong.code == 2


def test_columns_to_consider_leave_the_others_aside(covey, table):
    got = covey("select", "named.csv", "--quasi", "a,b,c", "--count", 1, "--json")
    assert got.code == 0
    assert set(got.json["degrees"]) == {"a", "b", "c"}
    aside = covey("select", "named.csv", "--identifier", "name", "--other", "same", "--json")
    assert set(aside.json["degrees"]) == set("abcde")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("table.csv", "--width", 0), "'width' must be greater than 0. Got '0'"),
        (("table.csv", "--width", -5), "'width' must be greater than 0. Got '-5'"),
        (("table.csv", "--width", 1e9), "'width' must not exceed the range of the variables"),
        (("table.csv", "--width", "wide"), "'width' must be a"),
        (("table.csv", "--count", 6), "must be at most 5, the number of quasi-identifiers. Got 6"),
        (("table.csv", "--count", 0), "'count' must be greater than or equal to 1. Got '0'"),
        (("table.csv", "--intervals", 1), "'intervals' must be greater than or equal to 2"),
        (("table.csv", "--metric", "rank"), "'metric' must be 'emim', 'chi2' or 'correlation'"),
        (
            ("table.csv", "--metric", "correlation", "--width", 1),
            "'width' has no effect with the metric 'correlation'",
        ),
        (("table.csv", "--width", 1, "--intervals", 5), "Keep one of them"),
        (("table.csv", "--method", "mdva"), "No method 'mdva'. Did you mean 'mdav'"),
        (("table.csv", "--method", "individual-ranking"), "does not give k-anonymity"),
        (("named.csv", "--other", "name"), "'same' is constant"),
        (("named.csv",), "'name' (text) has no role"),
        (("named.csv", "--quasi", "a,name"), "must be at most 2, the number of quasi-identifiers"),
        (("table.csv", "--svg", "tree.png"), "A drawing must end in .svg. Got 'tree.png'"),
        (("nowhere.csv",), "nowhere.csv"),
    ],
)
def test_wrong_input_gets_one_clear_sentence(covey, table, arguments, message):
    result = covey("select", *arguments)
    assert result.code == 2
    assert message in result.err
    assert result.out == ""


def test_a_width_beyond_some_ranges_is_told(covey, table, tmp_path):
    frame = pl.read_csv(table).with_columns(pl.col("c") / 1000)
    frame.write_csv(tmp_path / "narrow.csv")
    got = covey("select", "narrow.csv", "--width", 0.5, "--json")
    assert got.code == 0
    assert "'c', whose records all fall into one category" in got.json["notes"][0]


def test_a_release_groups_on_the_chosen_and_masks_all(table, tmp_path):
    settings = {"k": 3, "method": "mdav", "select": 2, "metric": "correlation"}
    release = protect(table, Request.of(settings))
    assert release.plan.variables == ("a", "b")
    assert release.plan.selection.loss == pytest.approx(release.scores["IL"], rel=1e-12)
    masked = release.data
    sizes = masked.group_by(masked.columns).len()["len"]
    assert sizes.min() >= 3
    release.write(tmp_path / "safe.csv", report=tmp_path / "report.html")
    manifest = json.loads((tmp_path / "safe.csv.manifest.json").read_text(encoding="utf-8"))
    assert manifest["plan"]["variables"] == ["a", "b"]
    assert manifest["plan"]["selection"]["metric"] == "correlation"
    assert any("grouped on 'a', 'b' alone" in note for note in manifest["plan"]["notes"])


def test_a_release_chooses_by_its_own_method_and_refines_what_it_chose(table):
    plain = protect(table, Request.of({"k": 3, "method": "mdav", "select": 2}))
    refined = protect(table, Request.of({"k": 3, "method": "mdav", "select": 2, "refine": "dba2"}))
    assert plain.plan.selection.method == "mdav"
    assert plain.plan.selection.loss == pytest.approx(plain.scores["IL"], rel=1e-12)
    # Subsets are tried by the method alone; what was chosen is refined on its own variables.
    assert refined.plan.selection.loss == plain.plan.selection.loss
    assert refined.scores["IL"] != plain.scores["IL"]


def test_auto_does_not_refine_groups_of_chosen_variables(table):
    release = protect(table, Request.of({"k": 3, "select": 2}))
    assert (release.plan.method, release.plan.refine) == ("iamat", "none")
    assert release.plan.selection.loss == pytest.approx(release.scores["IL"], rel=1e-12)
    assert "the loss of the others could rise" in release.plan.notes[0]


def test_the_grouping_is_that_of_the_chosen_columns_alone(table):
    frame = pl.read_csv(table)
    chosen = protect(frame, Request.of({"k": 3, "method": "mdav", "select": 2, "intervals": 5}))
    names = list(chosen.plan.variables)
    alone = protect(frame.select(names), Request.of({"k": 3, "method": "mdav"}))
    assert (chosen.partition.labels == alone.partition.labels).all()


def test_a_long_search_is_announced_once(table, monkeypatch):
    monkeypatch.setattr(emad, "PATIENCE", 0.0)
    monkeypatch.setattr(duration, "PATIENCE", 0.0)
    with pytest.warns(LongRunWarning) as heard:
        select(table, SelectionRequest.of({"exhaustive": True}))
    assert len(heard) == 1
    assert "To try 10 subsets of 3 variables with 'mdav-centroid'" in str(heard[0].message)


def test_progress_only_moves_on(table):
    heard = []

    def stages(stage):
        heard.append(stage)
        return heard.append

    select(table, SelectionRequest.of({"exhaustive": True}), stages)
    stage, *shares = heard
    assert stage == "Trying 10 subsets of variables"
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_the_table_is_not_changed():
    X = np.random.default_rng(2).normal(size=(40, 4))
    before = X.copy()
    select(X, SelectionRequest.of({}))
    assert (before == X).all()
