"""A file without header: every command refuses it with the flag that settles it."""

from __future__ import annotations

import pytest

RECORDS = "".join(f"{'FM'[i % 2]},{30 + i % 19},{50_000 + 731 * i}\n" for i in range(40))
SECRETS = ("'F'", "'30'", "50000")


@pytest.fixture
def bare(tmp_path):
    path = tmp_path / "bare.csv"
    path.write_text(RECORDS, encoding="utf-8")
    return path


COMMANDS = {
    "protect": ("-o", "safe.csv", "-k", 3, "--method", "mdav"),
    "compare": ("-k", 3, "--methods", "mdav"),
    "advise": ("-k", 3, "--methods", "mdav", "--max-risk", 100),
    "select": ("--count", 1, "-k", 3),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_refused_and_settled(covey, bare, command):
    rest = COMMANDS[command]
    refused = covey(command, bare.name, *rest)
    assert refused.code == 2
    assert "may be a record instead of column names" in refused.err
    assert "--header no" in refused.err
    for secret in SECRETS:
        assert secret not in refused.err + refused.out
    taken = covey(command, bare.name, *rest, "--header", "no", "--identifier", "c1", "--json")
    assert taken.code == 0, taken.err


def test_measure_with_the_release_of_such_a_file(covey, bare, tmp_path):
    refused = covey("measure", "bare.csv", "bare.csv")
    assert refused.code == 2
    assert "--header no" in refused.err
    config = tmp_path / "covey.toml"
    config.write_text('[reading]\nheader = "no"\n', encoding="utf-8")
    made = covey(
        *("protect", "bare.csv", "-o", "safe.csv", "-k", 3, "--other", "c1", "--config", config),
        *("--method", "mdav", "--json", "--report", "r.html"),
    )
    assert made.code == 0, made.err
    assert made.json["n_records"] == 40
    assert (tmp_path / "safe.csv").read_text(encoding="utf-8").startswith("c1,c2,c3\n")
    assert covey("verify", "safe.csv").code == 0


def test_names_that_look_like_values_go_all_the_way(covey, tmp_path):
    (tmp_path / "years.csv").write_text(
        "2019,2020\n" + "".join(f"{i}.5,{i * i % 17}.5\n" for i in range(30)), encoding="utf-8"
    )
    rest = ("-k", 3, "--method", "mdav", "--header", "yes")
    assert covey("protect", "years.csv", "-o", "s.csv", *rest).code == 0
    assert (tmp_path / "s.csv").read_text(encoding="utf-8").startswith("2019,2020\n")
    assert covey("verify", "s.csv").code == 0
