"""The report: complete, safe, readable by everybody, and the same each time."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any, cast

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from covey.core.partition import Partition
from covey.core.plan import Plan
from covey.core.release import Publisher, Release
from covey.core.roles import Roles
from covey.core.scores import Scores
from covey.core.table import Origin, Table
from covey.core.version import __version__
from covey.releasing.report import render_report

CREATED = datetime(2025, 3, 14, 15, 9, tzinfo=UTC)
VOID = {"meta", "link", "br", "path", "rect"}


def release(
    columns: dict[str, Any],
    *,
    k: int = 3,
    name: str = "people.csv",
    scores: Scores | None = None,
    roles: Roles | None = None,
    **settings: Any,
) -> Release:
    """Mask by the means of neighbours in the order of the first quasi-identifier."""
    roles = roles or Roles(quasi=tuple(columns))
    table = Table(nw.from_native(pl.DataFrame(columns), eager_only=True), Origin(name))
    n = table.n_records
    labels = np.empty(n, dtype=np.intp)
    order = np.argsort(table.numbers(roles.quasi[0]), kind="stable")
    labels[order] = np.minimum(np.arange(n) // k, n // k - 1)
    partition = Partition(labels, k=k)
    masked = {
        column: (np.bincount(labels, table.numbers(column) / n) / partition.sizes * n)[labels]
        for column in roles.quasi
    }
    plan = Plan(
        k=k,
        method="mdav",
        requested_method="auto",
        options={},
        roles=roles,
        scaling="zscore",
        notes=settings.pop("notes", ()),
        **settings,
    )
    return Release(
        table,
        table.with_numbers(masked).without(roles.identifier),
        partition,
        plan,
        scores or Scores({"IL": 5.6922, "DLD": 61.99}),
        cast(Publisher, None),
    )


def people(n: int = 300) -> dict[str, Any]:
    random = np.random.default_rng(3)
    return {
        "number": [f"ID-{i:05d}-ZZ" for i in range(n)],
        "age": random.integers(18, 90, n),
        "income": random.lognormal(10, 0.6, n),
        "illness": [f"illness-{i}" for i in range(n)],
        "region": [f"region-{i}" for i in range(n)],
    }


PEOPLE_ROLES = Roles(("number",), ("age", "income"), ("illness",), ("region",))


@pytest.fixture(scope="module")
def page() -> str:
    scores = Scores({"IL": 5.6922, "DLD": 61.99, "XYZ": 0.123456}, {"DLD": "From a sample."})
    made = release(
        people(), roles=PEOPLE_ROLES, scores=scores, notes=("Chose mdav: the table is small.",)
    )
    return render_report(made, created=CREATED)


def words(page: str) -> str:
    """Return the text of a page in one line, without its style sheet."""
    text = re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)
    return re.sub(r"[\s\N{NO-BREAK SPACE}]+", " ", text)


class Outline(HTMLParser):
    """Tags in order, with whatever is not closed as it should be."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_summary_says_what_is_guaranteed(page: str) -> None:
    text = words(page)
    assert "shares its values of 2 identifying variables with at least 2 other records" in text
    assert "1 column that names people was removed. 2 columns are released as they are." in text
    assert "masking cost 5.7 % of the variation" in text
    assert "people.csv" in text
    assert "2025-03-14" in text
    assert f"Covey {__version__}" in text


def test_plan_roles_and_notes_are_told(page: str) -> None:
    text = words(page)
    assert "mdav, chosen by “auto”" in text
    assert "k = 3 records" in text
    assert "divided by its standard deviation" in text
    assert "Chose mdav: the table is small." in text
    assert re.search(r"Identifier names a person removed number ", text)
    assert re.search(r"microaggregated age , income ", text)
    assert re.search(r"Confidential .*? released as it is illness ", text)


def test_scores_are_told_in_words_and_unknown_ones_by_symbol(page: str) -> None:
    text = words(page)
    assert "keeps 94.3 % of the variation" in text
    assert "among these two for 62.0 % of the records. From a sample." in text
    assert "IL 5.6922 % Information loss" in text
    assert "XYZ 0.1235" in text


def test_signatures_are_asked_for(page: str) -> None:
    text = words(page)
    for wanted in (
        "Prepared by",
        "Approved for release by",
        "Name and office",
        "Date",
        "Signature",
    ):
        assert wanted in text


def test_page_is_self_contained(page: str) -> None:
    outline = Outline(page)
    assert not outline.open
    tags = Counter(tag for tag, _ in outline.tags)
    assert not tags.keys() & {"script", "img", "iframe", "object", "embed", "audio", "video"}
    addresses = [
        attributes[key]
        for _, attributes in outline.tags
        for key in ("href", "src", "srcset", "action")
        if key in attributes
    ]
    assert all(address == "data:," or str(address).startswith("#") for address in addresses)
    assert not re.search(r"https?://|url\(|@import", page)
    assert "default-src 'none'" in page


def test_page_is_accessible(page: str) -> None:
    tags = Outline(page).tags
    assert ("html", {"lang": "en"}) in tags
    headings = [int(tag[1]) for tag, _ in tags if re.fullmatch(r"h\d", tag)]
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(headings))
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in tags:
        if tag == "svg" and attributes.get("aria-hidden") != "true":
            assert attributes["role"] == "img"
            assert set(str(attributes["aria-labelledby"]).split()) <= set(ids)
        if tag == "a":
            assert str(attributes["href"])[1:] in ids
        if tag == "th":
            assert attributes["scope"] in ("row", "col")


def test_no_value_of_a_record_appears() -> None:
    columns = people()
    columns["income"][:2] = [987654.321, -31337.77]
    columns["age"][0] = 4711
    columns["income"][2:100] = 20_000.0
    columns["income"][5] = 44444.4321  # alone in a gap
    made = release(columns, roles=PEOPLE_ROLES)
    page = render_report(made, created=CREATED)
    for planted in ("987654", "987,654", "31337", "31,337", "4711", "4,711", "44444", "44,444"):
        assert planted not in page
    for secret in ("ID-0", "-ZZ", "illness-", "region-"):
        assert secret not in page
    shown = {float(number) for number in re.findall(r"-?\d+\.\d+", page)}
    assert not shown & set(columns["income"].tolist())
    assert not shown & {float(f"{value:.2f}") for value in columns["income"][100:]}


def test_captions_tell_relative_changes_only() -> None:
    spread = np.tile([-3.0, -1.0, 1.0, 3.0], 25)
    made = release({"spread": spread, "same": np.full(100, 5.0)}, k=2)
    halves = made.masked.with_numbers({"spread": 3 + spread / 2})
    text = words(render_report(replace(made, masked=halves), created=CREATED))
    # The standard deviation is √5 and the mean moves by 3.
    assert "The mean moved by 100 % of a standard deviation" in text
    assert "the standard deviation is 50.0 % smaller." in text
    assert "No mean moved by more than 100 % of a standard deviation" in text
    assert "All records hold the same value" in text


@pytest.mark.parametrize(
    "values",
    [
        np.full(40, 7.25),
        np.zeros(40),
        np.arange(40) % 2,
        np.arange(40) % 4,
        np.linspace(-1e300, 1e300, 40),
        1.7e308 * np.linspace(-1, 1, 40),
        np.linspace(1e-300, 9e-300, 40),
        np.linspace(0, 1e-320, 40),
        np.append(np.zeros(39), 1e308),
        np.linspace(1e15, 1e15 + 1, 40),
        np.arange(3),
        np.arange(10**6, 10**6 + 40),
    ],
    ids=str,
)
@pytest.mark.parametrize("k", [2, 3])
def test_odd_columns_render(values: np.ndarray, k: int) -> None:
    page = render_report(release({"odd": values}, k=k), created=CREATED)
    assert not Outline(page).open
    assert not re.search(r"\b(nan|inf)\b", page, flags=re.IGNORECASE)


def test_one_group_renders() -> None:
    page = render_report(release({"x": np.arange(7.0)}, k=7), created=CREATED)
    assert "with at least 6 other records" in words(page)
    assert "Too few distinct values to draw" in page
    assert "100 % smaller" in words(page)


def test_undefined_scores_are_called_so() -> None:
    made = release({"x": np.arange(9.0)}, scores=Scores({"IL": float("nan")}))
    text = words(render_report(made, created=CREATED))
    assert "IL not defined" in text
    assert "nan" not in text.lower()


def test_records_that_are_no_twins_are_admitted() -> None:
    made = release({"x": np.arange(30.0), "y": np.arange(30.0) % 7})
    rows = np.roll(made.masked.numbers("y"), 1)
    apart = replace(made, masked=made.masked.with_numbers({"y": rows}))
    text = words(render_report(apart, created=CREATED))
    assert "do not share all their identifying values" in text
    assert "Do not call this release k-anonymous" in text
    assert "Every record in this release shares" not in text
    assert "Twins are meant" not in text


def test_names_and_notes_are_escaped() -> None:
    evil = '<script>alert("x")</script>'
    columns = {evil: np.arange(90.0), "<img src=x>": np.arange(90.0)}
    roles = Roles(quasi=(evil,), other=("<img src=x>",))
    made = release(columns, roles=roles, name=evil, notes=(evil,), scores=Scores({evil: 1.0}))
    page = render_report(made, created=CREATED)
    assert "<script" not in page
    assert "<img" not in page
    assert page.count("&lt;script&gt;") >= 6


def test_many_variables_stay_usable_and_small() -> None:
    random = np.random.default_rng(0)
    columns = {f"variable {i}": random.normal(size=2000) for i in range(200)}
    page = render_report(release(columns), created=CREATED)
    assert len(page.encode()) < 2_000_000
    assert page.count('role="img"') == 203
    assert page.count('<li><a href="#v') == 201  # one leads to the section
    changes = [float(change) for change in re.findall(r"<span>−([\d.]+)\N{NO-BREAK SPACE}%", page)]
    assert len(changes) > 100
    assert changes == sorted(changes, reverse=True)


def test_report_depends_on_the_release_and_the_date_alone(page: str) -> None:
    made = release(people(), roles=PEOPLE_ROLES)
    first = render_report(made, created=CREATED)
    assert render_report(made, created=CREATED) == first
    later = render_report(made, created=datetime(2026, 1, 2, tzinfo=UTC))
    assert later != first
    assert (
        later.replace("2026-01-02T00:00", "2025-03-14T15:09").replace("2026-01-02", "2025-03-14")
        == first
    )
    assert f"{datetime.now():%Y-%m}" in render_report(made)
