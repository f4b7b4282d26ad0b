"""Lying bars: as long as their values, whatever the names."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from covey.releasing.charts import draw_rows
from covey.releasing.charts.svg import clip, width_of

WORDS = {"ident": "i", "title": "Title", "text": "Text", "axis": "percent"}


def parts(svg: str, tag: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter(tag))  # noqa: S314 (our own text)


def widths(svg: str) -> list[float]:
    return [float(rect.get("width", "")) for rect in parts(svg, "rect")]


def test_bars_are_as_long_as_their_values() -> None:
    svg = draw_rows(["a", "b", "c"], [10.0, None, 5.0], figures=["10", "none", "5"], **WORDS)
    long, short = widths(svg)
    assert long == pytest.approx(2 * short, abs=0.2)
    assert ">none<" in svg


def test_the_mean_is_a_dashed_line_in_its_place() -> None:
    svg = draw_rows(["a", "b"], [10.0, 5.0], figures=["10", "5"], mean=5.0, **WORDS)
    (at,) = re.findall(r'class="mean" d="M([\d.]+)', svg)
    bars = parts(svg, "rect")
    assert float(at) == pytest.approx(
        float(bars[1].get("x", "")) + float(bars[1].get("width", "")), abs=0.2
    )


@pytest.mark.parametrize("values", [[None, None], [0.0, 0.0], [1e-7, 100.0]])
def test_nothing_to_draw_has_a_plain_scale(values: list[float | None]) -> None:
    svg = draw_rows(["a", "b"], values, figures=["x", "y"], **WORDS)
    axis = [text.text or "" for text in parts(svg, "text")]
    assert all(len(label) <= 7 for label in axis)


def test_long_names_are_clipped_and_stay_inside() -> None:
    names = ["AN_EXTREMELY_LONG_NAME_OF_A_VARIABLE_IN_CAPITALS_2024", "年" * 60]
    svg = draw_rows(names, [3.0, 2.0], figures=["3 %", "2 %"], **WORDS)
    for text in parts(svg, "text"):
        if text.get("class") == "end":
            assert float(text.get("x", "")) >= width_of(text.text or "")
    assert max(float(x) for x in re.findall(r'x="([\d.]+)"', svg)) < 720


def test_both_ends_of_a_name_stay() -> None:
    clipped = clip("income_from_capital_before_tax_2024", 20)
    assert len(clipped) == 20
    assert clipped.startswith("income")
    assert clipped.endswith("2024")
