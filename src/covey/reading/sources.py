"""Which reader takes a source."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from covey.core.errors import InputError
from covey.core.settings import ReadingRequest
from covey.core.table import Table
from covey.reading.compression import suffix_of
from covey.reading.delimited import read_delimited
from covey.reading.frames import read_frame
from covey.reading.opening import ends
from covey.reading.parquet import read_parquet

_READERS: dict[str, Callable[[Path, ReadingRequest], Table]] = {
    ".csv": read_delimited,
    ".tsv": read_delimited,
    ".txt": read_delimited,
    ".csv.gz": read_delimited,
    ".tsv.gz": read_delimited,
    ".txt.gz": read_delimited,
    ".parquet": read_parquet,
    ".pq": read_parquet,
}


def read(source: Any, reading: ReadingRequest | None = None) -> Table:
    """Read a file, a data frame or an array.

    Parameters
    ----------
    source : path, frame or array
        A ``.csv``, ``.tsv`` or ``.txt`` file, compressed by gzip (``.csv.gz``) or not, or a
        ``.parquet`` or ``.pq`` file; a pandas, polars or pyarrow table; a numpy array or a list of
        rows of numbers. Never changed.
    reading : ReadingRequest, optional
        How a delimited file is written; what is absent is detected.

    Returns
    -------
    Table
        At least one record and one column, names unique and not blank.
    """
    if not isinstance(source, str | os.PathLike):
        return read_frame(source)
    path = Path(source)
    _check_name(path)
    reader = _READERS.get(suffix_of(path))
    if reader is None:
        ends(path, 0)  # a folder, or a file that is not there, has no use for another suffix
        suffix = f"'{suffix_of(path)}'" if path.suffix else "none"
        raise InputError(
            f"A file is read by its suffix, one of {', '.join(_READERS)}; '{path}' has {suffix}. "
            "Rename it if it is one of these, or export the table in one of these formats."
        )
    return reader(path, reading or ReadingRequest())


def _check_name(path: Path) -> None:
    if "\0" in str(path):
        raise InputError(f"'{path}' has a NUL character in its name. Correct it.")
    if str(path) == "-":
        raise InputError(
            "Standard input is not supported: a table is read by the suffix of its file. Save "
            "it to one and name that."
        )
    try:
        str(path).encode("utf-8")
    except UnicodeEncodeError:
        shown = str(path).encode("utf-8", errors="replace").decode("utf-8")
        # The manifest and the report, both in UTF-8, name the input.
        raise InputError(f"The name of '{shown}' is not valid UTF-8. Rename the file.") from None
