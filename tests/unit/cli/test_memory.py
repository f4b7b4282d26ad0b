"""``covey protect --memory``: which way a table goes, and what is said of it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from covey.cli.app import app
from covey.engines import budget
from covey.releasing import verify

ROLES = ["--identifier", "name", "--confidential", "illness,debt", "--other", "code"]


@pytest.fixture
def covey(tmp_path, people, monkeypatch):
    """Run the command on a small table, as if the libraries took no memory."""
    monkeypatch.setattr(budget, "BASE", 0)
    monkeypatch.setattr(budget, "_PASSING", 0)
    monkeypatch.chdir(tmp_path)
    people.write_csv("in.csv")
    people.write_parquet("in.parquet")

    def run(*words, source="in.csv", output="out.csv"):
        arguments = ["protect", source, "-o", output, "-k", "4", "--method", "mdav-generic"]
        return CliRunner().invoke(app, [*arguments, *ROLES, *words])

    return run


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_table_that_does_not_fit_is_streamed(covey, tmp_path, suffix):
    result = covey("--memory", "500KB", "--json", source=f"in.{suffix}", output=f"out.{suffix}")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["k_anonymous"]["holds"]
    assert any("does not fit into the 500KB of memory" in note for note in told["plan"]["notes"])
    assert verify(tmp_path / f"out.{suffix}").smallest_class >= 4
    assert list(tmp_path.glob(".*")) == []


def test_people_are_told_too(covey):
    result = covey("--memory", "500KB")
    assert result.exit_code == 0
    assert "does not fit into the 500KB of memory allowed" in " ".join(result.stderr.split())
    assert "Safe" not in result.stdout  # each record has a code of its own


def test_a_table_that_fits_is_protected_as_without_the_option(covey, tmp_path):
    assert covey("--memory", "2GB").exit_code == 0
    assert covey(output="whole.csv").exit_code == 0
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--memory", "much"], "'memory' must be an amount of memory"),
        (["--memory", "2"], "--memory is too little for this table"),
        (["--memory", "500KB", "--select", "1"], "--select does not go with a table"),
        (["--memory", "500KB", "--select", "1"], "raise --memory to 1.8MB, or protect"),
    ],
)
def test_what_cannot_be_done_is_said(covey, tmp_path, words, message):
    result = covey(*words)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert {path.name for path in tmp_path.iterdir()} == {"in.csv", "in.parquet"}
