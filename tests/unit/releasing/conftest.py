"""Small releases built by hand: no other stage has a part in these tests."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from types import ModuleType
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from tests.released import released

from covey.core.partition import Partition
from covey.core.plan import Plan
from covey.core.roles import Roles
from covey.core.scores import Scores
from covey.core.table import Origin, Table
from covey.results import Release

MakeTable = Callable[..., Table]
MakeRelease = Callable[..., Release]
VOID = {"meta", "link", "br", "path", "rect", "line", "circle"}
PEOPLE_ROLES = Roles(("passport",), ("age", "income"), ("illness",), ("region",))

LABELS = [0, 0, 0, 1, 1, 1, 1]
MASKED = {
    "age": [31.5, 31.5, 31.5, 52.25, 52.25, 52.25, 52.25],
    "income": [1200.0, 1200.0, 1200.0, 1 / 3, 1 / 3, 1 / 3, 1 / 3],
    "code": ["007", "a;b", 'say "no"', "two\nlines", "", "1.50", "Köln"],
}


@pytest.fixture
def make_table() -> MakeTable:
    """Build a table from columns; `verbatim` are the columns that a CSV reader kept as text."""

    def make(
        data: Any,
        origin: Origin | None = None,
        verbatim: Mapping[str, list[str | None]] | None = None,
    ) -> Table:
        native = pl.DataFrame(data) if isinstance(data, dict) else data
        texts = {
            name: nw.from_native(pl.Series(name, values, dtype=pl.String), series_only=True)
            for name, values in (verbatim or {}).items()
        }
        frame = nw.from_native(native, eager_only=True)
        return Table(frame, origin or Origin("input.csv"), texts)

    return make


@pytest.fixture
def make_release(make_table: MakeTable) -> MakeRelease:
    """Build a release of seven records in groups of three and four; any part may be replaced."""

    def make(
        *,
        data: Any = None,
        origin: Origin | None = None,
        verbatim: Mapping[str, list[str | None]] | None = None,
        roles: Roles | None = None,
        scores: Scores | None = None,
        options: dict[str, Any] | None = None,
        k: int = 3,
    ) -> Release:
        masked = make_table(MASKED if data is None else data, origin, verbatim)
        roles = roles or Roles(("name",), ("age", "income"), (), ("code",))
        original = make_table({name: masked.frame[name].to_list() for name in masked.names}, origin)
        return released(
            original,
            masked,
            Partition(np.array(LABELS[: masked.n_records]), k=k),
            Plan(k, "mdav", "auto", options or {}, roles, "zscore", seed=7),
            scores or Scores({"IL": 5.25}, {"IL": "On z-scores."}),
        )

    return make


@pytest.fixture
def release(make_release: MakeRelease) -> Release:
    return make_release()


@pytest.fixture
def stub_report(monkeypatch: pytest.MonkeyPatch) -> str:
    """Replace the report by one line: these tests are about where it goes."""
    text = "<!doctype html><title>Köln</title>\n"
    module = ModuleType("covey.releasing.report")
    module.render_report = lambda _release, **_facts: text  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "covey.releasing.report", module)
    return text


@pytest.fixture(scope="session")
def make_masked() -> MakeRelease:
    """Build a release by the means of neighbours in the order of the first quasi-identifier."""

    def make(
        columns: dict[str, Any],
        *,
        k: int = 3,
        name: str = "people.csv",
        scores: Scores | None = None,
        roles: Roles | None = None,
        **settings: Any,
    ) -> Release:
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
            options=settings.pop("options", {}),
            roles=roles,
            scaling="zscore",
            **settings,
        )
        return released(
            table,
            table.with_values(masked).without(roles.identifier),
            partition,
            plan,
            scores or Scores({"IL": 5.6922, "DLD": 61.99}),
        )

    return make


@pytest.fixture(scope="session")
def people_roles() -> Roles:
    return PEOPLE_ROLES


@pytest.fixture
def people() -> dict[str, Any]:
    """Return a table in which every role occurs."""
    random, n = np.random.default_rng(3), 300
    return {
        "passport": [f"ID-{i:05d}-ZZ" for i in range(n)],
        "age": random.integers(18, 90, n),
        "income": random.lognormal(10, 0.6, n),
        "illness": [f"illness-{i}" for i in range(n)],
        "region": [f"region-{i}" for i in range(n)],
    }


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


@pytest.fixture(scope="session")
def outline() -> type[Outline]:
    return Outline


@pytest.fixture(scope="session")
def words() -> Callable[[str], str]:
    """Return the text of a page in one line, without its style sheet."""

    def read(page: str) -> str:
        text = re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL)
        return re.sub(r"[\s\N{NO-BREAK SPACE}]+", " ", text)

    return read
