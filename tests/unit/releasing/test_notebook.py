"""What a notebook shows: the report in small, which reaches nothing around it."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import numpy as np
import polars as pl
import pytest

import covey

SECRET, RARE = 987_654.25, "porphyria-7731"
EVIL = "<script>alert(1)</script>&\"'"
VOID = {"path", "rect", "line", "circle"}


def frame(name: str = "income") -> pl.DataFrame:
    rng, n = np.random.default_rng(4), 60
    income = rng.normal(40_000, 9_000, size=n).round(2)
    income[17] = SECRET
    return pl.DataFrame(
        {
            name: income,
            "age": rng.integers(18, 90, size=n),
            "height": rng.normal(171, 9, size=n).round(1),
            "illness": np.where(np.arange(n) == 23, RARE, "flu"),
        }
    )


ROLES = {"confidential": ["illness"]}


def release(name: str = "income") -> Any:
    return covey.protect(frame(name), k=3, method="mdav", roles=ROLES, measures="all")


def comparison(name: str = "income") -> Any:
    return covey.compare(frame(name), k=[3, 5], methods=["mdav", "vmdav"], roles=ROLES)


def selection(name: str = "income") -> Any:
    return covey.select(frame(name).drop("illness"), count=2, intervals=3)


SHOWN: dict[str, Callable[[str], Any]] = {
    "release": release,
    "scores": lambda name: release(name).scores,
    "comparison": comparison,
    "advice": lambda name: covey.advise(comparison(name), max_risk=50),
    "selection": selection,
}


class Reader(HTMLParser):
    """Collects the ids, and fails where a tag is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.open):
            self.words += data


@pytest.mark.parametrize("kind", SHOWN)
def test_it_is_one_small_element_with_ids_of_its_own(kind):
    thing = SHOWN[kind]("income")
    one, other = thing._repr_html_(), thing._repr_html_()
    first, second = Reader(one), Reader(other)
    assert first.ids
    assert len(first.ids) == len(set(first.ids))
    assert not set(first.ids) & set(second.ids)
    assert len(one) < 60_000
    assert re.findall(r"http|url\(|@import| src=", one) == []


@pytest.mark.parametrize("kind", SHOWN)
def test_no_style_reaches_beyond_it(kind):
    text = SHOWN[kind]("income")._repr_html_()
    for style in re.findall(r"<style>(.*?)</style>", text, re.DOTALL):
        plain = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
        selectors = re.findall(r"([^@{}]+)\{", re.sub(r"@media[^{]*\{", "", plain))
        assert selectors
        for selector in selectors:
            for part in selector.split(","):
                assert re.match(r"\s*\.(covey-note|riskmap|dependence-tree)\b", part), part


@pytest.mark.parametrize("kind", SHOWN)
def test_no_record_is_shown_and_no_name_becomes_markup(kind):
    text = SHOWN[kind]("income")._repr_html_()
    assert str(SECRET) not in text.replace(",", "")
    assert str(SECRET).partition(".")[0] not in text.replace(",", "")
    assert RARE not in text
    evil = SHOWN[kind](EVIL)._repr_html_()
    assert "alert(1)</script>" not in evil
    assert Reader(evil).tags == Reader(text).tags


@pytest.mark.parametrize("kind", SHOWN)
def test_it_follows_the_reader_to_a_dark_screen(kind):
    text = SHOWN[kind]("income")._repr_html_()
    assert "@media screen and (prefers-color-scheme: dark)" in text


def test_a_release_says_what_it_keeps_what_it_cost_and_what_is_left():
    made = release()
    words = " ".join(Reader(made._repr_html_()).words.split())
    assert "Every record shares its values of 3 variables with at least 2 other records." in words
    assert "60 records" in words
    assert f"{made.partition.n_groups} groups of 3" in words
    for symbol, value in made.scores.items():
        assert f"{symbol}{value:,.4f}" in words.replace(" ", "")
    assert "not for the public" in words


def test_a_release_that_is_not_k_anonymous_says_so():
    made = covey.protect(
        frame(), k=3, method="individual-ranking", roles=ROLES, allow_not_k_anonymous=True
    )
    assert "this is not k-anonymous" in made._repr_html_()


def test_advice_is_marked_on_its_map():
    tried = comparison()
    good, none = covey.advise(tried, max_risk=50), covey.advise(tried, max_risk=0.1)
    assert good.headline in good._repr_html_()
    assert ">advised</text>" in good._repr_html_()
    assert none.headline == "No setting keeps the limit."
    assert ">closest</text>" in none._repr_html_()
    assert good.why in Reader(good._repr_html_()).words


def test_scores_are_still_shown_after_a_journey():
    scores = pickle.loads(pickle.dumps(release().scores))  # noqa: S301 (our own bytes)
    assert "Information loss" in scores._repr_html_()
    measured = covey.measure(frame().drop("illness"), frame().drop("illness"))
    assert "0.0000" in measured._repr_html_()
