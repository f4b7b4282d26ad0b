"""What ends a long run in the middle: the disk, or Ctrl-C."""

from __future__ import annotations

import errno
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from covey.core.errors import OutputError
from covey.core.files import reason_of
from covey.core.refusals import refusal
from covey.core.spelling import Setting
from covey.engines.spill import Spill

_AGAIN = "and run again: it starts clean"
_FULL = {
    errno.ENOSPC: "There is no space left on the disk",
    errno.EDQUOT: "Your disk quota does not suffice",
}


@contextmanager
def keeping_temporaries(spill: Spill, output: Path | None) -> Iterator[None]:
    """Turn what the operating system refuses into a sentence about the temporary files.

    Whatever reads the input or moves the output into place has said so itself by then.
    """
    try:
        yield
    except OSError as error:
        raise _failed(error, spill, output) from error


def _failed(error: OSError, spill: Spill, output: Path | None) -> OutputError:
    if output is not None and not output.parent.is_dir():
        return refusal(errno.ENOENT, output)
    if error.errno == errno.EMFILE:
        return OutputError(
            "Your account may not open as many files at once as the table has blocks. Raise ",
            Setting("memory"),
            f", which makes fewer blocks, or the limit (ulimit -n), {_AGAIN}.",
        )
    if error.errno in _FULL:
        return OutputError(
            f"{_FULL[error.errno]} for the temporary files of the run, in "
            f"'{spill.folder.parent}'. Free some or write elsewhere, {_AGAIN}."
        )
    if isinstance(error, FileNotFoundError) or not spill.is_in_place():
        return OutputError(
            f"The temporary folder '{spill.folder}', or a file in it, was removed during the run. "
            f"Leave it alone {_AGAIN}."
        )
    return OutputError(
        f"The temporary folder '{spill.folder}' cannot be used any more: {reason_of(error)}. "
        f"Check the disk, or choose another output path, {_AGAIN}."
    )


class StoppedError(KeyboardInterrupt):
    """The user stopped a run of many blocks.

    A refinement answers a plain interrupt with the best that it has found so far. Here that would
    be one block of many, and the run would go on with the next.
    """


@contextmanager
def stopping_at_once() -> Iterator[None]:
    """Let Ctrl-C raise `StoppedError`, where it would raise a plain interrupt."""
    is_plain = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_plain or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise StoppedError
