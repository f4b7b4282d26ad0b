"""What failed in the middle of a long run: the input, a temporary file, or the disk."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pyarrow as pa

from covey.core.errors import OutputError
from covey.core.files import is_damage, reason_of
from covey.core.refusals import refusal
from covey.core.spelling import Setting
from covey.engines.spill import Spill

LIBRARY_ERRORS = (pa.ArrowException, pl.exceptions.PolarsError, OSError)
"""What the libraries raise for files that they cannot read."""

_AGAIN = "and run again: it starts clean"
_SENTENCES = {
    errno.ENOSPC: (
        "There is no space left on the disk for the temporary files of the run, in "
        "'{folder}'. Free some or write elsewhere, {again}."
    ),
    errno.EDQUOT: (
        "Your disk quota does not suffice for the temporary files of the run, in "
        "'{folder}'. Free some or write elsewhere, {again}."
    ),
}


@contextmanager
def reading_temporary(path: Path) -> Iterator[None]:
    """Blame a temporary file if it does not read back as it was written."""
    try:
        yield
    except LIBRARY_ERRORS as error:
        if not is_damage(error):
            raise
        # The cause may show values of the data.
        raise damaged_temporary(path) from None


def damaged_temporary(path: Path) -> OutputError:
    """Return the error that says so."""
    return OutputError(f"The temporary file '{path}' is damaged. Check the disk {_AGAIN}.")


@contextmanager
def keeping_temporaries(spill: Spill, output: Path | None) -> Iterator[None]:
    """Blame the temporary files for what the operating system refuses, unless others did.

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
    if error.errno in _SENTENCES:
        return OutputError(_SENTENCES[error.errno].format(folder=spill.folder.parent, again=_AGAIN))
    if isinstance(error, FileNotFoundError) or not spill.is_in_place():
        return OutputError(
            f"The temporary folder '{spill.folder}', or a file in it, was removed during the run. "
            f"Leave it alone {_AGAIN}."
        )
    return OutputError(
        f"The temporary folder '{spill.folder}' cannot be used any more: {reason_of(error)}. "
        f"Check the disk, or choose another output path, {_AGAIN}."
    )
