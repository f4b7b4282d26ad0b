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
    seen = opened(page_of, width=width)
    inner, outer = seen.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert inner <= outer


def test_without_scripts_the_figures_are_still_there(page_of, opened, comparison):
    seen = opened(page_of, java_script_enabled=False)
    titles = seen.page.locator("svg title").all_text_contents()
    for run in comparison.runs:
        assert any(run.name in title and str(run.k) in title for title in titles)
