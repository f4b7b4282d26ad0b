"""Published tables beside ours, from end to end."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import time

import pytest

from .conftest import COMMAND

VERDICTS = {"reproduced", "close", "in trend", "explained", "failed", "information", "not run"}


@pytest.mark.smoke
def test_the_list_names_papers_and_tables(covey):
    result = covey("reproduce", "--list")
    assert result.code == 0
    for name in ("000-III", "001-1", "002-figure-14", "003-12", "004-2"):
        assert name in result.out
    listed = covey("reproduce", "--list", "--json").json
    assert len(listed["tables"]) == 32
    assert set(listed["papers"]) == {"000", "001", "002", "003", "004"}


def test_tables_that_need_no_reference_data(covey, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    result = covey(
        "reproduce", "003-8", "002:fig 12", "--json", "-o", "found", env={"COVEY_DATA": str(empty)}
    )
    assert result.code == 0, result.err
    got = result.json
    assert [table["name"] for table in got["tables"]] == ["003-8", "002-figure-12"]
    assert set(got["summary"]) == VERDICTS
    assert got["summary"]["failed"] == 0
    row = got["tables"][0]["rows"][0]
    assert {"dataset", "method", "k", "published", "ours", "difference", "verdict"} <= set(row)
    assert row["difference"] == row["ours"] - row["published"]
    files = sorted(path.name for path in (tmp_path / "found").iterdir())
    assert files == ["002-figure-12.csv", "002-figure-12.svg", "003-8.csv"]
    with (tmp_path / "found" / "003-8.csv").open(encoding="utf-8") as lines:
        assert len(list(csv.DictReader(lines))) == len(got["tables"][0]["rows"])


def test_a_second_run_replaces_nothing_unless_forced(covey, tmp_path):
    arguments = ("reproduce", "003-8", "-o", "found")
    assert covey(*arguments).code == 0
    before = (tmp_path / "found" / "003-8.csv").read_bytes()
    again = covey(*arguments)
    assert again.code == 2
    assert "exists already" in again.err
    assert covey(*arguments, "--force").code == 0
    assert (tmp_path / "found" / "003-8.csv").read_bytes() == before


def test_people_get_a_table_with_notes_and_a_summary(covey):
    shown = covey("reproduce", "003-8").out
    for word in ("Published", "Ours", "Difference", "Verdict", "explained [1]", "[1] The paper"):
        assert word in shown
    assert "12 rows of 1 table: 10 reproduced, 2 explained." in shown
    assert "No row differs without an explanation." in shown


def test_one_table_of_the_reference_sets(covey, reference_folder):
    result = covey("reproduce", "001-2", env={"COVEY_DATA": str(reference_folder)})
    assert result.code == 0
    assert "5.692" in result.out
    assert "32 rows of 1 table: 23 reproduced, 8 close, 1 explained." in result.out
    assert "close: within 3 % of the printed figure, or within 0.1 % where" in result.out
    assert "in trend: " not in result.out  # no row here is


def test_missing_data_say_where_to_get_them(covey, tmp_path):
    places = {"COVEY_DATA": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    nowhere = {"https_proxy": "http://127.0.0.1:9", "HTTPS_PROXY": "http://127.0.0.1:9"}
    result = covey("reproduce", "001-1", env={**places, **nowhere})
    assert result.code == 2
    assert "tarragona" in result.err
    assert "COVEY_DATA" in result.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("001-11",), "Did you mean '001-1'?"),
        ((), "Name the tables to reproduce"),
        (("001-1", "--all"), "not both"),
        (("003-8", "-o", "no/such"), "does not exist"),
    ],
)
def test_wrong_requests(covey, arguments, message):
    result = covey("reproduce", *arguments)
    assert result.code == 2
    assert message in result.err


def test_ctrl_c_is_answered_within_a_second_or_two(tmp_path):
    """The largest table of all, stopped as it runs."""
    process = subprocess.Popen(
        [COMMAND, "reproduce", "000-figure-2", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "NO_COLOR": "1"},
        text=True,
    )
    time.sleep(6)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - start < 5
    assert process.returncode == 2
    assert "Stopped on request" in err
    assert out == ""


def test_the_seed_changes_simulated_data_only(covey):
    runs = [
        json.dumps(covey("reproduce", name, "--json", "--seed", seed).json["tables"])
        for name in ("003-8", "002-figure-14")
        for seed in (0, 1)
    ]
    assert runs[0] == runs[1]
    assert runs[2] != runs[3]
