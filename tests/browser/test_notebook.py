"""What a notebook shows, between other outputs in a browser."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import covey

AROUND = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<title>Notebook</title><style>
body {{ margin: 8px; background: #fff; color: #222; font: 13px sans-serif; }}
td, th {{ text-align: right; padding: 7px; }}
tbody tr:nth-child(odd) {{ background: #eee; }}</style>
{before}<div id="outside"><h4>Other</h4><p class="lead">words</p><table class="words"><tbody>
<tr><th>a</th><td class="number">1</td></tr></tbody></table><svg width="30" height="20"><rect
class="bar" width="30" height="20"/></svg></div>{after}"""
LOOKS = """() => [...document.querySelectorAll('#outside *')].map(node => {
    const style = getComputedStyle(node);
    return [style.color, style.font, style.margin, style.padding, style.backgroundColor,
        style.display, style.textAlign, style.fill, style.width].join('|');
})"""


@pytest.fixture(scope="module")
def shown():
    values = np.random.default_rng(3).gamma(2.0, size=(90, 4))
    frame = pl.DataFrame({f"v{j}": values[:, j] for j in range(4)})
    release = covey.protect(frame, k=3, method="mdav")
    comparison = covey.compare(frame, k=[3, 5], methods=["mdav", "vmdav"])
    selection = covey.select(frame, count=2, intervals=3)
    advice = covey.advise(comparison, max_risk=60)
    return [release, release.scores, comparison, advice, selection]


def page_with(tmp_path, name, elements):
    path = tmp_path / name
    text = "\n".join(elements)
    path.write_text(AROUND.format(before=text, after=text), encoding="utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1200])
def test_everything_is_drawn_and_can_be_read(shown, tmp_path, opened, scheme, width):
    elements = [thing._repr_html_() for thing in shown for _ in range(2)]
    path = tmp_path / "all.html"
    path.write_text(AROUND.format(before="".join(elements), after=""), encoding="utf-8")
    seen = opened(path, width=width, color_scheme=scheme)
    ids = seen.page.evaluate("[...document.querySelectorAll('[id]')].map(node => node.id)")
    assert len(ids) == len(set(ids))
    assert seen.undrawn() == []
    assert seen.faint_words(4.5) == []
    inner, outer = seen.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert inner <= outer


def test_what_stands_around_it_looks_as_before(shown, tmp_path, opened):
    plain = opened(page_with(tmp_path, "plain.html", []))
    full = opened(page_with(tmp_path, "full.html", [thing._repr_html_() for thing in shown]))
    assert full.page.evaluate(LOOKS) == plain.page.evaluate(LOOKS)
