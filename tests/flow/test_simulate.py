"""Simulated tables from the command line."""

from __future__ import annotations

import polars as pl
import pytest

from covey.datasets import (
    TREES,
    make_binary,
    make_business,
    make_normal,
    make_survey,
    make_tree,
    make_uniform,
)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("uniform", "--records", 50, "--variables", 3), lambda: make_uniform(50, 3)),
        (
            ("uniform", "--records", 9, "--low", -2, "--high", 2),
            lambda: make_uniform(9, low=-2, high=2),
        ),
        (("normal", "--records", 50, "--seed", 7), lambda: make_normal(50, seed=7)),
        (
            ("normal", "--records", 9, "--mean", 500, "--deviation", 150),
            lambda: make_normal(9, mean=500, deviation=150),
        ),
        (("tree",), make_tree),
        (("tree", "--tree", 16, "--records", 30), lambda: make_tree(16, 30)),
        (
            ("tree", "--tree", "a-b, b-c", "--records", 30),
            lambda: make_tree([("a", "b"), ("b", "c")], 30),
        ),
        (("binary",), make_binary),
        (("binary", "--kind", "unrelated"), lambda: make_binary("unrelated")),
    ],
)
def test_file_holds_what_the_library_draws(covey, tmp_path, arguments, expected):
    result = covey("simulate", *arguments, "-o", "out.csv")
    assert result.code == 0
    assert result.err == ""
    frame = expected()
    assert f"out.csv: {frame.height:,} records by {frame.width} variables" in result.out
    assert pl.read_csv(tmp_path / "out.csv").equals(frame)
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]


@pytest.mark.smoke
def test_parquet_and_json(covey, tmp_path):
    result = covey("simulate", "tree", "-o", "out.parquet", "--seed", 5, "--json")
    assert result.err == ""
    assert result.json == {
        "model": "tree",
        "n_records": 5000,
        "n_variables": 8,
        "columns": [f"x{number}" for number in range(1, 9)],
        "seed": 5,
        "tree": [list(edge) for edge in TREES[8]],
        "output": "out.parquet",
    }
    assert pl.read_parquet(tmp_path / "out.parquet").equals(make_tree(seed=5))


def test_independent_variables_have_no_tree(covey):
    assert covey("simulate", "normal", "-o", "n.csv", "--records", 5, "--json").json["tree"] is None
    assert covey("simulate", "binary", "-o", "b.csv", "--json").json["tree"][-1] == ["x3", "x6"]


def test_quiet(covey):
    result = covey("simulate", "binary", "-o", "b.csv", "-q")
    assert (result.code, result.out, result.err) == (0, "", "")


def test_existing_file_is_kept_unless_forced(covey, tmp_path):
    (tmp_path / "out.csv").write_text("mine", encoding="utf-8")
    result = covey("simulate", "binary", "-o", "out.csv")
    assert result.code == 2
    assert "'out.csv' exists already" in result.err
    assert (tmp_path / "out.csv").read_text(encoding="utf-8") == "mine"
    assert covey("simulate", "binary", "-o", "out.csv", "--force").code == 0
    assert pl.read_csv(tmp_path / "out.csv").shape == (5000, 6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("uniform", "--records", 0), "'n_records' must be a whole number of at least 1. Got 0."),
        (("uniform", "--variables", -3), "'n_variables' must be a whole number of at least 1."),
        (("normal", "--seed", -1), "'seed' must be a whole number of at least 0. Got -1."),
        (("normal", "--deviation", 0), "'deviation' must be larger than 0."),
        (("normal", "--records", "many"), "--records"),
        (("norml",), "No model to simulate 'norml'. Did you mean 'normal'?"),
        (("tree", "--tree", "a-b,b-c,c-a"), "must have no cycle: the edge c-a closes one"),
        (("tree", "--tree", "a-b,c-d"), "must be connected: no path leads from a to c"),
        (("tree", "--tree", "a-a"), "must join two different variables"),
        (("tree", "--tree", "a-b-c"), "'--tree' takes 8, 16, 22, or edges a-b"),
        (("tree", "--tree", "a,b"), "'--tree' takes 8, 16, 22, or edges a-b"),
        (("tree", "--tree", "9"), "There is no default tree of 9 variables."),
        (("binary", "--kind", "twins"), "Choose from: sibling, unrelated."),
        (("binary", "--tree", "8"), "'--tree' is no option of the model 'binary', which takes"),
        (("tree", "--variables", 8), "'--variables' is no option of the model 'tree'"),
    ],
)
def test_wrong_requests(covey, tmp_path, arguments, message):
    result = covey("simulate", *arguments, "-o", "out.csv")
    assert result.code == 2
    assert message in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ((), "Say where the table goes: -o OUT"),
        (("-o", "out.xls"), "The output must end in one of"),
        (("-o", "none/out.csv"), "The folder 'none' does not exist."),
    ],
)
def test_wrong_outputs(covey, tmp_path, output, message):
    result = covey("simulate", "binary", *output)
    assert result.code == 2
    assert message in result.err
    assert list(tmp_path.iterdir()) == []


def test_help(covey):
    assert "uniform, normal, tree, binary, survey or business" in covey("simulate", "--help").out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("survey", "--households", 20), lambda: make_survey(20)),
        (("survey", "--seed", 4), lambda: make_survey(seed=4)),
        (("business", "--companies", 9, "--months", 5), lambda: make_business(9, 5)),
    ],
)
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_survey_and_business(covey, tmp_path, arguments, expected, suffix):
    result = covey("simulate", *arguments, "-o", f"out.{suffix}", "--json")
    assert (result.code, result.err) == (0, "")
    frame = expected()
    assert result.json["n_records"] == frame.height
    assert result.json["columns"] == frame.columns
    path = tmp_path / f"out.{suffix}"
    is_text = suffix == "csv"
    found = pl.read_csv(path, try_parse_dates=True) if is_text else pl.read_parquet(path)
    if "month" in found.columns:
        found = found.with_columns(frame["month"]) if found["month"].dtype == pl.Date else found
    assert found.equals(frame)
