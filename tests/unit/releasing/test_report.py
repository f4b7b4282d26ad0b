"""Both editions: safe, readable by everybody, and the same each time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, get_args

import numpy as np
import pytest

from covey.core.request import Audience
from covey.core.roles import Roles
from covey.core.scores import Scores
from covey.releasing.report import render_report
from covey.results import Release

CREATED = datetime(2025, 3, 14, 15, 9, tzinfo=UTC)
EDITIONS = get_args(Audience)
SCORES = Scores(
    {"IL": 5.6922, "DLD": 61.99, "XYZ": 0.123456, "KNOWN": 12.5},
    {"DLD": "From a sample."},
    {"KNOWN": {"1": 3.25, "2": 12.5}},
)


@pytest.fixture(params=EDITIONS)
def audience(request: pytest.FixtureRequest) -> Audience:
    chosen: Audience = request.param
    return chosen


@pytest.fixture
def made(make_masked: Callable[..., Release], people: Any, people_roles: Roles) -> Release:
    return make_masked(people, roles=people_roles, scores=SCORES, notes=("Chose mdav.",))


@pytest.fixture
def page(made: Release, audience: Audience) -> str:
    return render_report(made, audience=audience, created=CREATED)


def test_the_careful_edition_is_the_default(made: Release) -> None:
    public = render_report(made, audience="public", created=CREATED)
    assert render_report(made, created=CREATED) == public
    assert "Internal" not in public
    assert render_report(made, audience="internal", created=CREATED) != public


def test_page_is_self_contained(page: str, outline: Any) -> None:
    read = outline(page)
    assert page.startswith("<!DOCTYPE html>")
    assert not read.open
    tags = Counter(tag for tag, _ in read.tags)
    assert not tags.keys() & {"script", "img", "iframe", "object", "embed", "audio", "video"}
    addresses = [
        attributes[key]
        for _, attributes in read.tags
        for key in ("href", "src", "srcset", "action")
        if key in attributes
    ]
    assert all(address == "data:," or str(address).startswith("#") for address in addresses)
    assert not re.search(r"https?://|url\(|@import", page)
    assert "default-src 'none'" in page
    assert "script-src" not in page


def test_page_is_accessible(page: str, outline: Any) -> None:
    tags = outline(page).tags
    assert ("html", {"lang": "en"}) in tags
    headings = [int(tag[1]) for tag, _ in tags if re.fullmatch(r"h\d", tag)]
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(headings))
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes["href"] for tag, attributes in tags if tag == "a"]
    assert links[0] == "#main"  # past the contents, for those who use no mouse
    assert all(str(link)[1:] in ids for link in links)
    for tag, attributes in tags:
        if tag == "svg" and attributes.get("aria-hidden") != "true":
            assert attributes["role"] == "img"
            assert set(str(attributes["aria-labelledby"]).split()) <= set(ids)
        if tag == "th":
            assert attributes["scope"] in ("row", "col")


def test_every_figure_has_a_title_and_a_description(page: str) -> None:
    pictures = re.findall(r'<svg [^>]*role="img".*?</svg>', page, flags=re.DOTALL)
    assert pictures
    for picture in pictures:
        assert re.search(r"<title [^>]*>[^<]{10,}</title>", picture)
        assert re.search(r"<desc [^>]*>[^<]{20,}</desc>", picture)


def test_no_value_of_a_record_appears(
    make_masked: Callable[..., Release], people: Any, people_roles: Roles, audience: Audience
) -> None:
    people["income"][:2] = [987654.321, -31337.77]
    people["age"][0] = 4711
    people["income"][2:100] = 20_000.0
    people["income"][5] = 44444.4321  # alone in a gap
    made = make_masked(people, roles=people_roles)
    page = render_report(made, audience=audience, created=CREATED)
    for planted in ("987654", "987,654", "31337", "31,337", "4711", "4,711", "44444", "44,444"):
        assert planted not in page
    for secret in ("ID-0", "-ZZ", "illness-", "region-"):
        assert secret not in page
    shown = {float(number) for number in re.findall(r"-?\d+\.\d+", page)}
    assert not shown & set(people["income"].tolist())
    assert not shown & {float(f"{value:.2f}") for value in people["income"][100:]}


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
def test_odd_columns_render(
    make_masked: Callable[..., Release],
    outline: Any,
    audience: Audience,
    values: np.ndarray,
    k: int,
) -> None:
    columns = {"odd": values, "even": np.arange(len(values)) * 1.5}
    page = render_report(make_masked(columns, k=k), audience=audience, created=CREATED)
    assert not outline(page).open
    assert not re.search(r"\b(nan|inf)\b", page, flags=re.IGNORECASE)


def test_names_and_notes_are_escaped(
    make_masked: Callable[..., Release], audience: Audience
) -> None:
    evil = '<script>alert("x")</script>'
    columns = {evil: np.arange(90.0), "b": np.arange(90.0), "<img src=x>": np.arange(90.0)}
    roles = Roles(quasi=(evil, "b"), other=("<img src=x>",))
    made = make_masked(columns, roles=roles, name=evil, notes=(evil,), scores=Scores({evil: 1.0}))
    page = render_report(made, audience=audience, created=CREATED)
    assert "<script" not in page
    assert "<img" not in page
    assert page.count("&lt;script&gt;") >= (2 if audience == "public" else 6)


@pytest.mark.parametrize(("n", "p"), [(1_000_000, 3), (300, 2_000)])
def test_page_stays_small(
    make_masked: Callable[..., Release], audience: Audience, n: int, p: int
) -> None:
    random = np.random.default_rng(0)
    columns = {f"a rather long name of variable {i}": random.normal(size=n) for i in range(p)}
    page = render_report(make_masked(columns), audience=audience, created=CREATED)
    assert len(page.encode()) < 1_500_000


def test_report_depends_on_the_release_and_the_date_alone(
    made: Release, audience: Audience
) -> None:
    first = render_report(made, audience=audience, created=CREATED)
    assert render_report(made, audience=audience, created=CREATED) == first
    later = render_report(made, audience=audience, created=datetime(2026, 1, 2, tzinfo=UTC))
    assert later != first
    undated = later.replace("2026-01-02T00:00", "2025-03-14T15:09").replace(
        "2026-01-02", "2025-03-14"
    )
    assert undated == first
    assert f"{datetime.now():%Y-%m}" in render_report(made, audience=audience)
