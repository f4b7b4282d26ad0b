"""What failed in the middle of a long run: the input, a temporary file, or the disk."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pyarrow as pa

from covey.core.errors import InputError, OutputError
from covey.core.spelling import Setting
from covey.engines.spill import Spill
from covey.releasing.refusals import refusal

LIBRARY_ERRORS = (pa.ArrowException, pl.exceptions.PolarsError, OSError)
"""What the libraries raise for files that they cannot read."""

_AGAIN = "and run again: it starts clean"
_SENTENCES = {
    errno.ENOSPC: (
        "There is no space left on the disk for the temporary files of the run, which lie beside "
        "'{output}'. Free some or write elsewhere, {again}."
    ),
    errno.EDQUOT: (
        "Your disk quota does not suffice for the temporary files of the run, which lie beside "
        "'{output}'. Free some or write elsewhere, {again}."
    ),
}


def is_damage(error: BaseException) -> bool:
    """Whether bytes made no sense; what the operating system refused has a number instead.

    Examples
    --------
    >>> is_damage(OSError("Corrupt compressed data.")), is_damage(OSError(5, "Input/output error"))
    (True, False)
    """
    return not isinstance(error, FileNotFoundError) and getattr(error, "errno", None) is None


@contextmanager
def reading_input(path: Path) -> Iterator[None]:
    """Blame the input for what the operating system refuses while it is read."""
    try:
        yield
    except FileNotFoundError:
        raise InputError(
            f"'{path}' was removed or renamed while it was read. Put it back {_AGAIN}."
        ) from None
    except OSError as error:
        raise InputError(
            f"'{path}' cannot be read any more: {_reason(error)}. Make it readable {_AGAIN}."
        ) from None


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
def keeping_temporaries(spill: Spill, output: Path) -> Iterator[None]:
    """Blame the temporary files for what the operating system refuses, unless others did.

    Whatever reads the input or moves the output into place has said so itself by then.
    """
    try:
        yield
    except OSError as error:
        raise _failed(error, spill, output) from error


def _failed(error: OSError, spill: Spill, output: Path) -> OutputError:
    if not output.parent.is_dir():
        return refusal(errno.ENOENT, output)
    if error.errno == errno.EMFILE:
        return OutputError(
            "Your account may not open as many files at once as the table has blocks. Raise ",
            Setting("memory"),
            f", which makes fewer blocks, or the limit (ulimit -n), {_AGAIN}.",
        )
    if error.errno in _SENTENCES:
        return OutputError(_SENTENCES[error.errno].format(output=output, again=_AGAIN))
    if isinstance(error, FileNotFoundError) or not spill.is_in_place():
        return OutputError(
            f"The temporary folder '{spill.folder}', or a file in it, was removed during the run. "
            f"Leave it alone {_AGAIN}."
        )
    return OutputError(
        f"The temporary folder '{spill.folder}' cannot be used any more: {_reason(error)}. "
        f"Check the disk, or choose another output path, {_AGAIN}."
    )


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
