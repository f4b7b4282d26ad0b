"""Numbers as people read them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import covey
from covey.core.wording import (
    NBSP,
    about,
    about_percent,
    counted,
    figure,
    fixed,
    measured,
    percent,
    settings,
    signed_percent,
    span,
)

SOURCES = Path(covey.__file__).parent


def plain(text: str) -> str:
    return text.replace(NBSP, " ")


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (9.7, 1, "10"),
        (99.6, 2, "100"),
        (1234.0, 3, "1,234"),
        (1e6, 4, "1,000,000"),
        (0.1 + 0.2, 4, "0.3"),
        (-0.00012, 4, "−0.00012"),
        (123456789012345.0, 4, "123,456,789,012,345"),
        (1e15, 4, "10¹⁵"),
        (-2.5e-12, 4, "−2.5·10⁻¹²"),
        (float("inf"), 4, "not defined"),
    ],
)
def test_a_figure_is_written_out_where_people_would(value, digits, text):
    assert figure(value, digits) == text


def test_a_rounding_error_is_no_score():
    assert measured(5.551e-15) == "0.0000"
    assert measured(5.551e-15, digits=4) == "0"
    assert plain(percent(5.551e-15)) == "0 %"
    assert plain(signed_percent(-5.551e-15)) == "0 %"


def test_a_score_that_is_small_is_not_rounded_to_nothing():
    assert measured(0.000012) == "0.000012"
    assert measured(1e18) == "10¹⁸"
    assert fixed(-0.00001, 2) == "0.00"


def test_one_thing_is_not_things():
    assert about(1.2, "iteration") == "about 1 iteration"
    assert about(9.96, "iteration") == "about 10 iterations"
    assert counted(1, "group") == "1 group"
    assert counted(1_500, "box", "boxes") == "1,500 boxes"
    assert (span(3, 3), span(3, 1_005)) == ("3", "3–1,005")


def test_a_percentage_is_about_something_or_under_it():
    assert plain(about_percent(0.2)) == "under 1 %"
    assert plain(about_percent(12.4)) == "about 12 %"
    assert plain(percent(104.4)) == "104 %"


def test_an_option_that_was_left_to_the_method_is_said_to_be_so():
    assert plain(settings({"size": 4, "within": None})) == "size = 4, within = automatic"


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("*.py")), ids=lambda p: p.stem)
def test_no_other_module_writes_numbers_that_may_come_out_in_powers_of_ten(path):
    """`g` and `e` give 1e+01 for 9.7; a picture's view box has whole numbers only."""
    if path.relative_to(SOURCES).as_posix() in ("core/wording.py", "releasing/charts/svg.py"):
        return
    specs = [
        "".join(part.value for part in node.format_spec.values if isinstance(part, ast.Constant))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr)
    ]
    assert [spec for spec in specs if spec[-1:] in ("g", "e", "G", "E", "%")] == []
