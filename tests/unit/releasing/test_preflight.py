from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from covey.core.errors import OutputError
from covey.releasing import preflight


def test_a_free_place_is_fine(tmp_path: Path) -> None:
    preflight(tmp_path / "safe.csv", tmp_path / "report.html", force=False)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("taken", ["safe.csv", "safe.csv.manifest.json", "report.html"])
def test_existing_files_are_refused_unless_forced(tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).write_text("old")
    targets = tmp_path / "safe.csv", tmp_path / "report.html"
    with pytest.raises(OutputError, match=rf"{taken}' exists already.*force=True"):
        preflight(*targets, force=False)
    preflight(*targets, force=True)
    assert (tmp_path / taken).read_text() == "old"


def test_an_unknown_suffix(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"must end in one of .*\.parquet"):
        preflight(tmp_path / "safe.doc")


@pytest.mark.parametrize("name", ["rep.pdf", "rep", "rep.html.txt"])
def test_a_report_is_a_page(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match=rf"must end in \.html or \.htm\. Got '{name}'"):
        preflight(tmp_path / "safe.csv", tmp_path / name)
    for suffix in (".HTML", ".htm"):
        preflight(tmp_path / "safe.csv", tmp_path / f"rep{suffix}")


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"folder '.*nowhere' does not exist. Create it"):
        preflight(tmp_path / "nowhere" / "safe.csv")
    with pytest.raises(OutputError, match=r"folder '.*nowhere' does not exist. Create it"):
        preflight(tmp_path / "safe.csv", tmp_path / "nowhere" / "report.html")


def test_a_file_instead_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"'.*file' is a file, not a folder"):
        preflight(tmp_path / "file" / "safe.csv")


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "safe.csv").mkdir()
    with pytest.raises(OutputError, match=r"safe.csv' is a folder. Name a file in it"):
        preflight(tmp_path / "safe.csv", force=True)


def test_devices_are_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "safe.csv").symlink_to("/dev/null")
    with pytest.raises(OutputError, match="no regular file"):
        preflight(tmp_path / "safe.csv", force=True)


def test_a_name_too_long_for_its_manifest(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="too long"):
        preflight(tmp_path / ("x" * 245 + ".csv"))


@pytest.mark.parametrize("force", [False, True])
def test_the_input_is_refused(tmp_path: Path, force: bool) -> None:
    source = tmp_path / "input.csv"
    source.write_text("x\n1\n")
    (tmp_path / "link.csv").symlink_to(source)
    os.link(source, tmp_path / "hard.csv")
    (tmp_path / "folder").symlink_to(tmp_path)
    aliases = ["input.csv", "link.csv", "hard.csv", "folder/input.csv"]
    for alias in aliases:
        with pytest.raises(OutputError, match="is an input file: what is read is never changed"):
            preflight(tmp_path / alias, force=force, inputs=[source])
        with pytest.raises(OutputError, match="is an input file"):
            preflight(tmp_path / "safe.csv", tmp_path / alias, force=force, inputs=[source])


def test_the_manifest_must_not_be_the_input(tmp_path: Path) -> None:
    source = tmp_path / "safe.csv.manifest.json"
    source.write_text("{}")
    with pytest.raises(OutputError, match="is an input file"):
        preflight(tmp_path / "safe.csv", force=True, inputs=[source])


@pytest.mark.parametrize(
    "report", ["safe.csv", "folder/../safe.csv", "safe.csv.manifest.json", "SAFE.csv"]
)
def test_one_name_for_two_files(tmp_path: Path, report: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match="cannot hold two files at once"):
        preflight(tmp_path / "safe.csv", tmp_path / report, force=True)


@pytest.mark.parametrize(("flag", "sentence"), [(0, "No permission"), (1, "read-only")])
def test_a_folder_that_takes_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flag: int, sentence: str
) -> None:
    monkeypatch.setattr(os, "access", lambda *_args: False)
    monkeypatch.setattr(os, "statvfs", lambda _folder: SimpleNamespace(f_flag=flag), raising=False)
    with pytest.raises(OutputError, match=sentence):
        preflight(tmp_path / "safe.csv")


IS_ROOT = getattr(os, "geteuid", lambda: 0)() == 0


@pytest.mark.skipif(IS_ROOT, reason="root may write everywhere")
def test_a_protected_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(OutputError, match="No permission to write"):
        preflight(tmp_path / "safe.csv")


def test_a_name_that_is_not_utf_8(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"o\?\.csv' is not valid UTF-8. Choose another name"):
        preflight(tmp_path / "o\udcff.csv")
