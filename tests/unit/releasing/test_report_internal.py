"""The internal edition: complete, and impossible to mistake for the public one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from typing import Any

import numpy as np
import pytest
from tests.released import remade

from covey.core.bound import LossBound
from covey.core.measure import Measure, Result
from covey.core.roles import Roles
from covey.core.scores import Scores
from covey.core.trials import Run, Subject
from covey.core.version import __version__
from covey.releasing.pages import script_sources
from covey.releasing.report import render_report
from covey.results import Comparison, Release

CREATED = datetime(2025, 3, 14, 15, 9, tzinfo=UTC)
WARNING = "Internal: do not publish"
SCORES = Scores(
    {"IL": 5.6922, "DLD": 61.99, "XYZ": 0.123456, "KNOWN": 12.5},
    {"DLD": "From a sample.", "KNOWN": "Exact there."},
    {"KNOWN": {"1": 3.25, "2": 12.5}},
)
MakeMasked = Callable[..., Release]


def render(release: Release, **facts: Any) -> str:
    return render_report(release, audience="internal", created=CREATED, **facts)


@pytest.fixture
def made(make_masked: MakeMasked, people: Any, people_roles: Roles) -> Release:
    notes = ("Chose mdav: the table is small.",)
    return make_masked(people, roles=people_roles, scores=SCORES, notes=notes, seed=918273)


@pytest.fixture
def page(made: Release) -> str:
    return render(made)


@pytest.fixture
def text(page: str, words: Callable[[str], str]) -> str:
    return words(page)


@pytest.fixture
def comparison() -> Comparison:
    def measure(symbol: str, kind: Any) -> Measure:
        return Measure(symbol, symbol, kind, "", "", "A share.", lambda _: Result(0), high=100.0)

    runs = tuple(
        Run("mdav", k, "none", {}, Scores({"IL": 2.0 * k, "DLD": 60.0 / k}), 9, k, 2 * k)
        for k in (3, 5, 10)
    )
    subject = Subject("people.csv", "0" * 64, 300, ("age", "income"))
    axes = measure("IL", "loss"), measure("DLD", "risk")
    return Comparison(runs, *axes, subject, {"seed": 0})


def test_it_cannot_be_mistaken_for_the_public_edition(page: str, text: str) -> None:
    assert f"<title>{WARNING}." in page
    assert '<meta name="robots" content="noindex">' in page
    assert re.search(rf'<p class="band" role="note"><strong>{WARNING}</strong>', page)
    assert '@top-center { content: "INTERNAL: DO NOT PUBLISH"' in page  # every printed page
    assert re.search(r"\.strip \{ display: block; position: fixed", page)  # and browsers without it
    assert text.rstrip().endswith(f"{WARNING}.")


SUMMARY = (
    "All 300 records differ from every other record in their published values, confidential ones",
    "This is because of region . In the masked variables alone, every record agrees with at least",
    "1 column that names people was removed. 2 columns are released as they are.",
    "masking cost 5.7 % of the variation",
    "people.csv",
    "2025-03-14",
    f"Covey {__version__}",
)
PLAN_ROLES_NOTES = (
    "mdav, chosen by “auto”",
    "k = 3 records",
    "Seed 918273",
    "divided by its standard deviation",
    "Chose mdav: the table is small.",
    "Identifier names a person removed passport ",
    "microaggregated age , income ",
)
SCORES_IN_WORDS_AND_UNKNOWN_ONES_BY_SYMBOL = (
    "keeps 94.3 % of the variation",
    "among these two for 62.0 % of the records. From a sample.",
    "IL 5.6922 % Information loss",
    "XYZ 0.1235",
)


@pytest.mark.parametrize(
    "wanted", [*SUMMARY, *PLAN_ROLES_NOTES, *SCORES_IN_WORDS_AND_UNKNOWN_ONES_BY_SYMBOL]
)
def test_what_is_told(text: str, wanted: str) -> None:
    assert wanted in text


def test_confidential_columns_are_told(text: str) -> None:
    assert re.search(r"Confidential .*? released as it is illness ", text)


@pytest.mark.parametrize(
    "title",
    [
        "age: original and released distribution",
        "income: original and released distribution",
        "Correlations in the original",
        "Correlations in the release",
        "Change of the correlations",
        "Information loss by variable",
        "Number of groups by size",
        "Records found by number of known variables",
    ],
)
def test_each_plot_is_there(page: str, title: str) -> None:
    assert re.search(rf'role="img" [^>]*><title [^>]*>{title}</title><desc ', page)


def test_signatures_are_asked_for(text: str) -> None:
    for wanted in ("Prepared by", "Approved for release by", "Name and office", "Signature"):
        assert wanted in text


def test_the_manifest_is_there_as_a_table_and_in_full(made: Release, words: Any) -> None:
    stored = {
        **made.manifest,
        "covey": "9.9",
        "created": "2025-03-14T15:09:00+00:00",
        "input": {"name": "a.csv", "sha256": "ab" * 32, "n_records": 300, "n_columns": 5},
        "output": {"name": "<safe>.csv", "sha256": "cd" * 32, "format": "csv", "dialect": None},
        "method": "mdav",
        "k": 3,
        "seed": 7,
        "n_groups": 100,
        "group_size": {"min": 3, "max": 4},
        "k_anonymous": {"holds": True, "smallest_class": 3, "quasi_identifiers": ["age", "income"]},
    }
    page = render(made, manifest=stored)
    text = unescape(words(page))
    assert "Input a.csv, 300 records by 5 columns" in text
    assert f"SHA-256 of the output {'cd' * 32}" in text
    assert "k-anonymous on the quasi-identifiers yes, counted" in text
    (shown,) = re.findall(r"<pre[^>]*>(.*?)</pre>", page, flags=re.DOTALL)
    assert json.loads(unescape(shown)) == stored
    assert "details::details-content { content-visibility: visible" in page  # printed open


def test_without_a_file_the_manifest_says_so(text: str) -> None:
    assert "Output not written yet" in text


def test_risk_by_knowledge_is_drawn_if_it_was_measured(
    make_masked: MakeMasked, text: str, words: Any
) -> None:
    assert "1 known 3.2 %; 2 known 12.5 %" in text
    without = words(render(make_masked({"x": np.arange(30.0)})))
    assert "Not measured in this run. Ask for the measure KNOWN" in without


def test_the_map_brings_the_only_script(
    made: Release, comparison: Comparison, outline: Any, words: Any
) -> None:
    page = render(made, comparison=comparison)
    assert not outline(page.replace("<circle", "<rect").replace("<input", "<rect")).open
    assert "3 settings were tried on this table" in words(page)
    (drawn,) = re.findall(r'<div class="riskmap".*?</script>\n</div>', page, flags=re.DOTALL)
    allowed = script_sources(drawn)
    assert (f"script-src {allowed}" in page) == bool(allowed)
    assert "'unsafe-inline'" not in page.partition("script-src")[2]
    assert page.count("<script") == drawn.count("<script") == 1


def test_the_setting_of_the_release_is_marked_on_the_map(
    made: Release, comparison: Comparison, words: Any
) -> None:
    page = render(made, comparison=comparison)
    assert page.count('class="halo" cx') == 3  # on the wide map, on the narrow one, in the legend
    assert "This release is " in words(page)
    other = replace(comparison, subject=replace(comparison.subject, quasi=("age",)))
    assert 'class="halo"' not in render(made, comparison=other)


def test_a_map_of_other_variables_says_so(
    made: Release, comparison: Comparison, words: Any
) -> None:
    other = replace(comparison, subject=replace(comparison.subject, quasi=("age",)))
    assert "masked other variables than this release: age" in words(render(made, comparison=other))
    assert "masked other variables" not in words(render(made, comparison=comparison))


def test_captions_tell_relative_changes_only(make_masked: MakeMasked, words: Any) -> None:
    spread = np.tile([-3.0, -1.0, 1.0, 3.0], 25)
    made = make_masked({"spread": spread, "same": np.full(100, 5.0)}, k=2)
    halves = made.masked.with_values({"spread": 3 + spread / 2})
    text = words(render(remade(made, masked=halves, plan=replace(made.plan, round=0))))
    # The standard deviation is √5 and the mean moves by 3.
    assert "The mean moved by 134 % of a standard deviation" in text
    assert "the standard deviation is 50.0 % smaller." in text
    assert "variances and correlations of spread are far from those of the original data" in text
    assert "Means and totals of the others can be used as they are" in text
    assert "All records hold the same value" in text
    assert "Correlations before and after" not in text  # of one variable that varies


def test_means_that_hardly_moved_can_be_used(make_masked: MakeMasked, words: Any) -> None:
    made = make_masked({"x": np.arange(90.0)}, k=3)  # with a standard deviation of 25.98
    moved = made.masked.with_values({"x": made.masked.numbers("x") + 1.3})
    text = words(render(remade(made, masked=moved)))
    assert "Means and totals can be used as they are. No mean moved by more than 5.0 % of" in text


def test_correlations_are_those_of_the_tables(make_masked: MakeMasked, words: Any) -> None:
    random = np.random.default_rng(5)
    x = random.normal(size=200)
    made = make_masked({"x": x, "y": x + random.normal(size=200)}, k=5)
    before = np.corrcoef(x, made.original.numbers("y"))[0, 1]
    after = np.corrcoef(made.masked.numbers("x"), made.masked.numbers("y"))[0, 1]
    text = words(render(made))
    assert f"x y {before:.3f} {after:.3f} {after - before:+.3f}" in text
    assert f"between x and y, from {before:.3f} to {after:.3f}" in text


def test_names_that_the_charts_shorten_stand_in_full(make_masked: MakeMasked) -> None:
    random = np.random.default_rng(5)
    long = {f"income from capital, {year}, in euro": random.normal(size=60) for year in (1, 2)}
    page = render(make_masked(long))
    assert "<li>income from capital, 2, in euro</li>" in page
    assert "Names in full" not in render(make_masked({"a": np.arange(9.0), "b": np.arange(9.0)}))


def test_many_variables_list_the_pairs_that_changed_most(
    make_masked: MakeMasked, words: Any
) -> None:
    random = np.random.default_rng(0)
    columns = {f"v{i}": random.normal(size=90) for i in range(70)}
    text = words(render(make_masked(columns)))
    assert "matrices of so many variables could not be read" in text
    assert "Only the 60 variables with the largest loss, of 70, were looked at." in text
    changes = [float(c) for c in re.findall(r" v\d+ v\d+ \S+ \S+ [+−](0\.\d{3})", text)]
    assert len(changes) == 30
    assert changes == sorted(changes, reverse=True)


def test_many_variables_stay_usable(make_masked: MakeMasked, words: Any) -> None:
    random = np.random.default_rng(0)
    columns = {f"variable {i}": random.normal(size=600) for i in range(200)}
    page = render(make_masked(columns))
    assert page.count(": original and released distribution</title>") == 120
    assert "The 120 variables whose standard deviation changed most are drawn." in words(page)
    changes = [float(c) for c in re.findall(r"<span>−([\d.]+)\N{NO-BREAK SPACE}%", page)]
    assert len(changes) > 100
    assert changes == sorted(changes, reverse=True)


def test_one_group_renders(make_masked: MakeMasked, words: Any) -> None:
    page = render(make_masked({"x": np.arange(7.0), "y": np.arange(7.0)}, k=7))
    assert "with at least 6 other records" in words(page)
    assert "Too few distinct values to draw" in page
    assert "100 % smaller" in words(page)
    assert "No correlation is defined both before and after." in words(page)


def test_undefined_scores_are_called_so(make_masked: MakeMasked, words: Any) -> None:
    made = make_masked({"x": np.arange(9.0)}, scores=Scores({"IL": float("nan")}))
    text = words(render(made))
    assert "IL not defined" in text
    assert "nan" not in text.lower()


def test_records_that_are_no_twins_are_admitted(make_masked: MakeMasked, words: Any) -> None:
    made = make_masked({"x": np.arange(30.0), "y": np.arange(30.0) % 7})
    rows = np.roll(made.masked.numbers("y"), 1)
    apart = remade(made, masked=made.masked.with_values({"y": rows}))
    text = words(render(apart))
    assert "do not share all their identifying values" in text
    assert "Do not call this release k-anonymous" in text
    assert "Every record in this release shares" not in text
    assert "Twins are meant" not in text


def test_blocks_and_classes_are_told(make_masked: MakeMasked, words: Any) -> None:
    release = make_masked({"x": np.arange(90.0)})
    told = [{"records": 90, "classes": [37, 53], "groups": 12}] * 120
    facts = {"hm-pfsom": {"class_blocks": told}}
    release = remade(release, partition=replace(release.partition, facts=facts))
    text = words(render(release))
    assert "1 90 37, 53 12" in text
    assert "20 more blocks are not listed here" in text


def test_the_bound_stands_beside_the_loss(make_masked: MakeMasked) -> None:
    release = make_masked({"age": np.arange(12.0)})
    assert "bound" not in render(release).split("</nav>")[0]
    bound = LossBound("simple", 4.5, 3, is_solved=True)
    text = " ".join(unescape(render(replace(release, bound=bound))).split())
    assert "(bound 4.5 %: no grouping with k = 3 can cost less)" in text
    assert "5.6922 % (bound 4.5000 %)" in text


@pytest.mark.parametrize(("share", "is_told"), [(12.5, True), (0.0, False), (float("nan"), False)])
def test_values_that_dominate_their_group_are_told(
    make_masked: MakeMasked, words: Any, share: float, is_told: bool
) -> None:
    scores = Scores({"IL": 5.0, "PP": share})
    text = words(render(make_masked({"x": np.arange(30.0)}, scores=scores)))
    assert ("In 12.5 % of the cells of group and variable" in text) == is_told
    assert ("A larger k, the median as the group’s value" in text) == is_told
