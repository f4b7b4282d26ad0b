"""Names, numbers and documents beyond all measure: a sentence and exit 2, never a crash."""

from __future__ import annotations

import json

import pytest

GOOD = "a,b,c\n" + "".join(f"{i}.5,{i * i % 17}.5,{i * 7 % 13}.5\n" for i in range(12))
LONG, DEEP = "x" * 256, "[" * 100_000
DIGITS = "9" * 5_000
PROTECT = ("protect", "in.csv", "-o", "o.csv", "-k", 3, "--force")


@pytest.fixture
def folder(tmp_path):
    """Put a table there, and what leads nowhere."""
    (tmp_path / "in.csv").write_text(GOOD, encoding="utf-8")
    for suffix in ("csv", "toml", "json", "html", "svg"):
        (tmp_path / f"loop.{suffix}").symlink_to(tmp_path / f"loop.{suffix}")
        (tmp_path / f"endless.{suffix}").symlink_to("/dev/zero")
    return tmp_path


CASES = {
    "long input": (("protect", f"{LONG}.csv", "-o", "o.csv", "-k", 3), "File name too long"),
    "long output": (("protect", "in.csv", "-o", f"{LONG}.csv", "-k", 3), "is too long"),
    "long report": ((*PROTECT, "--report", f"{LONG}.html"), "is too long"),
    "long configuration": ((*PROTECT, "--config", f"{LONG}.toml"), "File name too long"),
    "long masked": (("measure", "in.csv", f"{LONG}.csv"), "File name too long"),
    "long released": (("verify", f"{LONG}.csv"), "does not exist"),
    "input in a loop": (("protect", "loop.csv", "-o", "o.csv", "-k", 3), "symbolic links"),
    "output in a loop": (("protect", "in.csv", "-o", "loop.csv", "-k", 3), "exists already"),
    "output below a loop": (("protect", "in.csv", "-o", "loop.csv/o.csv", "-k", 3), "loop.csv"),
    "report in a loop": (("protect", *PROTECT[1:-1], "--report", "loop.html"), "exists already"),
    "configuration in a loop": ((*PROTECT, "--config", "loop.toml"), "symbolic links"),
    "comparison in a loop": (
        (*PROTECT, "--report", "r.html", "--audience", "internal", "--comparison", "loop.json"),
        "symbolic links",
    ),
    "drawing in a loop": (("select", "in.csv", "--svg", "loop.svg"), "exists already"),
    "map in a loop": (("compare", "in.csv", "--report", "loop.html"), "exists already"),
    "no name": (("measure", "in.csv", "."), "is a directory"),
    "endless configuration": ((*PROTECT, "--config", "endless.toml"), "is a device"),
    "endless comparison": (
        (*PROTECT, "--report", "r.html", "--audience", "internal", "--comparison", "endless.json"),
        "is a device",
    ),
    "effort": ((*PROTECT, "--effort", "1e308"), "'effort' must be"),
    "effort of a comparison": (("compare", "in.csv", "--effort", "1e300"), "'effort' must be"),
    "k of many digits": ((*PROTECT[:-1], "-k", DIGITS), "'k' must be"),
    "seed of many digits": ((*PROTECT, "--seed", DIGITS), "'seed' must be"),
    "workers of many digits": ((*PROTECT, "--workers", DIGITS), "'workers' must be"),
    "intervals": (("select", "in.csv", "--intervals", "1" + "0" * 400), "'intervals' must be"),
    "memory of many digits": ((*PROTECT, "--memory", DIGITS), "'memory' must be"),
    "option of many digits": (
        (*PROTECT, "--method", "vmdav", "--option", f"gamma={DIGITS}"),
        "'gamma' option of 'vmdav' must be",
    ),
    "a long method": ((*PROTECT, "--method", "x" * 100_000), "No method"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_request_beyond_measure_gets_a_sentence(covey, folder, case):
    arguments, message = CASES[case]
    before = {path.name for path in folder.iterdir()}
    result = covey(*arguments)
    assert result.code == 2, result.err
    assert message in result.err
    assert len(result.err) < 2_500
    assert "unexpected" not in result.err
    assert {path.name for path in folder.iterdir()} - {"cache"} == before


@pytest.mark.parametrize("setting", ["input", "output", "report", "comparison"])
def test_nul_in_a_path_of_the_configuration(covey, folder, setting):
    paths = {"input": "in.csv", "output": "o.csv", "report": "r.html", "comparison": "m.json"}
    paths[setting] = "a\0b" + paths[setting][-5:]
    settings = {"k": 3, "audience": "internal", **paths}
    if setting != "comparison":
        del settings["comparison"]
    lines = [f"{name} = {json.dumps(value)}" for name, value in settings.items()]
    (folder / "job.toml").write_text("\n".join(lines), encoding="utf-8")
    result = covey("protect", "--config", "job.toml")
    assert result.code == 2, result.err
    assert "has a NUL character in its name" in result.err


@pytest.mark.parametrize("score", ["1e308", "-1e308", "1e400", DIGITS, DEEP])
def test_a_comparison_with_a_score_beyond_measure(covey, folder, score):
    words = ["compare", "in.csv", "-k", "3,4", "--methods", "mdav", "--json"]
    found = covey(*words).json
    found["runs"][0]["scores"]["IL"] = 0.125
    text = json.dumps(found).replace("0.125", score)
    (folder / "m.json").write_text(text, encoding="utf-8")
    words = ["--audience", "internal", "--report", "r.html", "--comparison", "m.json"]
    result = covey(*PROTECT, *words)
    assert result.code == 2, result.err
    assert "'m.json' is no comparison" in result.err


def test_a_damaged_memory_of_comparisons_is_computed_again(covey, folder):
    words = ["compare", "in.csv", "-k", 3, "--methods", "mdav", "--json"]
    first = covey(*words)
    kept = list((folder / "cache").rglob("*.json"))
    assert kept
    for content in (DEEP, DIGITS, "{}", '{"scores": {"IL": 1e400}}'):
        for path in kept:
            path.write_text(content, encoding="utf-8")
        again = covey(*words)
        assert again.code == 0, again.err
        assert again.json["runs"] == first.json["runs"]


def test_room_for_large_groups_is_that_of_the_table(covey, folder):
    words = ["--method", "mdav", "--refine", "search", "--refine-option"]
    result = covey(*PROTECT, *words, "largest=100000", "--effort", "0.1", "--json")
    assert result.code == 0, result.err
    usual = covey(*PROTECT, *words, "largest=12", "--effort", "0.1", "--json")
    assert result.json["scores"] == usual.json["scores"]
