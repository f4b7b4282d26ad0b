"""The page of the map: complete, self-contained, safe against what names may hold."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from covey.core.errors import OutputError
from covey.core.scores import Scores
from covey.core.trials import Run, Subject
from covey.measuring import MEASURES
from covey.releasing.cartographer import draw_map_element, map_page
from covey.releasing.pages import script_sources
from covey.results import Comparison

from .conftest import Outline

EVIL = "</title></script><script>alert('x')</script>&\"<img src=x onerror=alert(1)>"


def run(method: str, k: int, **scores: float) -> Run:
    declared = {symbol: MEASURES[symbol] for symbol in scores}
    options = {"gamma": 0.2} if method == "vmdav" else {}
    return Run(
        method, k, "none", options, Scores(scores, measures=declared), 1080 // k, k, 2 * k - 1
    )


@pytest.fixture
def comparison() -> Comparison:
    runs = (
        run("mdav", 3, IL=5.6922, DLD=60.5556, G_IL=22.6520),
        run("mdav", 10, IL=14.1559, DLD=17.5926, G_IL=45.8607),
        run("vmdav", 3, IL=5.6619, DLD=61.0185, G_IL=23.8023),
        run("vmdav", 10, IL=14.2730, DLD=18.0556, G_IL=math.nan),
        run("iamat", 3, IL=5.3736, DLD=62.7778, G_IL=22.1508),
        run("iamat", 10, IL=14.3299, DLD=math.nan, G_IL=45.4357),
    )
    subject = Subject("census.csv", "ab" * 32, 1080, ("AGI", "FICA"))
    settings = {"roles": {"quasi": ["AGI", "FICA"]}, "scaling": "zscore", "seed": 7, "model": None}
    notes = ("Some remark.",)
    loss, risk = MEASURES["IL"], MEASURES["DLD"]
    return Comparison(runs, loss, risk, subject, settings, notes=notes)


class Reader(Outline):
    """Collects what a browser would see, and complains about tags that do not match."""

    def __init__(self, text: str) -> None:
        self.rows: list[list[str]] = []
        self.scripts: list[str] = []
        super().__init__(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if "td" in self.open or "th" in self.open:
            self.rows[-1][-1] += data
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data

    def having(self, name: str, value: str) -> list[dict[str, str | None]]:
        return [found for _, found in self.tags if found.get(name) == value]


def test_every_figure_of_every_run_is_in_the_table(comparison):
    reader = Reader(map_page(comparison))
    head, *rows = reader.rows
    assert head == [*("Method", "k", "Front", "IL, %", "DLD, %", "G_IL, %", "Groups", "Sizes")]
    assert rows[0] == ["mdav", "3", "yes", "5.692", "60.556", "22.652", "360", "3–5"]
    assert rows[3][3:6] == ["14.273", "18.056", "not defined"]
    assert rows[5][2:5] == ["no", "14.330", "not defined"]
    options = "gamma\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}0.2"
    assert f"<dt>vmdav</dt><dd>{options}</dd>" in map_page(comparison)
    assert [row[2] == "yes" for row in rows] == list(comparison.is_efficient)
    marked = [number.get("data-run") for number in reader.having("class", "efficient")]
    expected = [str(i) for i, is_efficient in enumerate(comparison.is_efficient) if is_efficient]
    assert marked == expected


def test_values_to_sort_by_are_exact(comparison):
    reader = Reader(map_page(comparison))
    assert reader.having("data-value", "5.6922")
    assert reader.having("data-value", "nan")
    headers = [found for tag, found in reader.tags if tag == "th" and found.get("scope") == "col"]
    assert all(found.get("aria-sort") == "none" for found in headers)


def test_every_defined_run_can_be_focused_and_has_its_figures_without_a_script(comparison):
    text = map_page(comparison)
    points = [found for _, found in Reader(text).tags if "data-run" in found and "role" in found]
    assert [point["data-run"] for point in points] == ["0", "1", "2", "3", "4"]
    assert all(point["tabindex"] == "0" and point["role"] == "img" for point in points)
    titles = re.findall(r'class="point .*?<title>(.*?)</title>', text, re.DOTALL)
    for number, title in enumerate(titles):
        run = comparison.runs[number]
        assert title.startswith(f"{run.name}, k")
        for symbol in run.scores:
            assert f"\n{symbol}: " in title
        assert f"groups: {run.n_groups}" in title
    assert "Not on the map, because IL or DLD is not defined for it: iamat with k" in text


def test_the_page_says_what_it_is_and_how_it_was_made(comparison):
    text = map_page(comparison)
    assert "<title>Risk–utility map (internal): census.csv</title>" in text
    assert "<strong>Internal.</strong>" in text
    assert "1,080 records" in text
    for term, choice in (("scaling", "zscore"), ("seed", "7"), ("group sizes k", "3, 10")):
        assert f"<dt>{term}</dt><dd>{choice}</dd>" in text
    assert "<dt>methods</dt><dd>mdav, vmdav, iamat</dd>" in text
    assert "<dt>model</dt>" not in text
    assert "Some remark." in text
    assert comparison.loss.plain in text
    assert "Of 6 settings, 4 are not beaten by another one:" in text


def test_nothing_is_loaded_from_elsewhere(comparison):
    text = map_page(comparison)
    assert re.findall(r"http(?!-equiv)", text) == []
    assert "url(" not in text
    assert "@import" not in text
    for tag, found in Reader(text).tags:
        assert "src" not in found
        assert found.get("href") is None or tag in {"a", "link"}
        assert all(not name.startswith("on") for name in found)
    assert "default-src 'none'" in text


def test_only_the_one_script_may_run(comparison):
    text = map_page(comparison)
    assert len(Reader(text).scripts) == 1
    policy = re.search(r'content="(default-src[^"]*)"', text)
    assert policy is not None
    assert script_sources(draw_map_element(comparison)) in policy[1]
    assert len(Reader(text).scripts[0]) < 9000


def test_names_cannot_become_markup(comparison):
    runs = (
        replace(comparison.runs[0], method=EVIL, options={EVIL: EVIL}),
        *comparison.runs[1:],
    )
    subject = replace(comparison.subject, name=EVIL, quasi=(EVIL,), digest=EVIL)
    settings = {"scaling": EVIL}
    evil = replace(comparison, runs=runs, subject=subject, settings=settings, notes=(EVIL,))
    text, plain = map_page(evil), map_page(comparison)
    assert "<img" not in text
    reader = Reader(text)
    assert reader.scripts == Reader(plain).scripts
    assert sum(EVIL in cell for row in reader.rows for cell in row) == 1
    tags = {tag for tag, _ in reader.tags}
    assert tags == {tag for tag, _ in Reader(plain).tags}


def test_the_element_stands_alone(comparison):
    element = draw_map_element(comparison)
    assert element in map_page(comparison)
    reader = Reader(element)
    root = reader.tags[0]
    assert root[0] == "div"
    assert root[1]["class"] == "riskmap"
    idents = [found["id"] for _, found in reader.tags if found.get("id")]
    assert len(idents) == len(set(idents))
    assert all(ident.startswith(str(root[1]["id"])) for ident in idents if ident)
    for _, found in reader.tags:
        for name in ("aria-labelledby", "aria-describedby"):
            assert set((found.get(name) or "").split()) <= set(idents)


def test_no_style_of_the_element_reaches_beyond_it(comparison):
    style = re.search(r"<style>(.*?)</style>", draw_map_element(comparison), re.DOTALL)
    assert style is not None
    selectors = re.findall(r"^\s*([^@{}\n][^{}\n]*?)\s*\{", style[1], re.MULTILINE)
    assert len(selectors) > 40
    for selector in selectors:
        assert all(part.strip().startswith(".riskmap") for part in selector.split(","))


def test_two_maps_on_a_page_have_different_names(comparison):
    other = replace(comparison, runs=comparison.runs[:3])
    first = [re.search(r'id="(map-\w+)"', draw_map_element(one)) for one in (comparison, other)]
    assert all(first)
    assert first[0][1] != first[1][1]
    assert draw_map_element(comparison) == draw_map_element(comparison)


def test_one_map_shown_twice_in_a_notebook_has_different_names(comparison):
    shown = [Reader(comparison._repr_html_()) for _ in range(2)]
    idents = [{found["id"] for _, found in reader.tags if found.get("id")} for reader in shown]
    assert len(idents[0]) == len(idents[1]) > 4
    assert not idents[0] & idents[1]


def test_the_row_of_the_chosen_setting_is_marked(comparison):
    element = draw_map_element(comparison, chosen=comparison.runs[1])
    assert re.findall(r'data-run="(\d)" class="efficient chosen"', element) == ["1"]
    assert element.count('<span class="tag">this release</span>') == 1
    assert "tag" not in draw_map_element(comparison).split("</style>")[1]


def test_without_a_point_there_is_a_table_only(comparison):
    hollow = replace(comparison, runs=(run("mdav", 3, IL=math.nan, DLD=1.0),))
    text = map_page(hollow)
    assert "<figure>" not in text
    assert len(Reader(text).rows) == 2


def test_many_measures_print_on_a_page_that_lies(comparison):
    scores = dict.fromkeys(list(MEASURES)[:14], 1.0)
    wide = replace(comparison, runs=(run("mdav", 3, **(scores | {"DLD": 2.0})),))
    assert "A4 landscape" in map_page(wide)
    assert "A4 landscape" not in map_page(comparison)


def test_writing_gives_the_page(comparison, tmp_path: Path):
    target = tmp_path / "map.html"
    assert comparison.report(target) == target
    assert target.read_text(encoding="utf-8") == map_page(comparison)
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_that_exists_is_kept_unless_forced(comparison, tmp_path: Path):
    target = tmp_path / "map.html"
    target.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="exists already"):
        comparison.report(target)
    assert target.read_text(encoding="utf-8") == "mine"
    comparison.report(target, force=True)
    assert target.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_map_is_a_page(comparison, tmp_path: Path):
    with pytest.raises(OutputError, match=r"must end in \.html or \.htm\. Got 'map.pdf'"):
        comparison.report(tmp_path / "map.pdf")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(comparison, tmp_path: Path):
    with pytest.raises(OutputError, match=r"does not exist\. Create it first"):
        comparison.report(tmp_path / "none" / "map.html")
