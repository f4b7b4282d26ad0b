"""What stands at a path, before it is opened."""

from __future__ import annotations

import stat
from pathlib import Path

_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}


def kind_other_than_file(path: Path) -> str | None:
    """Say what stands at a path, or behind a link, if it is no file; None if it is one or absent.

    A device such as /dev/zero never ends, and a pipe may wait for ever: neither is opened.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return None  # whoever opens it is told why
    return None if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "no file")


def is_damage(error: BaseException) -> bool:
    """Whether bytes made no sense; what the operating system refused has a number instead.

    Examples
    --------
    >>> is_damage(OSError("Corrupt compressed data.")), is_damage(OSError(5, "Input/output error"))
    (True, False)
    """
    return not isinstance(error, FileNotFoundError) and getattr(error, "errno", None) is None


def reason_of(error: OSError) -> str:
    """Return what the operating system says, without the path."""
    return error.strerror or type(error).__name__
