"""`covey protect` from end to end."""

from __future__ import annotations

import collections
import csv
import hashlib
import json

import numpy as np
import polars as pl
import pytest

import covey as library

ROLES = ("--identifier", "id", "--confidential", "illness", "--other", "region")


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.smoke
def test_a_safe_file_in_one_command(covey, people, tmp_path):
    before = people.read_bytes()
    result = covey(
        "protect", people, "-o", "safe.csv", "-k", 4, *ROLES, "--order", "kept", "--json"
    )
    assert (result.code, result.err) == (0, "")
    released, original = rows_of(tmp_path / "safe.csv"), rows_of(people)
    assert list(released[0]) == ["age", "height", "illness", "region"]
    twins = collections.Counter((row["age"], row["height"]) for row in released)
    assert min(twins.values()) >= 4
    for column in ("illness", "region"):  # released as they are, leading zeros included
        assert [row[column] for row in released] == [row[column] for row in original]
    assert people.read_bytes() == before


def test_json_is_one_object_with_the_promised_keys(covey, people, tmp_path):
    got = covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES, "--json").json
    assert {
        "method",
        "k",
        "n_records",
        "n_groups",
        "group_size",
        "scores",
        "output",
        "manifest",
        "plan",
    } <= set(got)
    assert got["group_size"]["min"] >= 4
    assert got["n_records"] == 60
    assert got["plan"]["requested_method"] == "auto"
    assert "auto chose" in got["plan"]["notes"][0]
    manifest = json.loads((tmp_path / got["manifest"]).read_text(encoding="utf-8"))
    assert manifest["input"]["sha256"] == hashlib.sha256(people.read_bytes()).hexdigest()
    assert (
        manifest["output"]["sha256"]
        == hashlib.sha256((tmp_path / "safe.csv").read_bytes()).hexdigest()
    )
    assert manifest["scores"] == got["scores"]


def test_people_get_tables_on_standard_output(covey, people):
    result = covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES)
    assert "in 15 groups" in result.out
    assert "safe.csv.manifest.json" in result.out


def test_quiet_is_quiet(covey, people):
    result = covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES, "--quiet")
    assert (result.code, result.out, result.err) == (0, "", "")


def test_command_line_configuration_and_library_give_the_same_answer(covey, people, tmp_path):
    covey(
        "protect",
        people,
        "-o",
        "a.csv",
        "-k",
        4,
        *ROLES,
        "--method",
        "vmdav",
        "--option",
        "gamma=0.9",
    )
    (tmp_path / "job.toml").write_text(
        'k = 4\nmethod = "vmdav"\ninput = "people.csv"\noutput = "b.csv"\noptions = {gamma = 0.9}\n'
        '[roles]\nidentifier = ["id"]\nconfidential = ["illness"]\nother = ["region"]\n',
        encoding="utf-8",
    )
    (tmp_path / "job.yaml").write_text(
        "k: 4\nmethod: vmdav\ninput: people.csv\noutput: c.csv\noptions: {gamma: 0.9}\n"
        "roles: {identifier: [id], confidential: [illness], other: [region]}\n",
        encoding="utf-8",
    )
    assert covey("protect", "--config", "job.toml").code == 0
    assert covey("protect", "--config", "job.yaml").code == 0
    library.protect(
        people,
        k=4,
        method="vmdav",
        gamma=0.9,
        roles={"identifier": ["id"], "confidential": ["illness"], "other": ["region"]},
    ).write(tmp_path / "d.csv")
    contents = {(tmp_path / f"{name}.csv").read_bytes() for name in "abcd"}
    assert len(contents) == 1


def test_the_command_line_overrides_the_configuration(covey, people, tmp_path):
    (tmp_path / "job.toml").write_text(
        'k = 4\ninput = "people.csv"\noutput = "safe.csv"\n'
        '[roles]\nidentifier = ["id"]\nother = ["region"]\n',
        encoding="utf-8",
    )
    got = covey(
        "protect", "--config", "job.toml", "-k", 6, "--confidential", "illness", "--json"
    ).json
    assert got["k"] == 6
    assert got["plan"]["roles"]["confidential"] == ["illness"]


def test_rounding_brings_back_what_the_columns_had(covey, people, tmp_path):
    covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES, "--round", "auto")
    released = rows_of(tmp_path / "safe.csv")
    assert all(row["age"].isdigit() for row in released)
    assert {len(row["height"].partition(".")[2]) for row in released} == {1}


@pytest.mark.parametrize("scaling", ["minmax", "none"])
def test_scaling_changes_the_groups(covey, people, tmp_path, scaling):
    skewed = tmp_path / "skewed.csv"
    rng = np.random.default_rng(0)
    pl.DataFrame({"a": rng.exponential(size=40), "b": rng.normal(size=40) * 50}).write_csv(skewed)
    covey("protect", skewed, "-o", "z.csv", "-k", 3)
    covey("protect", skewed, "-o", "other.csv", "-k", 3, "--scaling", scaling)
    assert (tmp_path / "z.csv").read_bytes() != (tmp_path / "other.csv").read_bytes()


@pytest.mark.smoke
def test_a_report_beside_it_is_for_the_public(covey, people, tmp_path):
    got = covey(
        "protect", people, "-o", "safe.csv", "-k", 4, *ROLES, "--report", "r.html", "--json"
    ).json
    assert (got["report"], got["audience"]) == ("r.html", "public")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "<svg" in page
    assert "How to analyse the data" in page
    for secret in ("people.csv", "<code>id</code>", "Seed", "DLD", "anifest"):
        assert secret not in page


def test_an_internal_report_warns_on_the_page_and_on_the_screen(covey, people, tmp_path):
    result = covey(
        *("protect", people, "-o", "safe.csv", "-k", 4, *ROLES, "--seed", 918273),
        *("--report", "r.html", "--audience", "internal"),
    )
    assert "The report is internal: do not publish it." in result.err
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Internal: do not publish" in page
    assert "people.csv" in page
    assert "918273" in page
    assert hashlib.sha256((tmp_path / "safe.csv").read_bytes()).hexdigest() in page


@pytest.fixture
def comparison(covey, people, tmp_path):
    """Compare the people; return where the figures are."""
    done = covey("compare", people, "-k", "3,5", "--methods", "mdav", *ROLES, "--json")
    path = tmp_path / "comparison.json"
    path.write_text(done.out, encoding="utf-8")
    return path


@pytest.mark.smoke
def test_a_comparison_becomes_part_of_the_internal_report(covey, people, comparison, tmp_path):
    result = covey(
        *("protect", people, "-o", "safe.csv", "-k", 4, *ROLES, "--report", "r.html"),
        *("--audience", "internal", "--comparison", comparison, "--quiet"),
    )
    assert (result.code, result.err) == (0, "")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "2 settings were tried on this table" in page


INTERNAL = ("--report", "r.html", "--audience", "internal")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--audience", "press", "--report", "r.html"),
            "'audience' must be 'public' or 'internal'",
        ),
        (("--comparison", "comparison.json"), "say where, with --report"),
        (("--comparison", "comparison.json", "--report", "r.html"), "internal report only"),
        (("--comparison", "no.json", *INTERNAL), "'no.json' is no comparison: it does not exist"),
        (("--comparison", "people.csv", *INTERNAL), "'people.csv' is no comparison"),
        (("--comparison", "other.json", *INTERNAL), "made on another table: 'people.csv'"),
        (("--report", "nowhere/r.html"), "nowhere"),
    ],
)
def test_a_report_that_cannot_be_is_refused_at_once(
    covey, people, comparison, tmp_path, arguments, message
):
    told = json.loads(comparison.read_text(encoding="utf-8"))
    told["input"]["digest"] = "0" * 64
    (tmp_path / "other.json").write_text(json.dumps(told), encoding="utf-8")
    before = sorted(path.name for path in tmp_path.iterdir())
    result = covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES, *arguments)
    assert result.code == 2
    assert message in result.err
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.smoke
def test_parquet_in_and_out(covey, tmp_path):
    rng = np.random.default_rng(1)
    frame = pl.DataFrame(
        {"a": rng.normal(size=30), "b": rng.integers(0, 99, 30), "t": ["x", "y"] * 15}
    )
    frame.write_parquet(tmp_path / "in.parquet")
    assert (
        covey(
            "protect",
            "in.parquet",
            "-o",
            "out.parquet",
            "-k",
            3,
            "--other",
            "t",
            "--round",
            "auto",
            "--order",
            "kept",
        ).code
        == 0
    )
    released = pl.read_parquet(tmp_path / "out.parquet")
    assert released.schema["b"] == pl.Int64
    assert released["t"].to_list() == frame["t"].to_list()
    assert released.group_by("a", "b").len()["len"].min() >= 3
    assert covey("verify", "out.parquet").code == 0


def test_semicolons_and_decimal_commas_are_kept(covey, tmp_path):
    lines = ["Größe;Gewicht;Ort"] + [
        f"{1 + i % 7},{i % 10};{50 + i % 13};Ä{i:02d}" for i in range(30)
    ]
    (tmp_path / "german.csv").write_bytes("\n".join(lines).encode("cp1252"))
    result = covey("protect", "german.csv", "-o", "sicher.csv", "-k", 3, "--other", "Ort", "--json")
    assert result.code == 0
    text = (tmp_path / "sicher.csv").read_bytes().decode("cp1252")
    header, first, *_ = text.splitlines()
    assert header == "Größe;Gewicht;Ort"
    assert first.count(";") == 2
    assert "." not in text
    assert covey("verify", "sicher.csv").code == 0


def test_force_replaces_and_nothing_else_does(covey, people, tmp_path):
    covey("protect", people, "-o", "safe.csv", "-k", 4, *ROLES)
    first = (tmp_path / "safe.csv").read_bytes()
    refused = covey("protect", people, "-o", "safe.csv", "-k", 5, *ROLES)
    assert refused.code == 2
    assert "--force" in refused.err
    assert (tmp_path / "safe.csv").read_bytes() == first
    assert covey("protect", people, "-o", "safe.csv", "-k", 5, *ROLES, "--force").code == 0
    assert (tmp_path / "safe.csv").read_bytes() != first
    assert covey("verify", "safe.csv").code == 0


def test_a_bound_stands_beside_the_loss(covey, people, tmp_path):
    common = ("protect", people, "-k", 4, *ROLES, "--method", "mdav")
    plain = covey(*common, "-o", "plain.csv", "--json").json
    assert "bound" not in plain
    told = covey(*common, "-o", "safe.csv", "--bound", "relaxed", "--json").json
    assert told["bound"]["kind"] == "relaxed"
    assert told["bound"]["k"] == 4
    assert told["bound"]["is_solved"]
    assert 0.0 < told["bound"]["IL"] <= told["scores"]["IL"]
    manifest = json.loads((tmp_path / told["manifest"]).read_text(encoding="utf-8"))
    assert manifest["bound"] == told["bound"]
    words = covey(*common, "-o", "seen.csv", "--refine", "search", "--effort", 0).out
    assert "(bound " in words


def test_a_bound_that_cannot_be_is_refused(covey, people, tmp_path):
    got = covey("protect", people, "-o", "a.csv", "-k", 4, *ROLES, "--bound", "tight")
    assert got.code == 2
    assert "'bound' must be 'none', 'simple' or 'relaxed'. Got 'tight'" in got.err
    numbers = tmp_path / "numbers.csv"
    numbers.write_text("x\n" + "\n".join(f"{i}.5" for i in range(2_001)), encoding="utf-8")
    got = covey("protect", numbers, "-o", "b.csv", "-k", 4, "--bound", "relaxed")
    assert got.code == 2
    assert "up to 2,000 records. Got 2,001. Take the simple one: --bound simple" in got.err


def test_polish_runs_from_the_command_line(covey, people, tmp_path):
    common = ("protect", people, "-k", 4, *ROLES, "--method", "iamat", "--effort", 0)
    searched = covey(*common, "-o", "one.csv", "--refine", "search", "--json").json
    polished = covey(*common, "-o", "two.csv", "--refine", "polish", "--json").json
    assert polished["scores"]["IL"] <= searched["scores"]["IL"]
    facts = json.loads((tmp_path / polished["manifest"]).read_text(encoding="utf-8"))["facts"]
    assert facts["polish"]["n_windows"] >= 1
    assert 0.0 <= facts["polish"]["largest_gap"] <= 1.0


def test_text_that_a_spreadsheet_would_run(covey, tmp_path):
    rows = [f"{i}.5,{i * i}.5,{'=1+1' if i % 2 else 'plain'}" for i in range(12)]
    (tmp_path / "in.csv").write_text("\n".join(["a,b,remark", *rows]), encoding="utf-8")
    command = ("protect", "in.csv", "-k", 3, "--other", "remark", "--method", "mdav")
    kept = covey(*command, "-o", "kept.csv")
    assert kept.code == 0
    assert "6 cells of 'remark' begin like formulas" in " ".join((kept.out + kept.err).split())
    (tmp_path / "covey.toml").write_text('formulas = "escape"', encoding="utf-8")
    escaped = covey(*command, "-o", "escaped.csv", "--config", "covey.toml", "--json")
    assert escaped.json["plan"]["formulas"]["treatment"] == "escape"
    remarks = [row["remark"] for row in rows_of(tmp_path / "escaped.csv")]
    assert sorted(remarks) == ["'=1+1"] * 6 + ["plain"] * 6
    assert covey("verify", "escaped.csv").code == 0
    assert covey(*command, "-o", "no.csv", "--formulas", "drop").code == 2


@pytest.mark.parametrize("memory", [(), ("--memory", "2GB")])
def test_decimals_on_the_command_line_and_in_the_configuration(covey, people, tmp_path, memory):
    made = covey("protect", people, "-o", "a.csv", "-k", 4, *ROLES, "--round", 0, *memory)
    assert made.code == 0, made.err
    assert pl.read_csv(tmp_path / "a.csv")["age"].dtype == pl.Int64
    assert covey("verify", "a.csv").code == 0
    (tmp_path / "job.toml").write_text("round = 1\n", encoding="utf-8")
    settings = ("--config", "job.toml", *memory)
    made = covey("protect", people, "-o", "b.csv", "-k", 4, *ROLES, *settings, "--json").json
    assert made["plan"]["round"] == 1
    ages = pl.read_csv(tmp_path / "b.csv")["age"]
    assert (ages == ages.round(1)).all()
    refused = covey("protect", people, "-o", "c.csv", "-k", 4, *ROLES, "--round", 7)
    assert (refused.code, "from 0 to 6. Got '7'" in refused.err) == (2, True)
