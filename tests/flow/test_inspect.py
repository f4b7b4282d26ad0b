import json
import tomllib

import pytest

ROLES = {"id": "identifier", "age": "quasi", "height": "quasi", "illness": "quasi"}


@pytest.mark.smoke
def test_people_see_a_row_for_each_column_and_how_unique_records_are(covey, people):
    shown = covey("inspect", people)
    assert shown.code == 0, shown.err
    for name, role in ROLES.items():
        assert any(name in line and role in line for line in shown.out.splitlines())
    assert "records of 60" in shown.out
    assert "alone on the 4 proposed keys" in shown.out
    assert "-o covey.toml" in shown.err


def test_the_next_command_names_the_draft(covey, people, tmp_path):
    (tmp_path / "a").mkdir()
    shown = covey("inspect", people, "-o", "a/draft.toml")
    assert shown.code == 0, shown.err
    command = (shown.out + shown.err).partition("then: covey ")[2].splitlines()[0].split()
    assert command[:3] == ["protect", "--config", "a/draft.toml"]
    assert covey(*command).code == 0


def test_json_is_one_object(covey, people):
    found = covey("inspect", people, "--json")
    assert (found.code, found.err) == (0, "")
    told = found.json
    assert (told["n_records"], told["output"]) == (60, None)
    assert {one["name"]: one["role"] for one in told["columns"]} == {**ROLES, "region": "quasi"}
    assert told["keys"] == ["age", "height", "illness", "region"]
    assert 0 <= told["alone"]["records"] <= 60


@pytest.mark.parametrize("memory", [(), ("--memory", "300MB")])
def test_every_command_takes_the_draft_as_it_is(covey, people, tmp_path, memory):
    made = covey("inspect", people, "-o", "covey.toml", *memory)
    assert made.code == 0, made.err
    assert tomllib.loads((tmp_path / "covey.toml").read_text())["input"] == "people.csv"
    config = ("--config", "covey.toml", "--json")
    kept = ("--method", "mdav", "-o", "safe.csv", "--order", "kept")
    made = covey("protect", *config, "-k", 3, *kept)
    assert made.code == 0, made.err
    assert made.json["plan"]["roles"]["quasi"] == ["age", "height", "illness", "region"]
    for command in (
        ("measure", "people.csv", "safe.csv"),
        ("compare", "-k", 3, "--methods", "mdav"),
        ("advise", "-k", 3, "--methods", "mdav", "--max-risk", 100),
        ("select", "--count", 1),
        ("inspect",),
        ("verify", "safe.csv"),
    ):
        done = covey(*command, *config)
        assert done.code == 0, (command, done.err)
        json.loads(done.out)


def test_a_file_that_exists_is_kept_without_force(covey, people, tmp_path):
    (tmp_path / "covey.toml").write_text("mine")
    refused = covey("inspect", people, "-o", "covey.toml")
    assert refused.code == 2
    assert "--force" in refused.err
    assert (tmp_path / "covey.toml").read_text() == "mine"
    assert covey("inspect", people, "-o", "covey.toml", "--force", "--quiet").code == 0
    assert "[roles]" in (tmp_path / "covey.toml").read_text()


def test_the_command_that_a_refusal_names_can_be_run(covey, tmp_path):
    rows = "".join(f"{i},{i % 3},{'ab'[i % 2]}\n" for i in range(40))
    (tmp_path / "in.csv").write_text(f"nr,grade,town\n{rows}")
    refused = covey("protect", "in.csv", "-o", "s.csv", "-k", 3)
    assert refused.code == 2
    for name in ("'nr'", "'grade'", "'town'"):
        assert name in refused.err
    command = refused.err.strip().rpartition(": covey ")[2].split()
    assert command == ["inspect", "in.csv", "-o", "covey.toml"]
    assert covey(*command).code == 0
    made = covey("protect", "--config", "covey.toml", "-o", "s.csv", "-k", 3)
    assert made.code == 0, made.err


def test_settings_for_other_commands_are_passed_over_and_unknown_ones_refused(
    covey, people, tmp_path
):
    config = tmp_path / "job.toml"
    roles = '[roles]\nidentifier = ["id"]\nother = ["region"]\nconfidential = ["illness"]\n'
    config.write_text(
        f'input = "people.csv"\noutput = "no.csv"\nk = 4\nmethods = ["mdav"]\n{roles}'
    )
    compared = covey("compare", "--config", "job.toml", "--json")
    assert compared.code == 0, compared.err
    assert [(run["method"], run["k"]) for run in compared.json["runs"]] == [("mdav", 4)]
    assert not (tmp_path / "no.csv").exists()
    config.write_text(f'input = "people.csv"\nmethds = ["mdav"]\n{roles}')
    refused = covey("compare", "--config", "job.toml")
    assert refused.code == 2
    assert "No setting 'methds'. Did you mean 'methods'?" in refused.err


def test_verify_and_measure_find_their_files_in_the_configuration(covey, people, tmp_path):
    (tmp_path / "job.toml").write_text(
        'input = "people.csv"\noutput = "safe.csv"\norder = "kept"\nmethod = "mdav"\nk = 4\n'
        '[roles]\nidentifier = ["id", "region"]\nquasi = ["age", "height"]\n'
        'confidential = ["illness"]\n'
    )
    config = ("--config", "job.toml", "--json")
    made = covey("protect", *config)
    assert made.code == 0, made.err
    assert covey("verify", *config).json["output"].endswith("safe.csv")
    measured = covey("measure", *config)
    assert measured.json["keys"] == ["age", "height"]
    assert measured.json["scores"]["IL"] == pytest.approx(made.json["scores"]["IL"])
