"""Blocks on disk: a private folder in which a long run keeps what it has finished.

A run that is killed leaves the folder, and the next run of the same work goes on from it. A run
that ends in any other way removes it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from filelock import BaseFileLock, FileLock, Timeout

from covey.core.errors import OutputError
from covey.core.interrupts import undisturbed

_SUFFIX = ".covey"
_LONGEST_PART = 60  # of a folder's name: at four bytes a character the whole stays below 255
_KEY_LENGTH = 16
_LOCK = "lock"
_OUTSIDE = "temporaries"


class Spill:
    """A folder for temporaries beside a file that is being made, readable by its owner only.

    The key stands for the work: input, request and program. Only what was kept under the same key
    is used again; folders of the same target under other keys are removed. ``may_share`` says that
    runs of other work may use the same target at the same time.

    Files hold data, and notes say which of them are finished: a note is written after the data
    that it speaks of have reached the disk, and appears whole or not at all. Data without a note
    are written again, and so are data that somebody removed or cut short after the note was made.

    A folder that nobody closed, because an interrupt struck at the wrong moment, is removed when
    the process ends.
    """

    def __init__(self, target: Path, key: str, *, may_share: bool = False) -> None:
        self._target, self._may_share = target, may_share
        self._prefix = f".{target.name[:_LONGEST_PART]}."
        self.folder = target.parent / f"{self._prefix}{key[:_KEY_LENGTH]}{_SUFFIX}"
        self._lock: _Lock | None = None
        self._finalizer: weakref.finalize[..., Any] | None = None

    def open(self) -> Self:
        """Make the folder, or take over that of a run of the same work that was killed."""
        self._remove_others()
        self._open()
        _remove_outside(self.folder)
        _forget_what_is_lost(self.folder)
        return self

    def close(self) -> None:
        """Remove the folder, whatever interrupts."""
        is_stopped = undisturbed(self._remove)
        if self._finalizer is not None:
            self._finalizer.detach()
        if is_stopped:
            raise KeyboardInterrupt from None

    def create(self, name: str) -> Path:
        """Return the path of a new, empty file that only its owner can read."""
        if not self.is_in_place():  # the folder under this name may be that of another run by now
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.folder))
        path = self.folder / name
        path.unlink(missing_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return path

    def answer_for(self, path: Path) -> None:
        """Have a temporary outside the folder removed with it, whoever removes it."""
        self.note(_OUTSIDE, [*(self.noted(_OUTSIDE) or ()), str(path.absolute())])

    def path(self, name: str) -> Path:
        """Return where a file lies."""
        return self.folder / name

    def is_in_place(self) -> bool:
        """Whether the folder is still the one that this run made."""
        return self._lock is not None and self._lock.is_in_place()

    def note(
        self,
        name: str,
        value: Any,
        *,
        files: tuple[Path, ...] = (),
        instead_of: tuple[Path, ...] = (),
    ) -> None:
        """Keep a value of JSON, once the files that it speaks of are on the disk.

        If one of them is lost, so is the note. Files of earlier notes in whose stead it speaks of
        them are not needed while it stands.
        """
        sizes = {written.name: _on_disk(written) for written in files}
        note = {"value": value, "files": sizes, "instead_of": [path.name for path in instead_of]}
        unfinished = self.create(f"{name}.part")
        with unfinished.open("wb") as file:
            file.write(json.dumps(note, allow_nan=False).encode())
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self.folder / f"{name}.json")

    def noted(self, name: str) -> Any:
        """Return the value that was kept under a name; None if there is none."""
        return _noted(self.folder, name)

    def _open(self) -> None:
        while self._lock is None:
            _make_private(self.folder)
            self._lock = _locked(self.folder)
            if self._lock is None:
                raise self._busy()
            # The owner of the lock may have removed the folder just before it gave the lock up.
            if not self._lock.is_in_place():
                self._lock.lock.release()
                self._lock = None
        self._finalizer = weakref.finalize(self, _remove, self.folder, self._lock)

    def _remove_others(self) -> None:
        """Remove what killed runs of other work on the same target left, unless one still runs."""
        for folder in sorted(self._target.parent.iterdir()):
            key = folder.name.removeprefix(self._prefix).removesuffix(_SUFFIX)
            is_one = folder.name == f"{self._prefix}{key}{_SUFFIX}" and len(key) == _KEY_LENGTH
            if is_one and folder != self.folder and folder.is_dir() and _is_ours(folder):
                lock = _locked(folder)
                if lock is not None:
                    _remove(folder, lock)
                elif not self._may_share:
                    raise self._busy()

    def _remove(self) -> None:
        if self._lock is not None:
            _remove(self.folder, self._lock)
            self._lock = None  # the next folder of this name is another run's

    def _busy(self) -> OutputError:
        return OutputError(
            f"Another run is making '{self._target}' at this moment. Wait until it ends, or choose "
            "another output path."
        )


def _remove(folder: Path, lock: _Lock) -> None:
    _remove_outside(folder)
    shutil.rmtree(folder, ignore_errors=True)
    lock.lock.release()


def _noted(folder: Path, name: str) -> Any:
    note = _read_note(folder / f"{name}.json")
    return None if note is None else note["value"]


def _read_note(path: Path) -> dict[str, Any] | None:
    """Return a note; None if there is none, or it is damaged, which says as much."""
    try:
        note = json.loads(path.read_bytes())
        return note if {"value", "files", "instead_of"} <= note.keys() else None
    except (FileNotFoundError, ValueError, RecursionError, AttributeError):
        return None


def _forget_what_is_lost(folder: Path) -> None:
    """Remove the notes that speak of files which are not there as they were.

    A note that goes takes along those whose files it stood for: their work is done again too.
    """
    notes = {}
    for path in sorted(folder.glob("*.json")):
        if (note := _read_note(path)) is None:
            path.unlink()
        else:
            notes[path] = note
    while lost := _lost(folder, notes):
        for path in lost:
            path.unlink()
            del notes[path]


def _lost(folder: Path, notes: dict[Path, dict[str, Any]]) -> list[Path]:
    needless = {name for note in notes.values() for name in note["instead_of"]}
    return [
        path
        for path, note in notes.items()
        if any(
            name not in needless and _size(folder / name) != size
            for name, size in note["files"].items()
        )
    ]


def _size(path: Path) -> int | None:
    return path.stat().st_size if path.is_file() else None


def _on_disk(path: Path) -> int:
    """Wait until a file has reached the disk; return its size."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
        return os.fstat(file.fileno()).st_size


def _remove_outside(folder: Path) -> None:
    for path in map(Path, _noted(folder, _OUTSIDE) or ()):
        if path.name.startswith(".") and path.suffix == ".tmp":  # never a table, whatever is noted
            path.unlink(missing_ok=True)


def _make_private(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        if folder.is_symlink() or not folder.is_dir() or not _is_ours(folder):
            raise OutputError(
                f"'{folder}' is where temporary files go, and it is no folder of yours. Remove it, "
                "or choose another output path."
            ) from None
    folder.chmod(0o700)


def _is_ours(folder: Path) -> bool:
    return not hasattr(os, "getuid") or folder.lstat().st_uid == os.getuid()


def _locked(folder: Path) -> _Lock | None:
    """Return the lock of a folder, held until it is released or the process ends; None if taken."""
    while True:
        lock = FileLock(folder / _LOCK, timeout=0, mode=0o600, thread_local=False)
        try:
            lock.acquire()
            return _Lock(lock, (folder / _LOCK).stat())
        except Timeout:
            return None
        except FileNotFoundError:
            _make_private(folder)  # removed by its last owner a moment ago


@dataclass(frozen=True, slots=True)
class _Lock:
    """A lock that is held, and the file that it was taken on."""

    lock: BaseFileLock
    file: os.stat_result

    def is_in_place(self) -> bool:
        """Whether the file is still there: its owner may have removed the folder."""
        with contextlib.suppress(FileNotFoundError):
            return os.path.samestat(Path(self.lock.lock_file).stat(), self.file)
        return False
