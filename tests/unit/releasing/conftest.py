"""Small releases built by hand: no other stage has a part in these tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from covey.core.partition import Partition
from covey.core.plan import Plan
from covey.core.release import Release
from covey.core.roles import Roles
from covey.core.scores import Scores
from covey.core.table import Origin, Table
from covey.releasing import PUBLISHER

MakeTable = Callable[..., Table]
MakeRelease = Callable[..., Release]

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
        return Release(
            original=original,
            masked=masked,
            partition=Partition(np.array(LABELS[: masked.n_records]), k=k),
            plan=Plan(k, "mdav", "auto", options or {}, roles, "zscore", seed=7),
            scores=scores or Scores({"IL": 5.25}, {"IL": "On z-scores."}),
            publisher=PUBLISHER,
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
    module.render_report = lambda _release: text  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "covey.releasing.report", module)
    return text
