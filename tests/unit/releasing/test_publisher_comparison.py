"""A comparison from a file: read with suspicion, and only for its own table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from covey.core.digest import digest_of
from covey.core.errors import InputError, RequestError
from covey.core.measure import Measure, Result
from covey.core.table import Table
from covey.releasing.publisher import check_audience, check_same_table, read_comparison
from covey.results import Release

MEASURES = {
    symbol: Measure(symbol, symbol, kind, "", "", "", lambda _: Result(0.0), high=100.0)
    for symbol, kind in (("IL", "loss"), ("DLD", "risk"))
}


def stored(table: Table, **changed: Any) -> dict[str, Any]:
    run = {
        "method": "mdav",
        "k": 3,
        "refine": "none",
        "options": {},
        "scores": {"IL": 5.0, "DLD": 60.0},
        "notes": {},
        "n_groups": 2,
        "group_size": {"min": 3, "max": 4},
        "pareto": True,
    }
    subject = {"name": "in.csv", "digest": digest_of(table), "n_records": 7, "quasi": ["age"]}
    values = {"loss": "IL", "risk": "DLD", "input": subject, "settings": {}, "n_remembered": 0}
    return {**values, "notes": [], "runs": [run], **changed}


@pytest.fixture
def written(tmp_path: Path, release: Release) -> Path:
    path = tmp_path / "comparison.json"
    path.write_text(json.dumps(stored(release.original)), encoding="utf-8")
    return path


def test_a_comparison_is_read_and_belongs_to_its_table(written: Path, release: Release) -> None:
    comparison = read_comparison(written, MEASURES)
    assert comparison.runs[0].scores["IL"] == 5.0
    check_same_table(comparison, release.original)


def test_a_comparison_of_another_table_is_refused(
    written: Path, release: Release, make_table: Any
) -> None:
    comparison = read_comparison(written, MEASURES)
    values = {name: release.original.frame[name].to_list() for name in release.original.names}
    values["age"][0] += 1
    with pytest.raises(RequestError, match=r"made on another table: 'in\.csv' with 7 records"):
        check_same_table(comparison, make_table(values))


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"{}", b'{"runs": []}', b'"text"', b"[" * 100_000],
    ids=["empty", "cut", "bytes", "list", "object", "no axes", "text", "deep"],
)
def test_something_else_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"other\.json' is no comparison.*covey\.compare"):
        read_comparison(path, MEASURES)


def test_unknown_measures_are_refused(tmp_path: Path, release: Release) -> None:
    path = tmp_path / "other.json"
    path.write_text(json.dumps(stored(release.original, risk="GUESS")), encoding="utf-8")
    with pytest.raises(InputError, match="is no comparison"):
        read_comparison(path, MEASURES)


@pytest.mark.parametrize("scores", [None, {}, {"IL": 5.0}], ids=["no run", "none", "one axis"])
def test_a_comparison_with_gaps_is_refused(
    tmp_path: Path, release: Release, scores: dict[str, float] | None
) -> None:
    values = stored(release.original)
    runs = [] if scores is None else [{**values["runs"][0], "scores": scores}]
    path = tmp_path / "other.json"
    path.write_text(json.dumps({**values, "runs": runs}), encoding="utf-8")
    with pytest.raises(InputError, match="settings or scores are missing"):
        read_comparison(path, MEASURES)


def test_no_file_and_a_directory_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.json' is no comparison: it does not exist"):
        read_comparison(tmp_path / "nowhere.json", MEASURES)
    with pytest.raises(InputError, match="is a directory"):
        read_comparison(tmp_path, MEASURES)


def test_the_public_gets_no_map() -> None:
    check_audience("public", has_comparison=False)
    check_audience("internal", has_comparison=True)
    with pytest.raises(RequestError, match=r"for the internal report only.*audience='internal'"):
        check_audience("public", has_comparison=True)
