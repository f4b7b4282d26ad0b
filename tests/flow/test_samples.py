"""Commands on a table that comes with Covey."""

from __future__ import annotations

import json

import pytest

ROLES = ("--identifier", "patient_id,visit_month", "--confidential", "hba1c")
QUICK = ("--methods", "mdav", "-k", "5")


def test_a_sample_is_protected_by_its_name(covey, tmp_path):
    made = covey("protect", "sample:clinic", "-o", "safe.csv", "-k", 5, *ROLES, "--method", "mdav")
    assert made.code == 0, made.err
    manifest = json.loads((tmp_path / "safe.csv.manifest.json").read_text(encoding="utf-8"))
    assert (manifest["input"]["name"], manifest["n_records"]) == ("clinic.csv", 1000)


def test_a_sample_may_stand_in_a_configuration(covey, tmp_path):
    (tmp_path / "job.toml").write_text('input = "sample:clinic"\nk = 5\n', encoding="utf-8")
    made = covey("protect", "--config", "job.toml", "-o", "s.csv", *ROLES, "--method", "mdav")
    assert made.code == 0, made.err


@pytest.mark.parametrize(
    ("command", "settings"),
    [
        ("compare", (*ROLES, *QUICK)),
        ("select", (*ROLES, "--count", "2")),
        ("measure", ("sample:clinic", "--measures", "IL")),
    ],
)
def test_every_command_that_reads_takes_a_sample(covey, command, settings):
    done = covey(command, "sample:clinic", *settings)
    assert done.code == 0, done.err


def test_advice_on_a_sample_can_be_followed(covey, tmp_path):
    advised = covey("advise", "sample:clinic", *ROLES, *QUICK, "--max-risk", 99, "--json").json
    words = advised["command"].split()
    assert words[2:5] == ["sample:clinic", "-o", "clinic-safe.csv"]
    assert covey(*words[1:]).code == 0
    assert (tmp_path / "clinic-safe.csv").exists()


def test_an_unknown_sample_gets_the_list(covey):
    refused = covey("protect", "sample:clinik", "-o", "s.csv", "-k", 5)
    assert refused.code == 2
    assert "No data set 'clinik'. Did you mean 'clinic'?" in refused.err
    assert "tarragona" in refused.err


def test_a_file_of_such_a_name_is_read(covey, tmp_path):
    rows = "".join(f"{i},{i % 7}\n" for i in range(12))
    (tmp_path / "sample:x.csv").write_text(f"a,b\n{rows}", encoding="utf-8")
    made = covey("protect", "sample:x.csv", "-o", "s.csv", "-k", 3, "--quasi", "a,b")
    assert made.code == 0, made.err
