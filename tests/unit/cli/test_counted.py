"""What the terminal, ``--json`` and ``covey verify`` say of what was counted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from covey.cli.app import app

PROTECT = [
    *("protect", "in.csv", "-o", "out.csv", "-k", "3", "--method", "mdav", "--refine", "none"),
    *("--quasi", "age,sex", "--unit", "home", "--confidential", "illness"),
]


@pytest.fixture
def covey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    random, n = np.random.default_rng(1), 60
    monkeypatch.chdir(tmp_path)
    pl.DataFrame(
        {
            "home": np.arange(n) // 2,
            "age": random.integers(18, 80, n),
            "sex": random.choice(["f", "m"], n),
            "town": random.choice(["A", "B", "C"], n),
            "illness": random.choice(["flu", "none"], n),
        }
    ).write_csv("in.csv")

    def run(*words: str) -> Any:
        result = CliRunner().invoke(app, list(words))
        assert result.exit_code == 0, result.output
        return result

    return run


def test_a_release_in_which_nobody_stands_out(covey: Any) -> None:
    told = covey(*PROTECT, "--identifier", "town")
    text = " ".join(told.stdout.split())
    assert "respondents, k = 3, kept Below k 0 records in classes of fewer than 3 units" in text
    assert "by 2 quasi-identifiers, all that is published but confidential columns" in text
    assert "Safe file out.csv" in text
    assert "published values" not in told.stderr


def test_a_release_in_which_somebody_does(covey: Any) -> None:
    told = covey(*PROTECT, "--other", "town")
    assert "Safe" not in told.stdout
    assert "by 2 quasi-identifiers and other columns" in " ".join(told.stdout.split())
    words = " ".join(told.stderr.split())
    assert "Note: " in words
    assert "with records of fewer than 2 other units" in words
    assert "It is because of 'town'." in words


def test_the_summary_and_verify_agree(covey: Any) -> None:
    made = json.loads(covey(*PROTECT, "--other", "town", "--json").stdout)
    found = json.loads(covey("verify", "out.csv", "--json").stdout)
    published = made["published"]
    assert published["counted"] == "units"
    assert found["published"] == {
        "below_k": published["records_below_k"],
        "unique": published["unique"],
        "counted": "records",
        "over": ["age", "sex", "town"],
    }
    assert found["only_in_manifest"] == {
        "group_units": made["group_units"],
        "below_k_units": published["below_k"],
    }
    assert 0 < published["records_below_k"] <= published["below_k"]


def test_verify_says_what_it_cannot_see(covey: Any) -> None:
    covey(*PROTECT, "--other", "town", "--quiet")
    words = " ".join(covey("verify", "out.csv").output.split())
    assert "By all 3 columns that are published and not confidential," in words
    assert "Only the manifest says, and the file cannot show: Every group holds records of" in words
    assert re.search(r"\d+ records stand in classes of fewer than 3 units\.", words)
