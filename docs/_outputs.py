"""Run what README and guide show, and put what it prints below it.

A block of text that follows a command or a piece of Python at once is what that prints on standard
output. `make outputs` writes these blocks anew; a test compares them, so that none grows old. A
line with nothing but … stands for lines left out: as many are shown before and after it as now.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import re
import shlex
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from typer.testing import CliRunner

import covey
from covey.cli.app import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "docs/index.md", *sorted((ROOT / "docs/guide").glob("*.md"))]
CLINIC = "--identifier patient_id,visit_month --confidential hba1c"
ROLES = {"identifier": ["patient_id", "visit_month"], "confidential": ["hba1c"]}
JOBS = "child,parent\n" + "".join(
    f"{job},{above}\n"
    for job, above in (
        ("employed", "active"),
        ("unemployed", "active"),
        ("active", "any"),
        *((job, "any") for job in ("child", "student", "home", "retired")),
    )
)
"""A taxonomy of what the persons of the survey do."""

WIDTH = 80
BLOCK = re.compile(
    r"^```(?P<language>[^\n]*)\n(?P<fenced>(?s:.*?))^```\n"
    r"|^(?P<indented>(?: {4}\S.*\n(?: {4,}.*\n)*)+)",
    re.MULTILINE,
)


class StaleError(Exception):
    """Something that a page shows does not run."""


class Block(NamedTuple):
    """A piece of a page that is not prose."""

    language: str  # what the fence says, or "shell" for an indented block
    text: str
    start: int  # where the text begins in the page
    end: int
    follows: bool  # whether only blank lines part it from the block before it


def blocks_of(page: str) -> list[Block]:
    """Return the blocks of a page, in their order."""
    found: list[Block] = []
    last = 0
    for match in BLOCK.finditer(page):
        group = "indented" if match["indented"] else "fenced"
        language = "shell" if match["indented"] else match["language"]
        follows = bool(found) and not page[last : match.start()].strip()
        found.append(Block(language, match[group], match.start(group), match.end(group), follows))
        last = match.end()
    return found


def commands_of(block: Block) -> list[str]:
    """Return the commands of Covey in a block, each on one line."""
    if block.language != "shell":
        return []
    lines = (line.strip() for line in block.text.replace("\\\n", " ").splitlines())
    return [line for line in lines if line.startswith("covey ")]


def renewed(page: str) -> str:
    """Return the page with every output as it is printed now."""
    pieces, place, printed = [], 0, ""
    with prepared_folder() as names:
        for block in blocks_of(page):
            if block.language == "text" and block.follows:
                pieces += [page[place : block.start], shortened(printed, block.text)]
                place = block.end
            printed = run(block, names)
    return "".join([*pieces, page[place:]])


def run(block: Block, names: dict[str, Any]) -> str:
    """Run the commands or the Python of a block; return what it prints, without padding."""
    if block.language == "python":
        printed = run_python(block.text, names)
    else:
        printed = "".join(run_command(command) for command in commands_of(block))
    return "".join(f"{folded(line.rstrip())}\n" for line in printed.strip("\n").splitlines())


def folded(line: str) -> str:
    """Return a line folded at the width of the terminal, between words."""
    if len(line) <= WIDTH:
        return line
    return textwrap.fill(line, WIDTH, break_long_words=False, break_on_hyphens=False)


def run_command(command: str) -> str:
    """Run a command as a shell would; it may replace what an earlier page wrote."""
    words = shlex.split(command, comments=True)
    target = None
    if ">" in words:
        place = words.index(">")
        target = Path(words[place + 1])
        del words[place : place + 2]
    if words[1] in ("protect", "compare", "select", "simulate") and "--force" not in words:
        words.append("--force")
    result = CliRunner().invoke(app, words[1:])
    if result.exit_code != 0:
        raise StaleError(f"{command}\n{result.output}")
    if target is None:
        return result.stdout
    target.write_text(result.stdout, encoding="utf-8")
    return ""


def run_python(code: str, names: dict[str, Any]) -> str:
    """Run a piece of Python in a folder of its own, with the names of the pieces before it."""
    Path("python").mkdir(exist_ok=True)
    with contextlib.chdir("python"), contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, names)  # noqa: S102 (our own documentation)
    return printed.getvalue()


def shortened(printed: str, shown: str) -> str:
    """Return what was printed, less the lines that the page leaves out."""
    now, before = printed.splitlines(), shown.splitlines()
    if "…" in before:
        first = before.index("…")
        last = len(before) - first - 1
        now = [*now[:first], "…", *now[len(now) - last :]]
    return "".join(f"{line}\n" for line in now)


@contextlib.contextmanager
def prepared_folder() -> Iterator[dict[str, Any]]:
    """Go to a folder with the files that the guide speaks of; give the names its Python has."""
    files, names = prepare()
    with tempfile.TemporaryDirectory() as folder, settings_of(folder):
        for name, content in files.items():
            Path(name).write_bytes(content)
        yield dict(names)


@contextlib.contextmanager
def settings_of(folder: str) -> Iterator[None]:
    """Go to a folder, where nothing is remembered yet, with a terminal that all readers share."""
    before = dict(os.environ)
    os.environ.update(COVEY_CACHE=f"{folder}/cache", COLUMNS=str(WIDTH), NO_COLOR="1")
    try:
        with contextlib.chdir(folder):
            yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@functools.cache
def prepare() -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return the files that the guide speaks of, and the release and comparison it assumes."""
    clinic = covey.datasets.load("clinic")
    patients = clinic.rename({"patient_id": "name", "hba1c": "diagnosis"}).drop("visit_month")
    original = patients.rename({"yearly_income": "income", "distance_km": "hours"})
    survey = covey.datasets.make_survey().rename({"person": "name", "activity": "job"})
    persons = survey.select("name", "age", "sex", "education", "job", "income")
    roles = {"identifier": ["name"], "confidential": ["diagnosis"]}
    with tempfile.TemporaryDirectory() as folder, settings_of(folder):
        for frame, name in ((clinic, "clinic"), (patients, "patients"), (original, "original")):
            frame.write_csv(f"{name}.csv")
        persons.write_csv("survey.csv")
        Path("isco.csv").write_text(JOBS, encoding="utf-8")
        release = covey.protect(clinic, k=3, roles=ROLES, measures=["IL"])
        release.write("clinic-safe.csv")
        covey.protect(patients, k=3, roles=roles, measures=["IL"]).write("safe.csv")
        covey.protect(original, k=3, roles=roles, measures=["IL"]).write("masked.csv", order="kept")
        comparison = covey.compare(clinic, k=3, methods=["mdav"], roles=ROLES)
        run_command(
            f"covey compare clinic.csv -k 3 --methods mdav {CLINIC} --json > comparison.json"
        )
        files = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    return files, {"release": release, "comparison": comparison}


def main() -> None:
    """Write every page whose outputs changed; name it."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        now = renewed(text)
        if now != text:
            page.write_text(now, encoding="utf-8")
            print(page.relative_to(ROOT))


if __name__ == "__main__":
    main()
