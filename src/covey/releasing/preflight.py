"""Refusals that cost nothing: where a release must not or cannot go."""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

from covey.core.errors import OutputError
from covey.core.refusals import refusal
from covey.core.spelling import Setting
from covey.releasing.explaining import explained
from covey.releasing.formats import format_of
from covey.releasing.manifest import manifest_path


def preflight(
    output: Path, report: Path | None = None, *, force: bool = False, inputs: Iterable[Path] = ()
) -> None:
    """Refuse now what would be refused after minutes of computing.

    A target may exist already if `force` is set; it is never an input, which is every file that was
    read: the table, a configuration, a comparison.
    """
    format_of(output)
    targets = [output, manifest_path(output)]
    if report is not None:
        targets.append(report)
    check_targets(targets, force=force, inputs=inputs)
    if report is not None:
        _check_page_name(report)


def check_page(path: Path, *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuse now a page that could not be written, or that no browser would open."""
    check_targets([path], force=force, inputs=inputs)
    _check_page_name(path)


def _check_page_name(path: Path) -> None:
    if path.suffix.lower() not in (".html", ".htm"):
        raise OutputError(
            "A report is a page for a browser: its name must end in .html or .htm. "
            f"Got '{path.name}'."
        )


def check_targets(targets: Iterable[Path], *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuse two files under one name, and what `check_target` refuses."""
    targets, inputs = tuple(targets), tuple(inputs)
    for one, other in combinations(targets, 2):
        if _is_same(other, one) or _is_alike(other, one):
            raise OutputError(
                f"'{other}' cannot hold two files at once: table, manifest, report and map need a "
                "name each. Choose another name for one of them."
            )
    for target in targets:
        check_target(target, force=force, inputs=inputs)


def check_target(target: Path, *, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuse a target that cannot become a file of the release."""
    _check_name(target)
    with explained(target):
        if not target.parent.is_dir():
            raise refusal(errno.ENOTDIR if target.parent.exists() else errno.ENOENT, target)
        if any(_is_same(target, path) for path in inputs):
            raise OutputError(
                f"'{target}' is an input file: what is read is never changed, not even with ",
                Setting("force", value=True),
                ". Choose another name.",
            )
        _check_place(target, force=force)
        if not os.access(target.parent, os.W_OK | os.X_OK):
            raise refusal(errno.EROFS if _is_read_only(target.parent) else errno.EACCES, target)


def _check_name(target: Path) -> None:
    if "\0" in str(target):
        raise OutputError(f"'{target}' has a NUL character in its name. Choose another name.")
    try:
        str(target).encode("utf-8")
    except UnicodeEncodeError:
        shown = str(target).encode("utf-8", errors="replace").decode("utf-8")
        # The manifest, in UTF-8, names the file.
        raise OutputError(
            f"The name of '{shown}' is not valid UTF-8. Choose another name."
        ) from None


def _check_place(target: Path, *, force: bool) -> None:
    try:
        target.lstat()
    except FileNotFoundError:
        return
    if target.is_dir():
        raise refusal(errno.EISDIR, target)
    # Replacing a device would remove it, for root even /dev/null.
    if target.exists() and not stat.S_ISREG(target.stat().st_mode):
        raise OutputError(f"'{target}' is no regular file. Choose another output path.")
    if not force:
        raise refusal(errno.EEXIST, target)


def _is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file: through links, and also if it does not exist yet."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # the latter for a name with a NUL character
        return _resolved(one) == _resolved(other)


def _resolved(path: Path) -> str:
    # Not Path.resolve, which fails at a link that leads back to itself.
    return os.path.realpath(str(path).replace("\0", "?"))


def _is_alike(one: Path, other: Path) -> bool:
    """Whether a file system that takes capitals for small letters would see one name in two."""
    names = {unicodedata.normalize("NFC", path.name).casefold() for path in (one, other)}
    return len(names) == 1 and _is_same(one.parent, other.parent)


def _is_read_only(folder: Path) -> bool:
    if not hasattr(os, "statvfs"):
        return False
    return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
