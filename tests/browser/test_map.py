"""The risk–utility map in a browser."""

from __future__ import annotations

import re

import numpy as np
import polars as pl
import pytest

import covey


@pytest.fixture(scope="module")
def comparison():
    values = np.random.default_rng(3).gamma(2.0, size=(150, 4))
    frame = pl.DataFrame({f"v{j}": values[:, j] for j in range(4)})
    return covey.compare(frame, k=[3, 5, 10], methods=["mdav", "vmdav", "iamat", "dba2"])


@pytest.fixture
def page_of(comparison, tmp_path):
    return comparison.report(tmp_path / "map.html")


def points_of(seen):
    return seen.page.locator(".point[data-run]")


def test_every_setting_is_drawn_and_every_figure_shows_on_hover(page_of, opened, comparison):
    seen = opened(page_of)
    assert seen.undrawn() == []
    points = points_of(seen)
    assert points.count() == len(comparison.runs)
    shown = set()
    for i in range(points.count()):
        points.nth(i).hover(force=True)
        tooltip = seen.page.locator(".tip").first
        assert tooltip.is_visible()
        shown.add(tooltip.inner_text())
    for run in comparison.runs:
        fitting = [
            text
            for text in shown
            if run.name in text
            and re.search(rf"\bk\b\D*{run.k}\b", text)
            and all(symbol in text for symbol in run.scores)
        ]
        assert fitting, (run.name, run.k)


def test_the_keyboard_reaches_every_point(page_of, opened, comparison):
    seen = opened(page_of)
    points_of(seen).first.focus()
    tooltip = seen.page.locator(".tip").first
    assert tooltip.is_visible()
    before = tooltip.inner_text()
    seen.page.keyboard.press("ArrowRight")
    assert tooltip.inner_text() != before
    seen.page.keyboard.press("Escape")
    assert not tooltip.is_visible()


def test_the_table_sorts_and_marks_the_front(page_of, opened, comparison):
    seen = opened(page_of)
    body = seen.page.locator("table tbody tr")
    assert body.count() >= len(comparison.runs)
    heading = seen.page.locator("th", has_text=re.compile(r"^\s*IL\b")).first
    heading.locator("button").first.click()
    assert heading.get_attribute("aria-sort") in ("ascending", "descending")


@pytest.mark.parametrize("width", [380, 1400])
def test_no_width_makes_the_page_scroll_sideways(page_of, opened, width):
    assert not opened(page_of, width=width).scrolls_sideways()


@pytest.mark.parametrize("width", [400, 1200])
def test_the_whole_map_is_seen_and_its_letters_can_be_read(page_of, opened, comparison, width):
    seen = opened(page_of, width=width)
    kind = "wide" if width > 640 else "narrow"
    drawing = seen.page.locator(f"svg.{kind}")
    assert drawing.is_visible()
    assert not seen.page.locator(f"svg.{'narrow' if kind == 'wide' else 'wide'}").is_visible()
    box = drawing.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    marks = drawing.locator(".point" if kind == "wide" else ".spot")
    assert marks.count() == len(comparison.runs)
    assert seen.smallest_letters() >= 11
    assert seen.wrapped_figures() == []


def test_the_last_column_of_the_table_is_seen_on_a_wide_page(page_of, opened):
    seen = opened(page_of, width=1200)
    last = seen.page.locator(".riskmap thead th").last.bounding_box()
    region = seen.page.locator(".riskmap .scroll").last.bounding_box()
    assert last["x"] + last["width"] <= region["x"] + region["width"] + 1


def test_on_a_phone_the_name_of_the_row_stays_while_its_figures_scroll(page_of, opened):
    seen = opened(page_of, width=400)
    region = seen.page.locator(".riskmap .scroll").last
    name = seen.page.locator(".riskmap tbody th").first
    before = name.bounding_box()["x"]
    region.evaluate("node => { node.scrollLeft = 200; }")
    assert region.evaluate("node => node.scrollLeft") > 50
    assert name.bounding_box()["x"] == pytest.approx(before, abs=1)


def test_a_tap_on_the_narrow_map_shows_the_figures(page_of, opened, comparison):
    seen = opened(page_of, width=400, has_touch=True)
    spot = seen.page.locator("svg.narrow .spot").first
    spot.scroll_into_view_if_needed()
    spot.click(force=True)
    tip = seen.page.locator(".tip").first
    assert tip.is_visible()
    assert all(symbol in tip.inner_text() for symbol in comparison.runs[0].scores)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1200])
def test_every_word_stands_out_on_light_and_on_dark_screens(page_of, opened, scheme, width):
    seen = opened(page_of, width=width, color_scheme=scheme)
    assert seen.faint_words(4.5) == []


def test_without_scripts_the_figures_are_still_there(page_of, opened, comparison):
    seen = opened(page_of, java_script_enabled=False)
    titles = seen.page.locator("svg title").all_text_contents()
    for run in comparison.runs:
        assert any(run.name in title and str(run.k) in title for title in titles)
