from __future__ import annotations

import ctypes
import dataclasses
import errno
import hashlib
import json
import operator
import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from covey.core.digest import digest_of
from covey.core.errors import CoveyError, GuaranteeError, OutputError, RequestError
from covey.core.measure import Measure, Result
from covey.core.request import Audience, Order
from covey.core.roles import Roles
from covey.core.scores import Scores
from covey.core.table import Dialect, Origin, Table
from covey.core.trials import Run, Subject
from covey.releasing import target, verify
from covey.releasing.publisher import write_release
from covey.releasing.recount import Recount
from covey.results import Comparison, Release


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_table_manifest_and_report_appear(
    release: Release, tmp_path: Path, stub_report: str
) -> None:
    target = tmp_path / "safe.csv"
    assert release.write(target, report=tmp_path / "report.html") == target
    assert names_in(tmp_path) == ["report.html", "safe.csv", "safe.csv.manifest.json"]
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == stub_report
    manifest = json.loads((tmp_path / "safe.csv.manifest.json").read_text(encoding="utf-8"))
    assert manifest["output"]["sha256"] == hashlib.sha256(target.read_bytes()).hexdigest()
    assert manifest["output"]["name"] == "safe.csv"
    assert manifest["k_anonymous"]["smallest_class"] == 3


@pytest.mark.parametrize("name", ["safe.csv", "safe.tsv", "safe.txt", "safe.parquet", "safe.pq"])
@pytest.mark.parametrize(
    "dialect",
    [None, Dialect(";", '"', ","), Dialect("\t", '"', ".", "cp1252"), Dialect(encoding="utf-16")],
)
def test_what_is_written_verifies(
    make_release: Any, tmp_path: Path, name: str, dialect: Dialect | None
) -> None:
    release = make_release(origin=Origin("input.csv", dialect=dialect))
    found = verify(release.write(tmp_path / name))
    assert (found.k, found.smallest_class, found.n_classes, found.n_records) == (3, 3, 2, 7)
    assert found.quasi_identifiers == ("age", "income")


@pytest.mark.parametrize("order", ["sorted", "kept"])
def test_the_share_that_is_written_rises_to_one(
    release: Release, tmp_path: Path, order: Order
) -> None:
    shares: dict[str, list[float]] = {}
    write_release(
        release,
        tmp_path / "safe.csv",
        report=None,
        audience="public",
        comparison=None,
        order=order,
        force=False,
        stages=lambda name: shares.setdefault(name, []).append,
    )
    told = shares["Writing the release"]
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_the_report_alone(release: Release, tmp_path: Path, stub_report: str) -> None:
    target = tmp_path / "report.html"
    assert release.report(target) == target
    assert names_in(tmp_path) == ["report.html"]
    with pytest.raises(OutputError, match="exists already"):
        release.report(target)
    assert release.report(target, force=True) == target


def measure(symbol: str) -> Measure:
    return Measure(symbol, symbol, "loss", "", "", "", lambda _: Result(0.0), high=100.0)


@pytest.fixture
def comparison(release: Release) -> Comparison:
    subject = Subject("input.csv", digest_of(release.original), 7, ("age", "income"))
    run = Run("mdav", 3, "none", {}, Scores({"IL": 5.0, "DLD": 60.0}), 2, 3, 4)
    return Comparison((run,), measure("IL"), measure("DLD"), subject, {})


def test_the_public_edition_names_the_file_and_not_the_input(
    release: Release, tmp_path: Path
) -> None:
    release.write(tmp_path / "safe.csv", report=tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<title>About these data: safe.csv</title>" in page
    assert "input.csv" not in page


def test_the_internal_edition_holds_the_manifest_of_the_file(
    release: Release, comparison: Comparison, tmp_path: Path
) -> None:
    report = tmp_path / "report.html"
    release.write(tmp_path / "safe.csv", report=report, audience="internal", comparison=comparison)
    page = report.read_text(encoding="utf-8")
    sha256 = hashlib.sha256((tmp_path / "safe.csv").read_bytes()).hexdigest()
    assert page.count(sha256) == 2  # in the table and in full
    assert "Risk–utility map" in page
    assert "Internal: do not publish" in page


@pytest.mark.parametrize("audience", ["public", "internal"])
def test_a_comparison_that_does_not_belong_is_refused(
    release: Release, comparison: Comparison, tmp_path: Path, audience: Audience
) -> None:
    other = replace(comparison, subject=replace(comparison.subject, digest="0" * 64))
    wanted = "internal report only" if audience == "public" else "made on another table"
    with pytest.raises(RequestError, match=wanted):
        release.report(tmp_path / "r.html", audience=audience, comparison=other)
    with pytest.raises(RequestError, match=wanted):
        release.write(
            tmp_path / "s.csv", report=tmp_path / "r.html", audience=audience, comparison=other
        )
    assert names_in(tmp_path) == []


def test_an_unknown_audience_is_refused(release: Release, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"must be 'public' or 'internal'. Got 'press'"):
        release.report(tmp_path / "r.html", audience="press")  # type: ignore[arg-type]
    assert names_in(tmp_path) == []


def test_a_report_is_a_page(release: Release, tmp_path: Path, stub_report: str) -> None:
    for write in (release.report, lambda path: release.write(tmp_path / "s.csv", report=path)):
        with pytest.raises(OutputError, match=r"must end in \.html or \.htm"):
            write(tmp_path / "rep.pdf")
    assert names_in(tmp_path) == []


def test_the_report_never_replaces_the_input(
    make_release: Any, tmp_path: Path, stub_report: str
) -> None:
    source = tmp_path / "input.csv"
    source.write_text("original")
    release = make_release(origin=Origin("input.csv", path=source))
    with pytest.raises(OutputError, match="is an input file"):
        release.report(source, force=True)
    assert source.read_text() == "original"


def test_existing_output_stays_without_force(release: Release, tmp_path: Path) -> None:
    target = tmp_path / "safe.csv"
    target.write_text("old")
    with pytest.raises(OutputError, match=r"safe.csv' exists already.*force=True"):
        release.write(target)
    assert names_in(tmp_path) == ["safe.csv"]
    assert target.read_text() == "old"
    release.write(target, force=True)
    assert verify(target).n_records == 7


@pytest.mark.parametrize("through", ["input.csv", "link.csv"])
@pytest.mark.parametrize("force", [False, True])
def test_the_input_is_never_the_output(
    make_release: Any, tmp_path: Path, through: str, force: bool
) -> None:
    source = tmp_path / "input.csv"
    source.write_text("original")
    (tmp_path / "link.csv").symlink_to(source)
    release = make_release(origin=Origin("input.csv", path=source))
    with pytest.raises(OutputError, match="is an input file: what is read is never changed"):
        release.write(tmp_path / through, force=force)
    assert source.read_text() == "original"
    assert names_in(tmp_path) == ["input.csv", "link.csv"]


def test_a_table_that_breaks_k_is_refused(make_release: Any, tmp_path: Path) -> None:
    data = {"age": [1.0] * 6 + [99.0], "income": [1.0] * 7, "code": ["x"] * 7}
    with pytest.raises(GuaranteeError, match="One record would stand out"):
        make_release(data=data).write(tmp_path / "safe.csv")
    assert names_in(tmp_path) == []


def test_an_identifier_in_the_table_is_refused(make_release: Any, tmp_path: Path) -> None:
    release = make_release(roles=Roles(("code",), ("age", "income")))
    with pytest.raises(GuaranteeError, match="'code' is to be dropped"):
        release.write(tmp_path / "safe.csv")
    assert names_in(tmp_path) == []


def test_verbatim_text_that_breaks_k_is_caught_in_the_bytes(
    make_release: Any, tmp_path: Path
) -> None:
    """The typed values are equal, their text is not: only the written file shows it."""
    texts = ["31.5", "31.5", "31.50", "52.25", "52.25", "52.25", "52.25"]
    release = make_release(verbatim={"age": texts})
    with pytest.raises(GuaranteeError, match="One record would stand out"):
        release.write(tmp_path / "safe.csv")
    assert names_in(tmp_path) == []


class Lying:
    """A masked table whose batches are not what it says."""

    def __init__(self, table: Table, change: Callable[[Table], Table]) -> None:
        self._table, self._change = table, change

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def batches(self, _names: Any = None) -> Iterator[Table]:
        yield self._change(self._table)


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.take(list(range(table.n_records - 1))),
        lambda table: table.without(["code"]),
        lambda table: table.without(["age"]),
    ],
    ids=["a record less", "a column less", "a quasi-identifier less"],
)
def test_what_is_written_is_held_to_what_was_masked(
    release: Release, tmp_path: Path, change: Callable[[Table], Table]
) -> None:
    lying = dataclasses.replace(release, masked=Lying(release.masked, change))
    with pytest.raises(GuaranteeError, match="does not read back as it was written"):
        lying.write(tmp_path / "safe.csv", order="kept")
    assert names_in(tmp_path) == []


def test_the_bytes_are_checked_before_anything_is_visible(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    real = target.recount

    def spy(path: Path, *arguments: Any, **settings: Any) -> Recount:
        seen.append((path.name, names_in(tmp_path)))
        return real(path, *arguments, **settings)

    monkeypatch.setattr(target, "recount", spy)
    release.write(tmp_path / "safe.csv")
    assert len(seen) == 2  # by the quasi-identifiers, and by everything that is published
    for name, listed in seen:
        assert name.startswith(".safe.csv.")
        assert listed == [name]


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError, MemoryError])
@pytest.mark.parametrize("step", ["BatchWriter", "recount", "sha256_of"])
def test_an_interrupt_leaves_nothing(
    release: Release,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    error: type[BaseException],
) -> None:
    def stop(*_args: Any, **_options: Any) -> None:
        raise error

    monkeypatch.setattr(target, step, stop)
    with pytest.raises(error):
        release.write(tmp_path / "safe.csv")
    assert names_in(tmp_path) == []


def test_a_failing_report_leaves_nothing(
    release: Release, tmp_path: Path, stub_report: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(_release: Release, **_facts: Any) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["covey.releasing.report"], "render_report", stop)
    with pytest.raises(KeyboardInterrupt):
        release.write(tmp_path / "safe.csv", report=tmp_path / "report.html")
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("where", ["write", "fsync", "link"])
def test_a_full_disk_leaves_nothing_and_is_named(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    def full(*_args: Any, **_options: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    if where == "write":
        monkeypatch.setattr(pl.DataFrame, "write_csv", full)
    else:
        monkeypatch.setattr(os, where, full)
    with pytest.raises(OutputError, match=r"no space left on the disk for '.*safe.csv"):
        release.write(tmp_path / "safe.csv")
    assert names_in(tmp_path) == []


def test_no_error_shows_a_record(make_release: Any, tmp_path: Path) -> None:
    data = {"age": [1.0] * 6 + [4711.0], "income": [1.0] * 7, "code": ["x"] * 7}
    with pytest.raises(CoveyError) as caught:
        make_release(data=data).write(tmp_path / "safe.csv")
    assert "4711" not in str(caught.value)


def test_paths_with_characters_that_polars_would_expand(release: Release, tmp_path: Path) -> None:
    folder = tmp_path / "a[1]*"
    folder.mkdir()
    assert verify(release.write(folder / "safe [x]?.csv")).n_records == 7
    assert verify(release.write(folder / "safe [x]?.pq")).n_records == 7


def test_a_relative_path_without_a_folder(
    release: Release, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert release.write("safe.csv") == Path("safe.csv")
    assert verify("safe.csv").n_records == 7


def test_the_release_is_unchanged_by_writing(release: Release, tmp_path: Path) -> None:
    before = replace(release)
    frame = release.masked.frame.to_polars().clone()
    release.write(tmp_path / "safe.csv")
    assert release.masked is before.masked
    assert release.masked.frame.to_polars().equals(frame)
    assert release.manifest["output"] is None


def test_an_interrupt_that_waits_when_another_exception_ends_the_block(
    release: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library raises its own exception for Ctrl-C, and Python's comes at the next bytecode.

    That is on entering the clean-up, before its first line.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        pytest.skip("Ctrl-C is handled otherwise here")
    interrupt = ctypes.pythonapi["PyErr_SetInterrupt"]
    interrupt.restype = None
    # No bytecode runs between the two calls.
    waiting = partial(list, map(operator.call, [interrupt, partial({}.__getitem__, 0)]))
    monkeypatch.setattr("covey.releasing.target.recount", lambda *_, **__: waiting())
    with pytest.raises(KeyboardInterrupt):
        release.write(tmp_path / "safe.csv")
    assert list(tmp_path.iterdir()) == []
