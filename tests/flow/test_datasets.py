"""The list of data sets, with where each is."""

from __future__ import annotations

import pytest


@pytest.fixture
def env(tmp_path):
    (tmp_path / "data").mkdir()
    return {"COVEY_DATA": str(tmp_path / "data"), "COVEY_CACHE": str(tmp_path / "cache")}


def test_absent_sets_say_how_to_get_them(covey, env, tmp_path):
    result = covey("datasets", env=env)
    assert result.code == 0
    assert "comes with Covey" in result.out
    assert result.out.count("not here") >= 3
    assert "sdcMicro/master/data/CASCrefmicrodata.rda" in result.out
    assert "covey[data]" in result.out
    assert not (tmp_path / "cache").exists()


def test_the_set_to_try_is_one_that_is_here(covey, env):
    listed = covey("datasets", env=env).out
    (tried,) = [line for line in listed.splitlines() if line.startswith("Try one: covey ")]
    command = tried.removeprefix("Try one: covey ").split()
    assert command[:2] == ["compare", "sample:clinic"]
    done = covey(*command, "--methods", "mdav", env=env)
    assert done.code == 0, done.err


def test_json(covey, env, tmp_path):
    (tmp_path / "data" / "census.csv").write_text("a\n1\n", encoding="utf-8")
    described = {
        entry["name"]: entry for entry in covey("datasets", "--json", env=env).json["datasets"]
    }
    assert list(described) == ["clinic", "tarragona", "census", "eia"]
    states = {name: entry["state"] for name, entry in described.items()}
    assert states == {
        "clinic": "bundled",
        "tarragona": "absent",
        "census": "damaged",
        "eia": "absent",
    }
    assert described["clinic"]["path"] is described["clinic"]["url"] is None
    assert described["census"]["path"] == str(tmp_path / "data" / "census.csv")
    assert "it is 1 by 1" in described["census"]["remedy"]
    eia = described["eia"]
    assert (eia["n_records"], eia["n_columns"], len(eia["benchmark_columns"])) == (4092, 15, 11)
    assert "Brand" in eia["citation"]


def test_sets_in_the_named_folder_are_found(covey, env, reference_folder):
    result = covey("datasets", env={**env, "COVEY_DATA": str(reference_folder)})
    assert result.out.count(" is here: ") == 3
    assert "covey[data]" not in result.out
