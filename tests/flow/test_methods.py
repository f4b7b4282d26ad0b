"""Methods that need more than numbers, from end to end."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

QUASI = ("--quasi", "a,b", "--confidential", "c")


@pytest.fixture
def numbers(tmp_path):
    """Write 90 records with two quasi-identifiers and a confidential attribute in two classes."""
    rng = np.random.default_rng(3)
    frame = {"a": rng.normal(size=90), "b": rng.normal(size=90)}
    frame["c"] = np.where(np.arange(90) % 3 == 0, 100.0, 0.0) + rng.normal(size=90)
    pl.DataFrame(frame).write_csv(tmp_path / "in.csv")
    return tmp_path / "in.csv"


def test_individual_ranking_is_refused_unless_allowed(covey, numbers, tmp_path):
    result = covey(
        "protect", numbers, "-o", "o.csv", "-k", 3, *QUASI, "--method", "individual-ranking"
    )
    assert result.code == 2
    assert "--allow-not-k-anonymous" in result.err
    assert not (tmp_path / "o.csv").exists()


def test_individual_ranking_tells_the_truth_everywhere(covey, numbers, tmp_path):
    arguments = ("--method", "individual-ranking", "--allow-not-k-anonymous", "--report", "r.html")
    arguments += ("--audience", "internal")
    got = covey("protect", numbers, "-o", "o.csv", "-k", 3, *QUASI, *arguments, "--json").json
    released = pl.read_csv(tmp_path / "o.csv")
    smallest = released.group_by("a", "b").len()["len"].min()
    assert smallest < 3
    for column in ("a", "b"):
        assert released.group_by(column).len()["len"].min() >= 3
    assert got["k_anonymous"] == {
        "holds": False,
        "smallest_class": smallest,
        "quasi_identifiers": ["a", "b"],
    }
    assert got["group_size"]["min"] == smallest
    manifest = json.loads((tmp_path / "o.csv.manifest.json").read_text(encoding="utf-8"))
    assert manifest["k_anonymous"]["holds"] is False
    assert manifest["plan"]["is_k_anonymous"] is False
    assert "Do not call this release k-anonymous" in (tmp_path / "r.html").read_text(
        encoding="utf-8"
    )
    verified = covey("verify", "o.csv")
    assert verified.code == 2
    assert "is not k-anonymous and was released so on purpose" in verified.err


def test_people_are_told_too(covey, numbers):
    arguments = ("--method", "individual-ranking", "--allow-not-k-anonymous")
    shown = covey("protect", numbers, "-o", "o.csv", "-k", 3, *QUASI, *arguments).out
    assert "NOT kept" in shown
    assert "Safe file" not in shown


def test_hm_pfsom_needs_a_confidential_attribute(covey, numbers):
    result = covey("protect", numbers, "-o", "o.csv", "-k", 3, "--method", "hm-pfsom")
    assert result.code == 2
    assert "needs at least one numeric confidential attribute" in result.err


def test_hm_pfsom_keeps_groups_mixed_and_reports_blocks(covey, numbers, tmp_path):
    arguments = ("--method", "hm-pfsom", "--option", "n_blocks=1", "--option", "n_classes=2")
    result = covey(
        "protect",
        numbers,
        "-o",
        "o.csv",
        "-k",
        3,
        *QUASI,
        *arguments,
        "--report",
        "r.html",
        "--audience",
        "internal",
    )
    assert result.code == 0
    released = pl.read_csv(tmp_path / "o.csv")
    mixed = released.group_by("a", "b").agg((pl.col("c") > 50).sum().alias("high"), pl.len())
    assert (mixed["high"] >= 3).all()
    assert (mixed["len"] - mixed["high"] >= 3).all()
    manifest = json.loads((tmp_path / "o.csv.manifest.json").read_text(encoding="utf-8"))
    (block,) = manifest["facts"]["hm-pfsom"]["class_blocks"]
    assert (block["records"], sorted(block["classes"])) == (90, [30, 60])
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Blocks and classes" in page
    assert "Records by block and class" in page


@pytest.mark.parametrize("method", ["mdav-generic", "axis"])
def test_refining_lowers_the_loss(covey, numbers, method):
    plain = covey(
        "protect", numbers, "-o", "p.csv", "-k", 3, *QUASI, "--method", method, "--json"
    ).json
    arguments = ("--method", method, "--refine", "dba2", "--json")
    refined = covey("protect", numbers, "-o", "r.csv", "-k", 3, *QUASI, *arguments).json
    assert refined["scores"]["IL"] < plain["scores"]["IL"]
    assert refined["group_size"]["min"] >= 3
    assert refined["plan"]["refine"] == "dba2"


def test_refining_needs_groups_of_records(covey, numbers):
    arguments = ("--method", "individual-ranking", "--allow-not-k-anonymous", "--refine", "dba2")
    result = covey("protect", numbers, "-o", "o.csv", "-k", 3, *QUASI, *arguments)
    assert result.code == 2
    assert "'individual-ranking' has none" in result.err


def test_a_method_is_shown_in_whatever_case_it_is_named(covey):
    assert covey("methods", "MDAV").out == covey("methods", "mdav").out
    assert covey("methods", "Search").out == covey("methods", "search").out
    assert covey("methods", "MDVA").code == 2
