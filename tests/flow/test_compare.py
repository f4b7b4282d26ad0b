"""``covey compare`` and ``covey advise`` as people run them."""

from __future__ import annotations

import csv
import json
import os
import shlex
import signal
import subprocess
import sys
import time

import pytest

ROLES = ("--identifier", "id", "--confidential", "illness", "--other", "region")
QUICK = ("-k", "3,5", "--methods", "mdav,iamat", *ROLES)


@pytest.mark.smoke
def test_the_table_the_map_and_the_json_agree(covey, people, tmp_path):
    found = covey("compare", people, *QUICK, "--report", "map.html", "--csv", "t.csv", "--json")
    assert found.code == 0
    runs = found.json["runs"]
    assert [(run["method"], run["k"]) for run in runs] == [
        ("mdav", 3),
        ("mdav", 5),
        ("iamat", 3),
        ("iamat", 5),
    ]
    assert any(run["pareto"] for run in runs)
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for run, row in zip(runs, rows, strict=True):
        assert float(row["IL"]) == run["scores"]["IL"]
        assert row["pareto"] == str(run["pareto"]).lower()
    page = (tmp_path / "map.html").read_text(encoding="utf-8")
    assert "http" not in page.split("<body")[0].replace("http-equiv", "")


def test_people_get_a_table(covey, people):
    found = covey("compare", people, *QUICK)
    assert found.code == 0
    assert "mdav" in found.out
    assert "iamat" in found.out
    assert "on the front" in found.out


def test_a_second_time_is_remembered_unless_fresh(covey, people):
    covey("compare", people, *QUICK)
    assert "4 were known" in covey("compare", people, *QUICK).err
    assert "were known" not in covey("compare", people, *QUICK, "--fresh").err


@pytest.mark.skipif(os.name == "nt", reason="signals are sent as POSIX has them")
def test_an_interrupted_comparison_does_only_the_rest(reference_folder, tmp_path, covey):
    arguments = [
        *("compare", str(reference_folder / "census.csv"), "--workers", "1"),
        *("-k", "3,4,5,10", "--methods", "mdav,vmdav,cvmdav,iamat,dba2", "--measures", "all"),
    ]
    kept = tmp_path / "cache" / "runs"
    process = subprocess.Popen(
        [sys.executable, "-c", "from covey.cli import main; main()", *arguments],
        cwd=tmp_path,
        env={**os.environ, "COVEY_CACHE": str(tmp_path / "cache")},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    deadline = time.monotonic() + 100
    while time.monotonic() < deadline and len(list(kept.glob("*.json"))) < 8:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "Stopped on request" in err
    n_kept = len(list(kept.glob("*.json")))
    assert 8 <= n_kept < 20
    found = covey(*arguments, "--json").json
    assert found["n_remembered"] == n_kept
    assert len(found["runs"]) == 20


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--methods", ","), "No method is left"),
        (("--methods", "mdva"), "Did you mean 'mdav'"),
        (("-k", "3,61"), "'k'"),
        (("-k", "three"), "'k'"),
        (("--risk", "DLX"), "No measure 'DLX'"),
        (("--measures", "XX"), "No measure 'XX'"),
        (("--report", "nowhere/map.html"), "nowhere"),
        (("--report", "map.pdf"), "must end in .html or .htm"),
        (("--csv", "nowhere/t.csv"), "nowhere"),
        (("--report", "people.csv", "--force"), "input file"),
        (("--option", "gamma=1"), "method.name=value"),
        (("--workers", "none"), "'workers'"),
    ],
)
def test_wrong_requests_get_a_sentence_and_leave_nothing(covey, people, tmp_path, arguments, words):
    found = covey("compare", people, *ROLES, *arguments)
    assert found.code == 2
    assert words in found.err
    assert [path.name for path in tmp_path.iterdir()] == ["people.csv"]


@pytest.mark.smoke
def test_advice_names_a_setting_whose_command_does_it(covey, people, tmp_path):
    found = covey("advise", people, "--max-risk", "40%", *QUICK, "--json")
    assert found.code == 0
    advice = found.json
    within = [run for run in advice["runs"] if run["scores"]["DLD"] <= 40]
    best = min(within, key=lambda run: (run["scores"]["IL"], run["scores"]["DLD"]))
    assert advice["setting"]["method"] == best["method"]
    assert advice["setting"]["k"] == best["k"]
    program, *words = shlex.split(advice["command"])
    assert program == "covey"
    done = covey(*words, "--json")
    assert done.code == 0
    assert done.json["scores"]["IL"] == best["scores"]["IL"]
    assert (tmp_path / done.json["report"]).exists()


SURVEY = {
    "roles": '[roles]\nidentifier = ["id"]\nunit = "hh, no"\nstrata = ["region"]\nweight = "w"\n',
    "columns": (
        '[columns.edu]\nlevels = ["<9", "9-12", "it\'s more"]\n[columns.sex]\nkind = "nominal"\n'
        '[columns.grade]\nkind = "ordinal"\n[columns.age]\nkind = "numeric"\n'
        'missing_codes = ["-9"]\nimportance = 2.0\naggregate = "median"\n'
        '[columns.since]\nkind = "date"\ntop = 2017-01-31\n'
        '[columns.job]\ntaxonomy = "jobs.csv"\naggregate = "ancestor"\n'
    ),
}
POLICIES = {
    "unit_mode": "together",
    "small_strata": "merge",
    "missing": "fill",
    "weight_release": "asis",
    "scaling": "minmax",
    "seed": "4",
}
IN_FLAGS = (
    *("--identifier", "id", "--unit", "hh, no", "--strata", "region", "--weight", "w"),
    *("--ordinal", 'edu="<9"<9-12<it\'s more', "--nominal", "sex", "--kind", "grade=ordinal"),
    *("--kind", "age=numeric", "--missing-codes", "age=-9", "--importance", "age=2"),
    *("--aggregate", "age=median", "--kind", "since=date", "--top", "since=2017-01-31"),
    *("--taxonomy", "job=jobs.csv", "--aggregate", "job=ancestor", "--delimiter", "tab"),
    *(word for name, value in POLICIES.items() for word in (f"--{name.replace('_', '-')}", value)),
)


@pytest.fixture
def survey(tmp_path):
    """Write a table with every kind of column, and a taxonomy."""
    rows = [
        (
            *(i, i // 2, "NS"[i // 2 % 2], "mf"[i * 7 % 3 % 2]),
            ["<9", "9-12", "it's more"][i * 11 % 7 % 3],
            *(1 + i * 5 % 11 % 4, -9 if i % 13 == 0 else 18 + i * 37 % 61),
            f"20{10 + i % 9}-0{1 + i * 3 % 9}-1{i % 7}",
            *(["nurse", "doctor", "smith"][i * 13 % 5 % 3], 1.5 + i % 4),
        )
        for i in range(120)
    ]
    header = ("id", "hh, no", "region", "sex", "edu", "grade", "age", "since", "job", "w")
    lines = ["\t".join(map(str, row)) for row in (header, *rows)]
    (tmp_path / "survey.txt").write_text("\n".join(lines) + "\n")
    (tmp_path / "jobs.csv").write_text("nurse,health\ndoctor,health\nsmith,any\nhealth,any\n")
    return "survey.txt"


def done_as_advised(covey, *arguments):
    """Run the command of an advice; return it with the figures that were judged and released."""
    quick = ("--max-risk", "100", "-k", "5", "--methods", "mdav+search", "--json")
    advice = covey("advise", *arguments, *quick)
    assert advice.code == 0, advice.err
    words = shlex.split(advice.json["command"])[1:]
    done = covey(*words, "--json")
    assert done.code == 0, done.err
    judged = advice.json["runs"][0]["scores"]
    assert {name: done.json["scores"][name] for name in ("IL", "DLD")} == {
        name: judged[name] for name in ("IL", "DLD")
    }
    return words, done.json["plan"]


def test_every_setting_on_the_command_line_goes_into_the_command(covey, survey):
    words, plan = done_as_advised(covey, survey, *IN_FLAGS)
    given = {*IN_FLAGS, "--effort", "0.1", "--refine", "search"} - {"tab"}
    assert not {word for word in given if word.startswith("--")} - set(words)
    assert plan["roles"]["unit"] == ["hh, no"]
    assert plan["effort"] == 0.1


def test_a_configuration_goes_into_the_command_as_it_is(covey, survey, tmp_path):
    said = "".join(f'{name} = "{value}"\n' for name, value in POLICIES.items() if name != "seed")
    own = 'k = 3\nrefine = "polish"\neffort = 0.5\n[reading]\ndelimiter = "tab"\n'
    text = f"input = '{survey}'\n{said}{own}{SURVEY['roles']}{SURVEY['columns']}"
    (tmp_path / "job.toml").write_text(text)
    words, plan = done_as_advised(covey, "--config", "job.toml", "--seed", "4", "--effort", "1")
    added = words[words.index("-k") : words.index("--report")]
    config = ("--config", "job.toml", "--seed", "4")
    method = ("-k", "5", "--method", "mdav", "--refine", "search", "--effort", "1.0")
    assert added == [*method, *config]
    assert (plan["refine"], plan["effort"], plan["seed"]) == ("search", 1.0, 4)


@pytest.mark.parametrize("own", ["select = 1", "[refine_options]\nwindow = 9", "[options]\ng = 1"])
def test_a_configuration_that_a_release_would_follow_otherwise_is_spelled_out(
    covey, people, tmp_path, own
):
    roles = '[roles]\nidentifier = ["id"]\nother = ["region"]\nconfidential = ["illness"]\n'
    (tmp_path / "job.toml").write_text(f'input = "people.csv"\n{own}\n{roles}')
    words, _ = done_as_advised(covey, "--config", "job.toml")
    assert "--config" not in words
    assert words[words.index("--confidential") + 1] == "illness"


def test_people_get_two_sentences_the_cost_and_the_command(covey, people):
    found = covey("advise", people, "--max-risk", "40", *QUICK)
    assert "Use " in found.out
    assert "covey protect" in found.out
    assert "next safer" in found.out or "is safer" in found.out


def test_a_limit_that_nothing_meets(covey, people):
    found = covey("advise", people, "--max-risk", "0.01%", *QUICK)
    assert found.code == 0
    assert "None of the 4 settings" in found.out
    assert "The closest is" in found.out
    advice = covey("advise", people, "--max-risk", "0.01%", *QUICK, "--json").json
    assert not advice["met"]
    assert advice["command"] is None
    assert advice["closest"]["k"] == 5


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Say what you accept"),
        (("--max-risk", "low"), "takes a number"),
        (("--max-risk", "140%"), "range of DLD"),
        (("--max-loss=-1",), "range of IL"),
    ],
)
def test_limits_that_make_no_sense_are_refused(covey, people, tmp_path, arguments, words):
    found = covey("advise", people, *QUICK, *arguments)
    assert found.code == 2
    assert words in found.err
    assert not (tmp_path / "cache").exists(), "a setting was tried first"


def test_names_that_need_quotes_survive_the_command(covey, tmp_path):
    rows = "\n".join(f"{i % 7}.5,{i * i % 11}.5" for i in range(40))
    path = tmp_path / "odd name.csv"
    path.write_text('"net, income","say ""x"""\n' + rows + "\n", encoding="utf-8")
    advice = covey("advise", path, "--max-risk", "90", "-k", "3", "--methods", "mdav", "--json")
    done = covey(*shlex.split(advice.json["command"])[1:], "--json")
    assert done.code == 0, done.err
    assert json.dumps(done.json["plan"]["roles"]["quasi"]) == json.dumps(["net, income", 'say "x"'])


def test_a_name_that_begins_with_a_dash_is_no_option(covey, tmp_path):
    rows = "\n".join(f"{i % 7}.5,{i * i % 11}.5" for i in range(40))
    (tmp_path / "-odd.csv").write_text("a,b\n" + rows + "\n", encoding="utf-8")
    quick = ("-k", "3", "--methods", "mdav", "--json")
    advice = covey("advise", "--max-risk", "90", *quick, "--", "-odd.csv")
    done = covey(*shlex.split(advice.json["command"])[1:])
    assert done.code == 0, done.err
    assert (tmp_path / "-odd-safe.csv").exists()


def test_the_front_is_told_truly_where_more_is_better(covey, people):
    found = covey("compare", people, *QUICK, "--risk", "L_distinct")
    assert "no other one has less IL without less L_distinct" in found.out
