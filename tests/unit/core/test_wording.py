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
    amount,
    counted,
    few,
    figure,
    fixed,
    measured,
    named,
    percent,
    settings,
    signed_percent,
    span,
    whole_percent,
)

SOURCES = Path(covey.__file__).parent


def plain(text: str) -> str:
    return text.replace(NBSP, " ")


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.25, 4, "0.25"),
        (12345.678, 4, "12,346"),
        (-3.0, 4, "−3"),
        (9.99999, 4, "10"),
        (0.0, 4, "0"),
        (float("nan"), 4, "not defined"),
        (5.551e-15, 4, "5.551·10⁻¹⁵"),
        (1e300, 4, "10³⁰⁰"),
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


def test_decimals_are_fixed_and_thousands_separated():
    assert (fixed(1234.5, 2), fixed(-0.001, 2)) == ("1,234.50", "0.00")
    assert fixed(float("inf"), 2) == "not defined"
    assert (measured(5.69223), measured(61.98765, digits=4)) == ("5.6922", "61.99")


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
    assert about(1234.5, "iteration") == "about 1,234 iterations"
    assert about(0.31, "iteration") == "about 0.3 iterations"
    assert counted(0, "class", "classes") == "0 classes"
    assert counted(1, "group") == "1 group"
    assert counted(1_500, "box", "boxes") == "1,500 boxes"
    assert (span(3, 3), span(3, 1_005)) == ("3", "3–1,005")


def test_of_many_things_the_first_are_named():
    assert (few(["a", "b"]), few("abcdefg")) == ("a, b", "a, b, c, d, e and 2 more")
    assert named("abcdefg", 2) == "'a', 'b' and 5 more"


def test_memory_is_rounded_up():
    assert amount(2_000_000_000) == "2GB"
    assert amount(350_000_001) == "350.01MB"
    assert amount(7) == "7 bytes"


@pytest.mark.parametrize(
    ("write", "value", "text"),
    [
        (percent, 0.0, "0 %"),
        (percent, 0.001, "< 0.01 %"),
        (percent, 0.123, "0.12 %"),
        (percent, 5.6922, "5.7 %"),
        (percent, 99.97, "100 %"),
        (whole_percent, 0.0, "0 %"),
        (whole_percent, 0.4, "under 1 %"),
        (whole_percent, 5.6922, "6 %"),
        (signed_percent, -2.5, "−2.5 %"),
        (signed_percent, 0.0, "0 %"),
        (signed_percent, 0.25, "+0.25 %"),
    ],
)
def test_a_percentage_has_the_digits_that_matter(write, value, text):
    assert plain(write(value)) == text


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
