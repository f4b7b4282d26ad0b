"""Lying bars: as long as their values, whatever the names."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from covey.releasing.charts import draw_rows
from covey.releasing.charts.svg import clip

WORDS = {"ident": "i", "title": "Title", "text": "Text", "axis": "percent"}


def parts(svg: str, tag: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter(tag))  # noqa: S314 (our own text)


def widths(svg: str, kind: str) -> list[str]:
    return [rect.get("width", "") for rect in parts(svg, "rect") if rect.get("class") == kind]


def test_bars_are_as_long_as_their_percentage() -> None:
    svg = draw_rows(["a", "b", "c"], [2.0, None, 37.5], figures=["2", "none", "37"], **WORDS)
    assert widths(svg, "bar") == ["2.00%", "37.50%"]
    assert widths(svg, "rail") == ["100.00%"] * 3
    assert ">none<" in svg


def test_no_bar_is_longer_than_its_rail() -> None:
    svg = draw_rows(["a"], [104.0], figures=["104"], **WORDS)
    assert widths(svg, "bar") == ["100.00%"]


def test_the_mean_is_a_mark_on_every_rail_that_crosses_no_word() -> None:
    svg = draw_rows(["a", "b"], [10.0, 5.0], figures=["10", "5"], mean=5.0, **WORDS)
    marks = [mark for mark in parts(svg, "line") if mark.get("class") == "mean"]
    assert [mark.get("x1") for mark in marks] == ["5.00%", "5.00%"]
    lines = [float(text.get("y", "")) for text in parts(svg, "text")]
    for mark in marks:
        top, bottom = float(mark.get("y1", "")), float(mark.get("y2", ""))
        # A line of words reaches from about ten pixels above its foot to three below.
        assert all(y + 3 <= top or y - 10 >= bottom for y in lines)


@pytest.mark.parametrize("values", [[None, None], [0.0, 0.0], [1e-7, 100.0]])
def test_the_scale_is_the_same_whatever_the_values(values: list[float | None]) -> None:
    svg = draw_rows(["a", "b"], values, figures=["x", "y"], **WORDS)
    shown = [text.text or "" for text in parts(svg, "text")]
    assert [one for one in shown if one.isdigit()] == ["0", "25", "50", "75", "100"]


def test_the_letters_keep_their_size_on_a_phone() -> None:
    root = ET.fromstring(draw_rows(["a"], [3.0], figures=["3 %"], **WORDS))  # noqa: S314
    assert root.get("viewBox") is None
    assert root.get("style") == "height:76px"


def test_long_names_are_clipped() -> None:
    svg = draw_rows(["AN_EXTREMELY_LONG_NAME_OF_A_VARIABLE_2024"], [3.0], figures=["3"], **WORDS)
    assert ">AN_EXTREMELY_LONG…_A_VARIABLE_2024<" in svg


def test_both_ends_of_a_name_stay() -> None:
    clipped = clip("income_from_capital_before_tax_2024", 20)
    assert len(clipped) == 20
    assert clipped.startswith("income")
    assert clipped.endswith("2024")
