"""What a command reads it never writes over: not with --force, not under another name."""

from __future__ import annotations

import json
import os

import pytest

import covey as library
from covey.core.errors import OutputError
from covey.measuring import MEASURES
from covey.releasing.cartographer import write_map
from covey.releasing.publisher import read_comparison

GOOD = "a,b\n" + "".join(f"{i}.5,{i * i % 17}.5\n" for i in range(20))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Put every kind of input there, each with a symbolic and a hard link to it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.csv").write_text(GOOD, encoding="utf-8")
    (tmp_path / "job.toml").write_text('k = 3\nmethod = "mdav"\n', encoding="utf-8")
    comparison = library.compare("in.csv", k=[3], methods=["mdav"])
    (tmp_path / "map.json").write_text(json.dumps(comparison.to_dict()), encoding="utf-8")
    for name in ("in.csv", "job.toml", "map.json"):
        (tmp_path / f"soft-{name}.html").symlink_to(tmp_path / name)
        os.link(tmp_path / name, tmp_path / f"hard-{name}.html")
    return tmp_path


@pytest.mark.parametrize("name", ["in.csv", "job.toml", "map.json"])
@pytest.mark.parametrize("alias", ["{}", "soft-{}.html", "hard-{}.html", "../{folder}/{}"])
def test_a_report_replaces_nothing_that_was_read(covey, folder, name, alias):
    before = {path: path.read_bytes() for path in folder.iterdir()}
    words = ["protect", "in.csv", "-o", "safe.csv", "--config", "job.toml", "--force"]
    words += ["--audience", "internal", "--comparison", "map.json"]
    result = covey(*words, "--report", alias.format(name, folder=folder.name))
    assert result.code == 2
    assert "is an input file: what is read is never changed, not even with --force" in result.err
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_a_manifest_replaces_no_comparison(covey, folder):
    (folder / "map.json").rename(folder / "safe.csv.manifest.json")
    words = ["--comparison", "safe.csv.manifest.json", "--report", "r.html", "--force", "-k", 3]
    result = covey("protect", "in.csv", "-o", "safe.csv", *words, "--audience", "internal")
    assert result.code == 2
    assert "'safe.csv.manifest.json' is an input file" in result.err


@pytest.mark.parametrize("option", ["--report", "--csv"])
@pytest.mark.parametrize("name", ["in.csv", "soft-in.csv.html", "hard-in.csv.html"])
def test_a_map_replaces_no_input(covey, folder, option, name):
    words = ["compare", "in.csv", "-k", 3, "--methods", "mdav", "--force"]
    result = covey(*words, option, name)
    assert result.code == 2
    assert "is an input file" in result.err
    assert (folder / "in.csv").read_text(encoding="utf-8") == GOOD


@pytest.mark.parametrize("name", ["in.csv", "hard-in.csv.html"])
def test_python_keeps_its_inputs_too(folder, name):
    comparison = library.compare("in.csv", k=[3], methods=["mdav"])
    release = library.protect("in.csv", k=3, method="mdav")
    with pytest.raises(OutputError, match="is an input file"):
        comparison.report(name, force=True)
    with pytest.raises(OutputError, match="is an input file"):
        release.report(name, force=True)
    with pytest.raises(OutputError, match="is an input file"):
        release.write("safe.csv", report=name, force=True)
    assert (folder / "in.csv").read_text(encoding="utf-8") == GOOD


def test_a_drawing_replaces_no_input(folder):
    selection = library.select("in.csv", count=1)
    (folder / "tree.svg").symlink_to(folder / "in.csv")
    with pytest.raises(OutputError, match="is an input file"):
        selection.write("tree.svg", force=True)


def test_a_comparison_that_was_read_is_kept(folder):
    comparison = read_comparison(folder / "map.json", MEASURES)
    release = library.protect("in.csv", k=3, method="mdav")
    with pytest.raises(OutputError, match="is an input file"):
        write_map(comparison, folder / "map.json", force=True)
    for method in (release.report, release.write):
        extra = {"report": "map.json"} if method == release.write else {}
        path = "safe.csv" if extra else "map.json"
        with pytest.raises(OutputError, match="is an input file"):
            method(path, **extra, audience="internal", comparison=comparison, force=True)
