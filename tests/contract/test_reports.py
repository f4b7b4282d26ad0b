"""Every edition of the report after every method, refinement and kind of table."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser
from itertools import product

import numpy as np
import polars as pl
import pytest

import covey
from covey.partitioning import ALGORITHMS, COLUMNWISE
from covey.refining import REFINERS
from covey.releasing.report import render_report
from covey.results import Release

N = 36
SECTIONS = (
    "done",
    "scores",
    "losses",
    "knowledge",
    "sizes",
    "variables",
    "use",
    "manifest",
    "sign",
)
VOID = {"meta", "link", "br", "path", "rect", "circle", "line"}
NO_NUMBERS = ("nan", "inf", "none,", "undefined")


def numbers(p: int = 3, n: int = N) -> pl.DataFrame:
    values = np.random.default_rng(5).gamma(2.0, size=(n, p)).round(3)
    return pl.DataFrame({f"v{j}": values[:, j] for j in range(p)})


def diagnoses() -> pl.Series:
    return pl.Series("illness", [("flu", "asthma", "angina")[i % 3] for i in range(N)])


TABLES: dict[str, tuple[Callable[[], pl.DataFrame], dict]] = {
    "numeric": (numbers, {}),
    "text confidential": (
        lambda: numbers().with_columns(diagnoses()),
        {"roles": {"confidential": ["v2", "illness"]}, "measures": "all"},
    ),
    "single variable": (lambda: numbers(1), {}),
    "constant columns": (
        lambda: numbers().with_columns(flat=pl.lit(2.5), level=pl.lit(7.0)),
        {"measures": "all"},
    ),
    "all constant": (lambda: numbers().select(a=pl.lit(1.0), b=pl.lit(2.0)).head(1)[[0] * N], {}),
    "one group": (lambda: numbers(n=5), {}),
    "rounded": (numbers, {"round": "auto"}),
    "bound": (lambda: numbers(2), {"bound": "simple"}),
    "selection": (lambda: numbers(4), {"select": 2, "intervals": 3}),
    "comparison": (lambda: numbers(2), {}),
}
METHODS = ["auto", *ALGORITHMS, *COLUMNWISE]
REFINEMENTS = ["none", *REFINERS]


def is_possible(method: str, refinement: str, kind: str) -> bool:
    """Whether such a request is accepted at all; what is refused has no report."""
    if method in COLUMNWISE and (refinement != "none" or kind in ("selection", "bound")):
        return False
    return method != "optimal-1d" or kind == "single variable"


def settings_of(method: str, kind: str) -> dict:
    _, settings = TABLES[kind]
    if method in ALGORITHMS and ALGORITHMS[method].needs_confidential and "roles" not in settings:
        # Any numeric column will do: what matters here is the page.
        settings = {**settings, "roles": {"confidential": ["c"]}}
    return settings


def release_of(method: str, refinement: str, kind: str) -> tuple[Release, covey.Comparison | None]:
    frame = TABLES[kind][0]()
    settings = settings_of(method, kind)
    if settings.get("roles") == {"confidential": ["c"]}:
        frame = frame.with_columns(c=pl.Series(np.arange(frame.height) % 7 + 0.5))
    release = covey.protect(
        frame,
        k=3,
        method=method,
        refine=refinement,
        effort=0.01,
        allow_not_k_anonymous=method in COLUMNWISE,
        **settings,
    )
    if kind != "comparison":
        return release, None
    roles = settings.get("roles")
    return release, covey.compare(frame, k=[3, 5], methods=["mdav", "vmdav"], roles=roles)


class Reader(HTMLParser):
    """Collects what is said and which ids there are, and fails where a tag is not closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"style", "script", "pre"} & set(self.open):
            self.words.append(data)


CASES = [case for case in product(METHODS, REFINEMENTS, TABLES) if is_possible(*case)]


@pytest.mark.parametrize(("method", "refinement", "kind"), CASES)
def test_every_section_of_both_editions_is_rendered(method, refinement, kind):
    release, comparison = release_of(method, refinement, kind)
    told = {"name": "safe.csv", "comparison": comparison}
    for audience in ("public", "internal"):
        read = Reader(render_report(release, audience=audience, **told))
        assert len(read.ids) == len(set(read.ids))
        assert not set(NO_NUMBERS) & set(" ".join(read.words).lower().split())
        if audience == "internal":
            assert set(SECTIONS) <= set(read.ids)
            assert ("map" in read.ids) == (comparison is not None)
            assert ("choice" in read.ids) == (release.plan.selection is not None)
