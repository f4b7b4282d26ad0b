"""Figures that the prose takes from measurements or from the code are still found there."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from covey.cli.app import app
from covey.engines import budget
from covey.releasing.verify import _BASE, _LEAST

ROOT = Path(__file__).parents[2]


def text_of(path: str) -> str:
    return " ".join((ROOT / path).read_text(encoding="utf-8").split())


def rows_of(table: str) -> list[dict[str, str]]:
    """Return the rows of a measured table, by the names of its columns."""
    lines = (ROOT / "docs/theory/speed" / table).read_text(encoding="utf-8").splitlines()
    cells = [
        [cell.strip() for cell in line.strip("| ").split("|")] for line in lines if "|" in line
    ]
    return [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]


@pytest.mark.parametrize("path", ["README.md", "CHANGELOG.md"])
def test_how_far_the_search_ends_below_mdav(path):
    gains = [
        100 * (1 - float(row["median"]) / float(row["mdav-generic"]))
        for row in rows_of("cells.txt")
    ]
    least, most = re.search(r"(\d+) to (\d+) % below", text_of(path)).groups()
    assert (int(least), int(most)) == (math.floor(min(gains)), math.floor(max(gains)))


def test_the_least_memory():
    page = text_of("docs/guide/large.md")
    assert f"about {round(budget.BASE, -7) // 10**6} MB for themselves" in page
    assert f"{math.ceil((_BASE + _LEAST) / 10**6)} MB are the least" in page


def test_how_many_rows_of_the_papers_are_reproduced(reference_folder):
    result = CliRunner().invoke(app, ["reproduce", "--all", "--quick"])
    assert result.exit_code == 0
    counts = re.search(r"[\d,]+ rows of \d+ tables: .*?not run", " ".join(result.stdout.split()))
    assert counts[0].replace("tables:", "tables,") in text_of("docs/theory/reproduced.md")
