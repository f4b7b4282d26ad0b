from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from covey.core.errors import OutputError
from covey.releasing.atomic import LateInterrupt, Staging, write_texts


def place(
    *targets: Path, force: bool = False, meanwhile: Callable[[], object] = lambda: None
) -> None:
    """Write "new" to every target; something else may happen before they become visible."""
    with Staging(force=force) as files:
        for target in targets:
            files.stage(target).write_text("new")
        meanwhile()
        files.commit()


def listing(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_nothing_is_visible_before_commit(tmp_path: Path) -> None:
    with Staging(force=False) as files:
        temporary = files.stage(tmp_path / "a.csv")
        temporary.write_text("new")
        assert temporary.parent == tmp_path
        assert temporary.name.startswith(".a.csv.")
        assert temporary.name.endswith(".tmp")
        assert not (tmp_path / "a.csv").exists()
        files.commit()
    assert listing(tmp_path) == {"a.csv": "new"}


def test_leaving_without_commit_leaves_nothing(tmp_path: Path) -> None:
    with Staging(force=False) as files:
        files.stage(tmp_path / "a").write_text("new")
        files.stage(tmp_path / "b")
    assert listing(tmp_path) == {}


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_any_exception_removes_the_temporaries(tmp_path: Path, error: type[BaseException]) -> None:
    def stop() -> None:
        raise error

    with pytest.raises(error):
        place(tmp_path / "a", tmp_path / "b", meanwhile=stop)
    assert listing(tmp_path) == {}


def test_the_first_staged_is_placed_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    placed = []
    real = os.link

    def link(source: Path, target: Path, **options: bool) -> None:
        placed.append(Path(target).name)
        real(source, target, **options)

    monkeypatch.setattr(os, "link", link)
    place(tmp_path / "data", tmp_path / "manifest", tmp_path / "report")
    assert placed == ["report", "manifest", "data"]


def test_permissions_follow_the_umask_and_temporaries_are_private(tmp_path: Path) -> None:
    former = os.umask(0o027)
    try:
        with Staging(force=False) as files:
            temporary = files.stage(tmp_path / "a")
            assert stat.S_IMODE(temporary.stat().st_mode) == 0o600
            files.commit()
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(former)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


@pytest.mark.parametrize("force", [True, False])
@pytest.mark.parametrize("has_links", [True, False])
def test_no_temporary_is_ever_readable_by_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, force: bool, has_links: bool
) -> None:
    if not has_links:
        monkeypatch.setattr(os, "link", refuse(errno.EPERM))
    seen = set()

    def stages(name: str) -> None:
        real = getattr(os, name)

        def watched(*args: object, **options: object) -> object:
            try:
                return real(*args, **options)
            finally:
                seen.update(stat.S_IMODE(file.lstat().st_mode) for file in tmp_path.glob(".*.tmp"))

        monkeypatch.setattr(os, name, watched)

    for name in ("fsync", "chmod", "link", "replace", "unlink", "close"):
        stages(name)
    former = os.umask(0o022)
    try:
        place(tmp_path / "data", tmp_path / "manifest", force=force)
    finally:
        os.umask(former)
    assert seen == {0o600}
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o644


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_a_replacement_has_the_permissions_of_the_former_file(tmp_path: Path, mode: int) -> None:
    (tmp_path / "a").write_text("former")
    (tmp_path / "a").chmod(mode)
    place(tmp_path / "a", force=True)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == mode


@pytest.mark.parametrize("has_links", [True, False])
def test_a_target_that_appears_meanwhile_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    if not has_links:
        monkeypatch.setattr(os, "link", refuse(errno.EPERM))
    data = tmp_path / "data"
    with pytest.raises(OutputError, match=r"data' exists already.*force=True"):
        place(data, tmp_path / "manifest", meanwhile=lambda: data.write_text("somebody else's"))
    assert listing(tmp_path) == {"data": "somebody else's"}


def test_a_dangling_link_counts_as_taken(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="exists already"):
        place(tmp_path / "a")
    assert not (tmp_path / "elsewhere").exists()


def test_without_links_files_are_still_placed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", refuse(errno.EOPNOTSUPP))
    place(tmp_path / "a", tmp_path / "b")
    assert listing(tmp_path) == {"a": "new", "b": "new"}


def test_without_links_an_interrupt_removes_the_claim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", refuse(errno.EPERM))
    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        place(tmp_path / "a")
    assert listing(tmp_path) == {}


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
@pytest.mark.parametrize("after", [False, True])
def test_a_failing_later_move_takes_the_earlier_ones_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, after: bool
) -> None:
    monkeypatch.setattr(os, "link", failing_for("data", os.link, error, after=after))
    with pytest.raises((OutputError, KeyboardInterrupt)):
        place(tmp_path / "data", tmp_path / "manifest")
    assert listing(tmp_path) == {}


@pytest.mark.parametrize("after", [False, True])
def test_with_force_the_former_files_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    (tmp_path / "data").write_text("old")
    (tmp_path / "manifest").write_text("old")
    replace = failing_for("data", os.replace, KeyboardInterrupt(), after=after, once=True)
    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(KeyboardInterrupt):
        place(tmp_path / "data", tmp_path / "manifest", tmp_path / "report", force=True)
    assert listing(tmp_path) == {"data": "old", "manifest": "old"}


def test_force_replaces_and_leaves_no_trace_of_the_former(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    place(tmp_path / "a", tmp_path / "b", force=True)
    assert listing(tmp_path) == {"a": "new", "b": "new"}


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (errno.ENOSPC, "no space left on the disk for '.*a'. Free some"),
        (errno.EDQUOT, "quota does not suffice"),
        (errno.EROFS, "read-only file system"),
        (errno.EACCES, "No permission to write"),
        (errno.EIO, "'.*a' cannot be written"),
    ],
)
def test_errors_of_the_system_are_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, sentence: str
) -> None:
    monkeypatch.setattr(os, "fsync", refuse(code))
    with pytest.raises(OutputError, match=sentence):
        place(tmp_path / "a")
    assert listing(tmp_path) == {}


def test_a_folder_that_cannot_be_synced_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "not here")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    place(tmp_path / "a")
    assert listing(tmp_path) == {"a": "new"}


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"folder '.*nowhere' does not exist\. Create it"):
        place(tmp_path / "nowhere" / "a")


def test_long_names_fit(tmp_path: Path) -> None:
    target = tmp_path / ("ж" * 120 + ".csv")
    place(target)
    assert target.read_text() == "new"


def test_a_name_beyond_the_limit_is_explained(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="too long"):
        place(tmp_path / ("x" * 300))
    assert listing(tmp_path) == {}


def refuse(code: int):  # type: ignore[no-untyped-def]
    def function(*_args: object, **_options: object) -> None:
        raise OSError(code, os.strerror(code))

    return function


def interrupt(*_args: object, **_options: object) -> None:
    raise KeyboardInterrupt


def failing_for(name, real, error, *, after, once=False):  # type: ignore[no-untyped-def]
    """Return a stand-in for os.link or os.replace that fails at one target, before or after it."""
    failed = []

    def function(source: Path, target: Path, **options: bool) -> None:
        if Path(target).name != name or (once and failed):
            return real(source, target, **options)
        failed.append(target)
        if after:
            real(source, target, **options)
        raise error

    return function


def _interrupted_once(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a function of the operating system be interrupted before it acts, the first time."""
    act = getattr(os, name)
    calls: list[object] = []

    def interrupted(*args: Any, **options: Any) -> Any:
        calls.append(args)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return act(*args, **options)

    monkeypatch.setattr(os, name, interrupted)


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_interrupt_while_cleaning_up_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    """One Ctrl-C can arrive twice: once in the library that reads the file, once afterwards."""

    def stop() -> None:
        _interrupted_once(monkeypatch, "unlink")
        raise error

    with pytest.raises(KeyboardInterrupt) as caught:
        place(tmp_path / "a", tmp_path / "b", meanwhile=stop)
    assert not isinstance(caught.value, LateInterrupt)
    assert listing(tmp_path) == {}


@pytest.mark.parametrize("force", [False, True])
def test_an_interrupt_while_taking_back_leaves_what_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, force: bool
) -> None:
    if force:
        (tmp_path / "b").write_text("old")
    calls = []

    def fail_at_the_second(folder: Path) -> None:
        calls.append(folder)
        if len(calls) == 2:
            _interrupted_once(monkeypatch, "unlink")
            _interrupted_once(monkeypatch, "replace")
            raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("covey.releasing.atomic._sync_folder", fail_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        place(tmp_path / "a", tmp_path / "b", force=force)
    assert listing(tmp_path) == ({"b": "old"} if force else {})


def test_an_interrupt_after_the_last_move_says_that_the_files_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run() -> None:
        with Staging(force=False) as files:
            files.stage(tmp_path / "a").write_text("new")
            files.commit()
            _interrupted_once(monkeypatch, "unlink")

    with pytest.raises(LateInterrupt):
        run()
    assert listing(tmp_path) == {"a": "new"}


@pytest.mark.parametrize("force", [False, True])
def test_every_temporary_is_told_before_it_exists(tmp_path, force):
    targets = [tmp_path / name for name in ("a", "b", "c")]
    if force:
        for target in targets:
            target.write_text("former")
    told = []

    def note(path):
        assert not path.exists()
        told.append(path)

    with Staging(force=force, noting=note) as files:
        staged = [files.stage(target) for target in targets]
        assert told == staged
        files.commit()
    assert len(told) == len(set(told)) == (6 if force else 3)


def test_all_texts_are_written(tmp_path):
    write_texts({tmp_path / "a": "one\n", tmp_path / "b": "zwei ä\n"}, force=False)
    assert (tmp_path / "a").read_text(encoding="utf-8") == "one\n"
    assert (tmp_path / "b").read_bytes() == "zwei ä\n".encode()


def test_if_one_cannot_be_written_none_is(tmp_path):
    (tmp_path / "b").write_text("old")
    with pytest.raises(OutputError, match="exists"):
        write_texts({tmp_path / "a": "x", tmp_path / "b": "y"}, force=False)
    assert [path.name for path in tmp_path.iterdir()] == ["b"]
    assert (tmp_path / "b").read_text() == "old"


def test_the_input_is_never_replaced(tmp_path):
    source = tmp_path / "in.csv"
    source.write_text("a\n1\n")
    with pytest.raises(OutputError, match="input"):
        write_texts({source: "x"}, force=True, inputs=[source])


def test_no_texts_write_nothing(tmp_path):
    write_texts({}, force=False)
    assert list(tmp_path.iterdir()) == []


def test_two_texts_need_two_names(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match="two files"):
        write_texts({tmp_path / "a": "x", tmp_path / "folder" / ".." / "a": "y"}, force=False)
