"""Names of columns and files reach no terminal as commands, and no page as another direction."""

from __future__ import annotations

import json

import polars as pl
import pytest

COLOUR, TITLE, TURNED = "b\x1b[31m", "c\x1b]0;owned\x07\x9b2J", "d\u202etxt"


@pytest.fixture
def hostile(tmp_path):
    """Write a table whose names would colour, retitle and turn what is printed."""
    frame = pl.DataFrame(
        {
            "a": [float(i) for i in range(12)],
            COLOUR: [float(i * i % 17) for i in range(12)],
            TITLE: [float(i * 7 % 13) for i in range(12)],
            TURNED: ["x", "y", "z"] * 4,
        }
    )
    frame.write_parquet(tmp_path / "in\x1b[31m.parquet")
    return "in\x1b[31m.parquet"


def _is_harmless(*texts):
    return not any(sign in text for text in texts for sign in "\x1b\x07\x9b\u202e")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("protect", "-o", "o\x1b[31m.parquet", "-k", 3), 2),
        (("protect", "-o", "o\x1b[31m.parquet", "-k", 3, "--other", TURNED), 0),
        (("protect", "-o", "o.parquet", "-k", 3, "--other", TURNED, "--method", "\x1b[2J"), 2),
        (("protect", "-o", "o.parquet", "-k", 3, "--other", TURNED, "--seed", "\u202e7"), 2),
        (("protect", "-o", "o.parquet", "-k", 3, "--identifier", "\x1b[31mno"), 2),
        (("compare", "-k", 3, "--methods", "mdav", "--other", TURNED), 0),
        (("select", "--count", 2, "--other", TURNED), 0),
        (("measure", "in\x1b[31m.parquet"), 0),
        (("verify",), 2),
        (("protect", "--\x1b[31m"), 2),
        (("\x1b[31m",), 2),
    ],
)
def test_nothing_that_is_printed_is_a_command(covey, hostile, words, code):
    command, *rest = words
    result = covey(command, hostile, *rest)
    assert result.code == code, result.err
    assert _is_harmless(result.out, result.err)
    assert "\\x1b" in result.out + result.err or "\\u202e" in result.out + result.err or code == 0


def test_pages_and_manifest_hold_the_names_written_out(covey, hostile, tmp_path):
    words = ["-k", 3, "--methods", "mdav", "--other", TURNED, "--json"]
    comparison = covey("compare", hostile, *words)
    (tmp_path / "map.json").write_text(comparison.out, encoding="utf-8")
    words = ["-o", "o.parquet", "-k", 3, "--other", TURNED, "--audience", "internal"]
    words += ["--report", "r.html", "--comparison", "map.json"]
    assert covey("protect", hostile, *words).code == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    manifest = (tmp_path / "o.parquet.manifest.json").read_text(encoding="utf-8")
    assert _is_harmless(page, manifest)
    assert "d\\u202etxt" in page
    assert json.loads(manifest)["roles"]["other"] == [TURNED]
    assert covey("verify", "o.parquet").code == 0
