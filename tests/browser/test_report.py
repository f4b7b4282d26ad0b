"""Both editions of the report in a browser."""

from __future__ import annotations

import re

import numpy as np
import polars as pl
import pytest

import covey

SEED = 90_417
LARGEST, SMALLEST = 987_654.25, -876_543.75
RARE = "porphyria-7731"


@pytest.fixture(scope="module")
def release():
    """Protect a table in which everything that an intruder could use is a value easy to find."""
    rng = np.random.default_rng(11)
    n = 240
    income = rng.normal(40_000, 9_000, size=n).round(2)
    income[17], income[201] = LARGEST, SMALLEST
    illness = np.where(np.arange(n) == 93, RARE, rng.choice(["flu", "asthma"], size=n))
    frame = pl.DataFrame(
        {
            "secret_register_number": [f"QX{i:05d}" for i in range(n)],
            "income": income,
            "age": rng.integers(18, 90, size=n),
            "height": rng.normal(171, 9, size=n).round(1),
            "illness": illness,
        }
    )
    roles = {"identifier": ["secret_register_number"], "confidential": ["illness"]}
    return covey.protect(
        frame, k=5, method="vmdav", roles=roles, seed=SEED, measures="all", gamma=0.7331
    )


@pytest.fixture(params=["public", "internal"])
def edition(request, release, tmp_path):
    path = tmp_path / f"{request.param}.html"
    return release.report(path, audience=request.param)


def test_every_plot_is_drawn(edition, opened):
    seen = opened(edition)
    assert seen.page.locator("svg").count() > 0
    assert seen.undrawn() == []


def test_every_figure_has_words_for_those_who_cannot_see_it(edition, opened):
    seen = opened(edition)
    silent = seen.page.evaluate(
        """() => [...document.querySelectorAll('svg:not([aria-hidden=true])')].filter(svg => {
            const ids = (svg.getAttribute('aria-labelledby') || '').split(/\\s+/).filter(Boolean);
            const words = ids.map(id => document.getElementById(id)?.textContent || '').join(' ');
            return words.trim().length < 20 && !(svg.getAttribute('aria-label') || '').trim();
        }).map(svg => svg.outerHTML.slice(0, 120))"""
    )
    assert silent == []


@pytest.mark.parametrize("width", [400, 1200])
def test_no_figure_is_broken_and_all_letters_can_be_read(edition, opened, width):
    seen = opened(edition, width=width)
    assert seen.page.locator("td.number").count() > 0
    assert seen.wrapped_figures() == []
    assert seen.smallest_letters() >= 8.5


def test_a_bar_is_as_long_as_its_percentage_says(release, tmp_path, opened):
    seen = opened(release.report(tmp_path / "r.html"), width=400)
    rails = seen.page.locator("svg .rail")
    bars = seen.page.locator("svg .bar")
    figures = seen.page.locator("svg .end.count").all_text_contents()
    shares = [float(text.replace("under", "0").split()[0]) for text in figures if "%" in text]
    whole = rails.first.bounding_box()["width"]
    assert bars.count() == len(shares) > 0
    for i, share in enumerate(shares):
        assert bars.nth(i).bounding_box()["width"] == pytest.approx(whole * share / 100, abs=1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1200])
def test_every_word_stands_out_on_light_and_on_dark_screens(edition, opened, scheme, width):
    seen = opened(edition, width=width, color_scheme=scheme)
    paper = seen.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(255, 255, 255)") == (scheme == "light")
    assert seen.faint_words(4.5) == []


def test_paper_is_white_for_those_whose_screen_is_dark(edition, opened):
    seen = opened(edition, color_scheme="dark")
    seen.page.emulate_media(media="print", color_scheme="dark")
    assert seen.page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(255, 255, 255)"
    )
    assert seen.faint_words(4.5) == []


@pytest.mark.parametrize("width", [380, 1200])
def test_no_width_makes_the_page_scroll_sideways(edition, opened, width):
    assert not opened(edition, width=width).scrolls_sideways()


def test_it_prints(edition, opened):
    seen = opened(edition)
    assert seen.page.pdf(format="A4")[:4] == b"%PDF"


def test_the_public_edition_holds_nothing_that_was_planted(release, tmp_path, opened):
    path = release.report(tmp_path / "public.html", audience="public")
    seen = opened(path)
    content = seen.text + path.read_text(encoding="utf-8")
    digits = re.sub(r"[,\s\u00a0\u202f]", "", content)
    for planted in (LARGEST, SMALLEST):
        whole = str(abs(planted))
        assert whole not in digits
        assert whole.partition(".")[0] not in digits
    for planted in (str(SEED), RARE, "QX0", "secret_register_number", "0.7331"):
        assert planted not in content
    scores = release.scores
    assert f"{scores['DLD']:.1f}" not in seen.text
    assert "DLD" not in seen.text


def test_the_internal_edition_says_that_it_is_internal(release, tmp_path, opened):
    path = release.report(tmp_path / "internal.html", audience="internal")
    seen = opened(path)
    assert "do not publish" in seen.text.lower()
    assert "internal" in seen.page.title().lower()
    for heading in ("correlation", "group size", "known", "manifest", "loss"):
        assert heading in seen.text.lower()


def test_the_map_works_inside_the_report(release, tmp_path, opened):
    comparison = covey.compare(
        release.original.to_native(),
        k=[3, 5],
        methods=["mdav", "vmdav"],
        roles={"identifier": ["secret_register_number"], "confidential": ["illness"]},
    )
    path = release.report(tmp_path / "r.html", audience="internal", comparison=comparison)
    seen = opened(path)
    assert seen.undrawn() == []
    assert seen.page.locator("svg.wide .halo").count() == 1
    point = seen.page.locator(".point[data-run]").first
    point.scroll_into_view_if_needed()
    point.hover(force=True)
    assert seen.page.locator(".tip").first.is_visible()
