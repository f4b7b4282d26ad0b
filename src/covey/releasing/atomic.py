"""Several files that become visible whole and together, or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from covey.core.interrupts import undisturbed
from covey.core.refusals import refusal
from covey.releasing.explaining import explained
from covey.releasing.preflight import check_targets

_NO_LINKS = {
    errno.EPERM,
    errno.EACCES,
    errno.ENOTSUP,
    errno.EOPNOTSUPP,
    errno.ENOSYS,
    errno.EMLINK,
    errno.EXDEV,
}
"""How file systems say that they do not take hard links."""

_NO_FOLDER_SYNC = {errno.EINVAL, errno.EBADF, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP}
_LONGEST_PART = 60  # of a temporary's name: at four bytes a character the whole stays below 255
_UMASK_LOCK = threading.Lock()


@dataclass(slots=True)
class _Staged:
    """A target, its temporary, and what is needed to undo the move."""

    target: Path
    temporary: Path
    mode: int = 0o600
    identity: tuple[int, int] | None = None
    existed: bool = False
    former: Path | None = None


class LateInterrupt(KeyboardInterrupt):
    """The user stopped the run when every file of the release stood in its place already."""

    is_written = True


class Staging(AbstractContextManager["Staging"]):
    """Collects files as temporaries beside their targets and moves them into place at the end.

    The first file staged is the last to become visible: stage the data first, and it never stands
    there without its manifest. Leaving the block removes every temporary, whatever happened.

    Without `force` an existing target is never overwritten, not even one that appears while the
    release is being written. `noting` is told of each temporary before it exists, so that what a
    killed process leaves can be found.

    If a move fails, the files placed before it are taken back; with ``force`` the former files
    return where the file system takes hard links. A process that is killed outright between two
    moves leaves a manifest or report without new data, never the reverse, and hidden ``.tmp`` files
    that only their owner can read: a file gets its permissions when it has its final name, those
    of the file that it replaces, or those that the user's umask gives to new files.

    Ctrl-C can strike twice: a library that was interrupted raises its own exception, and Python's
    comes at the next bytecode, which is the entry of ``__exit__``, before any line of it could
    catch it. Entered twice, ``with Staging(force=False) as files, files:``, the outer exit still
    cleans up.
    """

    def __init__(self, *, force: bool, noting: Callable[[Path], None] | None = None) -> None:
        self._force = force
        self._noting = noting or (lambda _: None)
        self._staged: list[_Staged] = []
        self._is_committed = False

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        is_stopped = undisturbed(self._clean) or isinstance(error, KeyboardInterrupt)
        if is_stopped and self._is_committed:
            raise LateInterrupt from None
        if is_stopped and not isinstance(error, KeyboardInterrupt):
            raise KeyboardInterrupt from None

    def stage(self, target: Path) -> Path:
        """Create an empty temporary for a target, readable by its owner only; return its path."""
        while True:
            file = _Staged(target, _hidden_name(target))
            # Noted before it exists: an interrupt in between must not leave it behind.
            self._staged.append(file)
            self._noting(file.temporary)
            with explained(target):
                try:
                    _create(file.temporary)
                except FileExistsError:
                    self._staged.pop()  # somebody else's file: not ours to remove
                else:
                    return file.temporary

    def stage_text(self, target: Path, text: str) -> None:
        """Write a text to the temporary of a target."""
        temporary = self.stage(target)
        with explained(target):
            temporary.write_text(text, encoding="utf-8", newline="\n")

    def commit(self) -> None:
        """Make every staged file durable, then visible; take all back if one cannot be placed."""
        new = 0o666 & ~_umask()
        for file in self._staged:
            with explained(file.target):
                file.identity = _seal(file.temporary)
                file.mode = _mode(file.target, new)
        try:
            for file in reversed(self._staged):
                with explained(file.target):
                    self._place(file)
                    file.target.chmod(file.mode)
                    # Now, not at the end: after a power cut the order of the moves must hold too.
                    _sync_folder(file.target.parent)
            self._is_committed = True
        except BaseException:
            self._is_committed = False
            if undisturbed(self._withdraw):
                raise KeyboardInterrupt from None
            raise

    def _place(self, file: _Staged) -> None:
        if self._force:
            self._keep_former(file)
            file.temporary.replace(file.target)
        else:
            _place_once(file.temporary, file.target)

    def _keep_former(self, file: _Staged) -> None:
        """Hold on to the file that will be replaced, so that it can return."""
        file.existed = os.path.lexists(file.target)
        if not file.existed:
            return
        file.former = _hidden_name(file.target)
        self._noting(file.former)
        try:
            file.former.hardlink_to(file.target)
        except OSError:
            # Without links there is nothing to return to; the replacement itself is still atomic.
            file.former = None

    def _clean(self) -> None:
        for file in self._staged:
            _discard(file.temporary)
            _discard(file.former)

    def _withdraw(self) -> None:
        for file in self._staged:
            with contextlib.suppress(OSError):
                # What stands there is ours if it is the very file that was staged. A list of moves
                # made would miss the one that an interrupt follows at once.
                if _identity(file.target) != file.identity:
                    continue
                if file.former is not None:
                    file.former.replace(file.target)
                elif not file.existed:
                    file.target.unlink()


def write_texts(texts: Mapping[Path, str], *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Write each text to its path, all or none of them."""
    check_targets(texts, force=force, inputs=inputs)
    with Staging(force=force) as files, files:  # twice: see Staging
        for path, text in texts.items():
            files.stage_text(path, text)
        files.commit()


def _create(path: Path) -> None:
    """Create an empty file that only its owner can read; refuse a name that is taken."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _hidden_name(target: Path) -> Path:
    return target.with_name(f".{target.name[:_LONGEST_PART]}.{secrets.token_hex(4)}.tmp")


def _umask() -> int:
    # It can only be read by setting it. The strict value in between errs on the private side.
    with _UMASK_LOCK:
        mask = os.umask(0o077)
        os.umask(mask)
    return mask


def _seal(path: Path) -> tuple[int, int] | None:
    """Bring a file to the disk; return its identity."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
    return _identity(path)


def _mode(target: Path, new: int) -> int:
    """Return what may be done with a file: who could not read the former one still cannot."""
    try:
        return stat.S_IMODE(target.stat().st_mode) & 0o777
    except OSError:
        return new


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _place_once(temporary: Path, target: Path) -> None:
    """Give a file its final name unless that is taken: checking and naming are one operation."""
    try:
        target.hardlink_to(temporary)
    except FileExistsError:
        raise refusal(errno.EEXIST, target) from None
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        _claim_and_replace(temporary, target)
    else:
        # Before the target gets its permissions: a second name would have them too.
        temporary.unlink()


def _claim_and_replace(temporary: Path, target: Path) -> None:
    """Place a file where links are unsupported: claim the name, then replace the empty claim."""
    try:
        _create(target)
    except FileExistsError:
        raise refusal(errno.EEXIST, target) from None
    try:
        temporary.replace(target)
    except BaseException:
        if undisturbed(lambda: _discard(target)):
            raise KeyboardInterrupt from None
        raise


def _sync_folder(folder: Path) -> None:
    if not hasattr(os, "O_DIRECTORY"):  # Windows cannot open folders
        return
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        # Some file systems sync no folders, and some folders may be written but not read.
        if error.errno not in _NO_FOLDER_SYNC:
            raise


def _discard(path: Path | None) -> None:
    if path is not None:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
