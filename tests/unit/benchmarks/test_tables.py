"""How tables are laid out."""

from __future__ import annotations

import pytest
from benchmarks.tables import Column, Section, as_markdown, show

SECTION = Section(
    "some",
    "Some table",
    lambda session: iter(()),
    "method seconds:.2f note",
    {"method": "who"},
)


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (None, ".2f", ""),
        (True, "", "yes"),
        (False, "", "no"),
        (0.125, ".2f", "0.12"),
        (10_000, ",d", "10,000"),
        ("mdav", "", "mdav"),
        ("failed", ".2f", "failed"),
    ],
)
def test_a_cell(value, form, text):
    assert Column("heading", "key", form).cell({"key": value}) == text


def test_a_row_may_lack_a_value():
    assert Column("heading", "key", ".1f").cell({}) == ""


def test_markdown_leaves_out_what_no_row_has():
    rows = [{"method": "mdav", "seconds": 1.0, "note": ""}, {"method": "iamat", "seconds": None}]
    assert as_markdown(SECTION, rows) == (
        "| who | seconds |\n| --- | --: |\n| mdav | 1.00 |\n| iamat |  |\n"
    )


def test_the_terminal_shows_the_same(capsys):
    show(SECTION, [{"method": "mdav", "seconds": 1.0, "note": "why"}])
    printed = capsys.readouterr().out
    assert "Some table" in printed
    assert "mdav     1.00  why" in printed
