"""What the operating system refuses, said so that the user knows what to do."""

from __future__ import annotations

import errno
from pathlib import Path

from covey.core.errors import OutputError
from covey.core.spelling import Setting

_SENTENCES = {
    errno.ENOSPC: "There is no space left on the disk for '{path}'. Free some, or write elsewhere.",
    errno.EDQUOT: "Your disk quota does not suffice for '{path}'. Free some, or write elsewhere.",
    errno.EFBIG: (
        "'{path}' would be larger than your account, or the disk, lets a file be. Raise the limit "
        "(ulimit -f), or write elsewhere."
    ),
    errno.EROFS: "'{path}' is on a read-only file system. Write elsewhere.",
    errno.EACCES: "No permission to write '{path}'. Choose another folder, or ask for the right.",
    errno.EPERM: "No permission to write '{path}'. Choose another folder, or ask for the right.",
    errno.ENOENT: "The folder '{parent}' does not exist. Create it first, then run again.",
    errno.ENOTDIR: "'{parent}' is a file, not a folder. Choose another output path.",
    errno.EISDIR: "'{path}' is a folder. Name a file in it, for instance '{path}/safe.csv'.",
    errno.ENAMETOOLONG: "The name of '{path}' is too long for its folder. Choose a shorter one.",
    errno.ELOOP: "'{path}' is a link that leads back to itself. Choose another output path.",
}


def refusal(code: int | None, target: Path) -> OutputError:
    """Return the error that explains a code of the operating system for a target file."""
    if code == errno.EEXIST:
        return OutputError(
            f"'{target}' exists already. Choose another name, or replace it with ",
            Setting("force", value=True),
            ".",
        )
    sentence = _SENTENCES.get(code or 0, "'{path}' cannot be written. Choose another output path.")
    return OutputError(sentence.format(path=target, parent=target.parent))


def damaged_temporary(path: Path) -> OutputError:
    """Return the error for a temporary file that does not read back as it was written."""
    return OutputError(
        f"The temporary file '{path}' is damaged. Check the disk and run again: it starts clean."
    )
