"""Every command and every piece of Python that the guide prints runs, on the bundled sample."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import covey
from covey.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "docs/index.md", *sorted((ROOT / "docs/guide").glob("*.md"))]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
CLINIC = "--identifier patient_id --confidential hba1c --other visit_month"
INDENTED = re.compile(r"(?:^ {4}\S.*\n(?: {4,}.*\n)*)+", re.MULTILINE)


def commands_of(page: Path) -> list[str]:
    """Return the commands of a page, each on one line."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    lines = "".join(INDENTED.findall(text)).replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if line.strip().startswith("covey ")]


def snippets_of(page: Path) -> list[str]:
    """Return the pieces of Python of a page."""
    found = FENCED.findall(page.read_text(encoding="utf-8"))
    return [text for language, text in found if language == "python"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Go to a folder with the files that the guide speaks of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COVEY_CACHE", str(tmp_path / "cache"))
    clinic = covey.datasets.load("clinic")
    clinic.write_csv("clinic.csv")
    names = {"patient_id": "name", "hba1c": "diagnosis"}
    patients = clinic.rename(names).drop("visit_month")
    patients.write_csv("patients.csv")
    original = patients.rename({"yearly_income": "income", "distance_km": "hours"})
    original.write_csv("original.csv")
    roles = {"identifier": ["name"], "confidential": ["diagnosis"]}
    covey.protect(original, k=3, roles=roles, measures=["IL"]).write("masked.csv")
    run("covey protect patients.csv -o safe.csv -k 3 --identifier name --confidential diagnosis")
    run(f"covey protect clinic.csv -o clinic-safe.csv -k 3 {CLINIC}")
    run(f"covey compare clinic.csv -k 3 --methods mdav {CLINIC} --json > comparison.json")
    return tmp_path


def run(command: str) -> None:
    """Run a command as a shell would, replacing what an earlier page wrote."""
    words = shlex.split(command)
    target = None
    if ">" in words:
        place = words.index(">")
        target = Path(words[place + 1])
        del words[place : place + 2]
    if words[1] in ("protect", "compare", "select") and "--force" not in words:
        words.append("--force")
    result = CliRunner().invoke(app, words[1:])
    assert result.exit_code == 0, f"{command}\n{result.output}"
    if target is not None:
        target.write_text(result.stdout, encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_run(page, folder):
    for command in commands_of(page):
        run(command)


def test_commands_are_found():
    assert sum(len(commands_of(page)) for page in PAGES) >= 15


@pytest.mark.parametrize(
    "page", [page for page in PAGES if snippets_of(page)], ids=lambda p: p.stem
)
def test_python_runs(page, folder):
    roles = {"identifier": ["patient_id"], "confidential": ["hba1c"], "other": ["visit_month"]}
    clinic = covey.datasets.load("clinic")
    known = {
        "release": covey.protect(clinic, k=3, roles=roles, measures=["IL"]),
        "comparison": covey.compare(clinic, k=3, methods=["mdav"], roles=roles),
    }
    for path in (*folder.glob("*safe*"), *folder.glob("*.html")):
        path.unlink()
    for snippet in snippets_of(page):
        exec(snippet, known)  # noqa: S102 (our own documentation)
