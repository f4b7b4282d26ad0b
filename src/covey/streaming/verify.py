"""Holding a released file to its manifest without reading it as a whole."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from covey.core.errors import RequestError, VerificationError
from covey.core.progress import Progress, quiet
from covey.core.spelling import Setting
from covey.core.table import Dialect
from covey.releasing.promise import Promise
from covey.releasing.recount import Recount
from covey.releasing.verify import Verification, verify_by
from covey.streaming.budget import in_words
from covey.streaming.recheck import recount_in_batches

_BASE = 400 << 20
"""Bytes that Python, the libraries and the batches take."""

_LEAST = 16 << 20
"""Bytes to count in, with which even a large file is not read too often."""


def verify_in_batches(
    path: Path, manifest: Path | None = None, *, memory: int, progress: Progress = quiet
) -> Verification:
    """Check what `verify` checks, within so much memory; the findings are the same.

    A row is reduced to 64 bits. Two different rows that share them would be counted as one
    class: among two million classes the chance is one in ten million.

    Parameters
    ----------
    path : Path
        The released file.
    manifest : Path, optional
        Its manifest; by default the file beside it.
    memory : int
        Bytes that the whole process may take.
    progress : callable
        Told the share that is done.

    Raises
    ------
    VerificationError
        With a sentence that says what is wrong.
    """
    room = memory - _BASE
    if room < _LEAST:
        raise RequestError(
            f"'memory' must be at least {in_words(_BASE + _LEAST)} to verify a file, most of it "
            f"for Python and its libraries. Got {in_words(memory)}. Raise ",
            Setting("memory"),
            ", or leave it out.",
        )
    return verify_by(partial(_count, room=room, progress=progress), path, manifest)


def _count(path: Path, promise: Promise, *, room: int, progress: Progress) -> Recount:
    dialect = None if promise.format == "parquet" else promise.dialect or Dialect()
    try:
        return recount_in_batches(
            path,
            dialect,
            promise.roles.quasi,
            n_expected=max(1, promise.n_records),
            memory=room,
            progress=progress,
        )
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise VerificationError(f"'{path}' cannot be read any more: {reason}.") from None
