"""The public edition: useful to those who analyse the data, useless to an intruder."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import numpy as np
import pytest
from tests.released import remade

from covey.core.roles import Roles
from covey.core.scores import Scores
from covey.core.table import Origin
from covey.releasing import report_public
from covey.releasing.changes import changes_of
from covey.releasing.correlations import correlations_of
from covey.releasing.report import render_report
from covey.results import Release

CREATED = datetime(2025, 3, 14, 15, 9, tzinfo=UTC)
MakeMasked = Callable[..., Release]


def public_facts(release: Release, **told: Any) -> report_public.PublicFacts:
    return report_public.public_facts(release, manifest=release.manifest, **told)


@pytest.fixture
def made(make_masked: MakeMasked, people: Any, people_roles: Roles) -> Release:
    """A release with something to plant in every place that could reach the page."""
    scores = Scores(
        {"IL": 5.6922, "DLD": 61.99, "KNOWN": 43.21},
        {"DLD": "note-of-a-measure"},
        {"KNOWN": {"1": 8.765, "2": 43.21}},
    )
    release = make_masked(
        people,
        name="secret-ward-17.csv",
        roles=people_roles,
        scores=scores,
        seed=918273,
        options={"gamma": 0.645},
        notes=("note-of-the-plan",),
        refine="dba2",
        effort=7.25,
    )
    origin = Origin("secret-ward-17.csv", sha256="ab12" * 16)
    return replace(release, original=replace(release.original, origin=origin))


@pytest.fixture
def text(made: Release, words: Callable[[str], str]) -> str:
    told = {"name": "safe.csv", "manifest": {**made.manifest, "seed": 918273}}
    return words(render_report(made, **told, created=CREATED))


def test_it_tells_what_was_done(text: str) -> None:
    assert "About these data safe.csv 2025-03-14" in text
    assert (
        "All 300 records differ from every other record in their published values, confidential "
        "ones aside. In the masked variables alone, every record agrees with at least 2 other "
        "records. The columns that were not masked tell records apart"
    ) in text
    assert "put together in groups of at least 3" in text
    assert "2 masked replaced by group means age , income" in text
    assert "2 unchanged released as they are illness , region" in text
    assert "1 removed not in the release" in text
    assert "Method: mdav , then dba2 ." in text
    assert "This protects" not in text


def test_it_tells_how_to_analyse_the_data(text: str) -> None:
    for wanted in (
        "Means and totals of the whole table are those of the original data:",
        "So is every analysis that uses the unchanged columns alone",
        "Variances and standard deviations are too small",
        "Correlations and regressions",
        "Masked against unchanged columns",
        "Standard errors and tests",
        "Do not remove duplicates",
        "leave subgroups of fewer than 30 records",
        "outliers cannot be studied",
    ):
        assert wanted in text


@pytest.mark.parametrize(
    "planted",
    [
        "918273",  # seed
        "gamma",
        "0.645",
        "7.25",
        "secret-ward",
        "ab12",
        "note-of",
        "passport",  # the removed column
        "61.99",
        "62.0",
        "43.2",
        "8.8",
        "8.765",
        "5.69",
        "DLD",
        "KNOWN",
        "zscore",
        "standard deviation of",
        "anifest",
        "15:09",
    ],
)
def test_nothing_helps_an_intruder(made: Release, planted: str) -> None:
    manifest = {**made.manifest, "seed": 918273}
    page = render_report(made, name="safe.csv", manifest=manifest, created=CREATED)
    body = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    assert planted not in body


def test_group_and_class_sizes_are_not_told(make_masked: MakeMasked, words: Any) -> None:
    values = np.append(np.arange(90.0), np.full(23, 500.0))
    release = make_masked({"x": values, "y": np.arange(113.0)}, k=5)
    told = [{"records": 113, "classes": [37, 76], "groups": 22}]
    facts = {"hm-pfsom": {"class_blocks": told}}
    release = remade(release, partition=replace(release.partition, facts=facts))
    text = words(render_report(release, created=CREATED))
    for size in ("37", "76", "22", " 8 "):  # classes, number of groups, largest group
        assert size not in text


def test_without_a_file_it_has_no_name(made: Release) -> None:
    assert public_facts(made, name=None, day=date(2025, 3, 14)).title == "The released table"


def test_losses_are_told_in_whole_percent(make_masked: MakeMasked) -> None:
    random = np.random.default_rng(1)
    release = make_masked({"x": random.uniform(size=400), "y": random.uniform(size=400)}, k=4)
    facts = public_facts(release, name=None, day=date(2025, 3, 14))
    figures = {name: figure.replace("\N{NO-BREAK SPACE}", " ") for name, figure in facts.figures}
    before, after = release.original.numbers("y"), release.masked.numbers("y")
    lost = 100 * np.square(before - after).sum() / np.square(before - before.mean()).sum()
    assert figures == {"x": "under 1 %", "y": f"{lost:.0f} %"}
    assert facts.loss.replace("\N{NO-BREAK SPACE}", " ") == f"about {lost / 2:.0f} %"
    assert not facts.is_withheld


def test_a_loss_that_betrays_an_extreme_value_is_withheld(make_masked: MakeMasked) -> None:
    """One record far away: the loss of its variable is its distance from the published mean."""
    random = np.random.default_rng(1)
    far = np.append(random.normal(size=399), 5000.0)
    columns = {"a": random.uniform(size=400), "far": far, "b": random.normal(size=400)}
    facts = public_facts(make_masked(columns, k=4), name=None, day=date(2025, 3, 14))
    assert [name for name, figure in facts.figures if "told" in figure] == ["far"]
    assert facts.is_withheld
    # The mean of the two that are told: with the third in it, the third would follow.
    assert [figure for _, figure in facts.figures][1].startswith("under")
    (largest, _), *_ = [figure.split("\N{NO-BREAK SPACE}") for _, figure in facts.figures]
    told = facts.loss.replace("\N{NO-BREAK SPACE}", " ")
    assert told == f"about {round(int(largest) / 2)} %"


def test_where_no_loss_can_be_told_there_is_no_total(make_masked: MakeMasked, words: Any) -> None:
    far = np.append(np.random.default_rng(1).normal(size=399), 5000.0)
    release = make_masked({"far": far}, k=4)
    facts = public_facts(release, name=None, day=date(2025, 3, 14))
    assert (facts.loss, facts.judgement) == ("", "")
    text = words(render_report(release))
    assert "What the masking cost is not told" in text
    assert "tenth" not in text
    assert "quarter" not in text


def test_the_order_tells_no_more_than_the_figures(make_masked: MakeMasked) -> None:
    random = np.random.default_rng(1)
    columns = {f"v{i}": random.uniform(size=4000) for i in range(12)}
    for i in (3, 7):
        columns[f"v{i}"][i] = 1e4 * (i + 1)
    facts = public_facts(make_masked(columns, k=4), name=None, day=date(2025, 3, 14))
    told = [(figure, int(name[1:])) for name, figure in facts.figures]
    assert [name for name, _ in facts.figures][-2:] == ["v3", "v7"]
    for figure in {figure for figure, _ in told}:
        places = [place for other, place in told if other == figure]
        assert places == sorted(places)


def test_bars_are_as_exact_as_their_figures(make_masked: MakeMasked) -> None:
    random = np.random.default_rng(1)
    release = make_masked({"x": random.uniform(size=400), "y": random.uniform(size=400)}, k=4)
    chart = public_facts(release, name=None, day=date(2025, 3, 14)).chart
    whole = re.findall(r'class="bar"[^>]* width="([\d.]+)%"', chart)
    assert float(whole[1]) == 0.0  # under 1 %
    assert all(float(share).is_integer() for share in whole)


def test_rounded_means_are_not_called_exact(make_masked: MakeMasked, words: Any) -> None:
    release = make_masked({"x": np.arange(90.0) ** 2}, round="auto")
    assert "those of the original data, apart from rounding" in words(render_report(release))
    moved = release.masked.with_values({"x": release.masked.numbers("x") + 10})
    text = words(render_report(remade(release, masked=moved)))
    assert "close to those of the original data" in text
    assert "because group means were rounded" in text


def test_records_that_are_no_twins_are_admitted(make_masked: MakeMasked, words: Any) -> None:
    made = make_masked({"x": np.arange(30.0), "y": np.arange(30.0) % 7})
    rows = np.roll(made.masked.numbers("y"), 1)
    apart = remade(made, masked=made.masked.with_values({"y": rows}))
    text = words(render_report(apart, created=CREATED))
    assert "these data are not k-anonymous" in text
    assert "shares its values" not in text
    assert "Do not remove duplicates" not in text


def test_very_many_variables_are_cut_with_a_sentence(make_masked: MakeMasked, words: Any) -> None:
    random = np.random.default_rng(0)
    columns = {f"variable {i}": random.normal(size=60) for i in range(250)}
    text = words(render_report(make_masked(columns), created=CREATED))
    assert "Drawn are the 40 variables with the largest figures; 210 more are left out." in text
    assert "variable 199 and 50 more" in text


def rounded(release: Release, decimals: int) -> Release:
    """Return the release with masked values rounded to so many decimals."""
    masked = {
        name: np.round(release.masked.numbers(name), decimals) for name in release.plan.roles.quasi
    }
    plan = replace(release.plan, round=decimals)
    return remade(release, masked=release.masked.with_values(masked), plan=plan)


def test_variables_that_rounding_destroyed_get_true_words(
    make_masked: MakeMasked, words: Any
) -> None:
    random = np.random.default_rng(0)
    small, near = random.uniform(0.05, 0.07, 400), random.uniform(0.4, 0.6, 400)
    columns = {"size": np.arange(400.0), "small": small, "near": near}
    release = rounded(make_masked(columns, k=4), 0)
    facts = public_facts(release, name=None, day=date(2025, 3, 14))
    figures = {name: figure.replace("\N{NO-BREAK SPACE}", " ") for name, figure in facts.figures}
    assert figures["small"] == "all of it"
    assert figures["near"] == "more than all of it"
    assert facts.loss.replace("\N{NO-BREAK SPACE}", " ") == "about 67 %"
    text = words(render_report(release))
    assert "Where it is more than all of it, rounding moved values further than they differ" in text
    assert "Means and totals of the whole table , but for variables that rounding changed" in text
    assert "All records are equal in small , unlike in the original data" in text
    assert "variances and correlations of small , near are far from those of the original" in text
    assert "the original variance does not follow from the share that is gone" in text
    assert "divide by that" not in text  # 1 − L is not what rounding leaves of a variance


def test_a_divisor_for_variances_is_right_or_not_told(make_masked: MakeMasked, words: Any) -> None:
    x = np.random.default_rng(1).uniform(0, 20, 300)
    made = make_masked({"x": x, "one": np.repeat([0.0, 1.0], 150)}, k=3)
    for release, is_told in ((made, True), (rounded(made, 0), False)):
        [change, _] = changes_of(release)
        assert ("divide by that" in words(render_report(release))) == is_told
        ratio = (1 + change.spread) ** 2 / (1 - change.loss / 100)
        assert (abs(ratio - 1) < 1e-9) == is_told


def test_weak_correlations_may_change_their_direction(make_masked: MakeMasked, words: Any) -> None:
    """Inside the groups of neighbours the direction is the other one."""
    x = np.array([0.0, 1.0, 10.0, 11.0, 20.0, 21.0])
    y = np.array([1.0, 0.0, 1.01, 0.01, 1.02, 0.02])
    made = make_masked({"x": x, "y": y}, k=2)
    found = correlations_of(made, ["x", "y"])
    assert found.before[0, 1] < 0 < found.after[0, 1]
    text = words(render_report(made))
    assert "strong ones keep their direction; those near zero may change it" in text
    assert "often look too strong" in text


def test_where_rounding_destroyed_all_nothing_is_called_close(
    make_masked: MakeMasked, words: Any
) -> None:
    small = np.random.default_rng(0).uniform(0.05, 0.07, 400)
    text = words(render_report(rounded(make_masked({"small": small}, k=4), 0)))
    assert "The masking cost all of what this variable could tell: 100 % of its variation" in text
    for false in ("Means and totals of", "divide by that", "keep their direction"):
        assert false not in text


def test_a_single_group_is_told(make_masked: MakeMasked, words: Any) -> None:
    made = make_masked({"x": np.arange(30.0), "y": np.arange(30.0) % 7, "z": np.ones(30)}, k=30)
    text = words(render_report(made))
    assert "All records are equal in the masked variables: nothing that differs between" in text
    assert "Cluster them" not in text
    assert (
        "The masking cost all of what these variables could tell: 100 % of their variation" in text
    )
    assert "Means and totals of the whole table are those of the original data" in text
    assert "All records are equal in x , y , unlike in the original data" in text


@pytest.mark.parametrize(("share", "words"), [(9.4, "little"), (9.6, "a moderate part")])
def test_one_figure_has_one_word(make_masked: MakeMasked, share: float, words: str) -> None:
    made = make_masked({"x": np.tile([-1.0, 1.0], 50)}, k=2)
    moved = np.tile([-1.0, 1.0], 50) * (1 - np.sqrt(share / 100))
    made = remade(made, masked=made.masked.with_values({"x": moved}))
    assert public_facts(made, name=None, day=date(2025, 3, 14)).judgement == words


def test_rows_in_the_order_of_the_input_are_told(make_masked: MakeMasked, words: Any) -> None:
    made = make_masked({"x": np.arange(30.0)})
    text = words(render_report(replace(made, plan=made.plan.ordered("kept"))))
    assert "can link records by their position. The masking cost little" in text
    assert "This protects" not in text
    assert "Rows stand in the order of the original data: whoever holds those" in text
    assert "Rows stand" not in words(render_report(made))


def test_a_total_of_the_figures_told_is_plain(make_masked: MakeMasked, words: Any) -> None:
    random = np.random.default_rng(1)
    far = np.append(random.normal(size=399), 5000.0)
    text = words(render_report(make_masked({"a": random.uniform(size=400), "far": far}, k=4)))
    assert "it can be told, the masking cost little of what these variables could tell: " in text
