"""Opening files, with one sentence for each way in which that fails.

Files compressed by gzip are decompressed on the way and never onto a disk.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any

from covey.core.errors import InputError
from covey.core.files import kind_other_than_file, reason_of
from covey.core.memory import machine_memory
from covey.core.progress import Progress, quiet
from covey.core.spelling import Setting
from covey.core.wording import figure

_GZIP = ".gz"
_CHUNK = 1 << 20
_SHARE = 4
"""The text may take one in so many bytes of this machine's memory: the table takes several times as
much, and a small file can stand for any amount."""

_AGAIN = "and run again: it starts clean"
_SIGNATURES = {
    b"PAR1": "a Parquet file: rename it to end in .parquet",
    b"PK\x03\x04": "a ZIP archive or a workbook: export the table as CSV",
    b"\x1f\x8b": "compressed by gzip: rename it to end in .csv.gz, or decompress it",
    b"\x28\xb5\x2f\xfd": "compressed by zstd: decompress it",
}


def suffix_of(path: Path) -> str:
    """Return the suffix that says how to read a file, in small letters.

    Examples
    --------
    >>> suffix_of(Path("a.CSV")), suffix_of(Path("a.b.csv.gz"))
    ('.csv', '.csv.gz')
    """
    return (Path(path.stem).suffix + path.suffix if _is_compressed(path) else path.suffix).lower()


def load(path: Path, memory: int | None = None) -> tuple[bytes, str]:
    """Return the text of a file, and the SHA-256 of its bytes; refuse an empty one.

    What the text of a compressed file may take depends on the memory: by default, this machine's.
    """
    with _explaining(path), path.open("rb") as file:
        # As many as the file has: the kernel's own files say 0 and may go on for ever.
        data = file.read(path.stat().st_size)
    text = _inflate(path, data, memory or machine_memory()) if _is_compressed(path) else data
    check_beginning(path, text)
    return text, hashlib.sha256(data).hexdigest()


def beginning(path: Path, n_bytes: int) -> bytes:
    """Return the first bytes of a file's text."""
    with _explaining(path):
        return next(text_chunks(path, n_bytes), b"")


def ends(path: Path, n_bytes: int) -> tuple[bytes, bytes]:
    """Return the first and the last bytes of a file."""
    with _explaining(path), path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        first = file.read(min(n_bytes, size))
        file.seek(max(size - n_bytes, 0))
        return first, file.read()


def check_beginning(path: Path, text: bytes) -> None:
    """Refuse an empty file; say what it is when its first bytes give away that it is no text."""
    if not text:
        raise empty(path)
    for signature, what in _SIGNATURES.items():
        if text.startswith(signature):
            raise InputError(f"'{path}' is named as a text file but is {what}.")


def empty(path: Path) -> InputError:
    """Return the error for a file without a byte."""
    return InputError(f"'{path}' is empty: 0 bytes. Check that it was exported or copied whole.")


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, read in pieces so that memory does not depend on its size."""
    with _explaining(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_unchanged(path: Path, sha256: str | None) -> None:
    """Refuse a file whose bytes are not those of a digest: what was read of it may be mixed."""
    if digest(path) != sha256:
        raise changed(path)


def changed(path: Path) -> InputError:
    """Return the error that says that a file is not the one that was read before."""
    return InputError(f"'{path}' changed while it was read. Run again when it stays as it is.")


def hashed_chunks(
    path: Path, size: int, content: Any, progress: Progress = quiet
) -> Iterator[bytes]:
    """Go through the text of a file; a digest of `hashlib` is told the file's own bytes."""
    total, done = max(1, path.stat().st_size), 0

    def passed(own: bytes) -> None:
        nonlocal done
        content.update(own)
        done += len(own)

    for chunk in text_chunks(path, size, passed):
        yield chunk
        progress(min(1.0, done / total))


def text_chunks(
    path: Path, size: int, passed: Callable[[bytes], None] = lambda _: None
) -> Iterator[bytes]:
    """Go through the text of a file in pieces of so many bytes, and tell which bytes were read."""
    with path.open("rb") as file:
        told = _Told(file, passed)
        if _is_compressed(path):
            yield from _inflated(path, told, size)
        else:
            yield from iter(partial(told.read, size), b"")


def text_size(path: Path) -> int:
    """Estimate how many bytes of text a file holds.

    The last four bytes of a compressed one hold that size less any multiple of 4 GiB; how far the
    first text was compressed tells which multiple.
    """
    size = path.stat().st_size
    if not _is_compressed(path):
        return size
    own: list[int] = []
    sample = next(text_chunks(path, _CHUNK, lambda part: own.append(len(part))), b"")
    expected = size * len(sample) // max(1, sum(own))
    stated = int.from_bytes(ends(path, 4)[1], "little")
    missing = max(0, expected // 2 - stated)
    return max(expected, stated + -(-missing // (1 << 32)) * (1 << 32))


@contextmanager
def reading_input(path: Path) -> Iterator[None]:
    """Blame the input for what the operating system refuses in the middle of a run."""
    try:
        yield
    except FileNotFoundError:
        raise InputError(
            f"'{path}' was removed or renamed while it was read. Put it back {_AGAIN}."
        ) from None
    except OSError as error:
        raise InputError(
            f"'{path}' cannot be read any more: {reason_of(error)}. Make it readable {_AGAIN}."
        ) from None


@contextmanager
def _explaining(path: Path) -> Iterator[None]:
    """Say why a file cannot be opened."""
    kind = kind_other_than_file(path)
    if kind == "a directory":
        raise InputError(f"'{path}' is a directory. Name one of the files in it.")
    if kind is not None:
        raise InputError(f"'{path}' is {kind}, not a file. Save the table to a file and name that.")
    try:
        yield
    except FileNotFoundError:
        raise InputError(
            f"There is no file '{path}'. Check the name and the folder it is relative to."
        ) from None
    except PermissionError:
        raise InputError(
            f"No permission to read '{path}'. Ask its owner for read access, or copy it."
        ) from None
    except OSError as error:
        raise InputError(f"'{path}' cannot be read: {reason_of(error)}.") from None


def _is_compressed(path: Path) -> bool:
    return path.suffix.lower() == _GZIP


def _inflate(path: Path, data: bytes, memory: int) -> bytes:
    """Return the text of a compressed file, if it is not too large for the memory."""
    most = memory // _SHARE
    text = io.BytesIO()
    for chunk in _inflated(path, io.BytesIO(data), _CHUNK):
        text.write(chunk)
        if text.tell() > most:
            raise InputError(
                f"'{path}' holds more than {figure(most / 1e9)} GB of text, a quarter of the "
                "memory of this machine. Check what it is; set ",
                Setting("memory"),
                ", and it is read in pieces.",
            )
    return text.getvalue()


def _inflated(path: Path, file: Any, size: int) -> Iterator[bytes]:
    try:
        with gzip.GzipFile(fileobj=file) as text:
            yield from iter(partial(text.read, size), b"")
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise InputError(
            f"'{path}' ends in {_GZIP} but is not compressed by gzip, is damaged or was cut off. "
            "Export or copy it again."
        ) from None


class _Told:
    """A file that tells which bytes of it were read."""

    def __init__(self, file: IO[bytes], passed: Callable[[bytes], None]) -> None:
        self._file, self._passed = file, passed

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self._passed(data)
        return data
