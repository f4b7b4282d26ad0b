"""Delimited files compressed by gzip, decompressed on the way and never onto a disk."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from covey.core.errors import InputError
from covey.core.spelling import Setting
from covey.core.wording import figure

SUFFIX = ".gz"
_CHUNK = 1 << 20
_SHARE = 4
"""The text may take one in so many bytes of this machine's memory: the table takes several times as
much, and a small file can stand for any amount."""

_UNKNOWN_MEMORY = 8 << 30


def is_compressed(path: Path) -> bool:
    """Whether a file's name says that it is compressed."""
    return path.suffix.lower() == SUFFIX


def suffix_of(path: Path) -> str:
    """Return the suffix that says how to read a file, in small letters.

    Examples
    --------
    >>> suffix_of(Path("a.CSV")), suffix_of(Path("a.b.csv.gz"))
    ('.csv', '.csv.gz')
    """
    return (Path(path.stem).suffix + path.suffix if is_compressed(path) else path.suffix).lower()


def text_chunks(path: Path, size: int, passed: Callable[[Any], None]) -> Iterator[bytes]:
    """Go through the text of a file in pieces of so many bytes.

    Parameters
    ----------
    path : Path
        The file, compressed or not.
    size : int
        Of a piece, in bytes.
    passed : callable
        Told the file's own bytes as they are read, for a digest or for progress.
    """
    with path.open("rb", buffering=0) as raw, io.BufferedReader(_Told(raw, passed)) as file:
        if is_compressed(path):
            yield from _inflated(path, file, size)
            return
        while chunk := file.read(size):
            yield chunk


def text_size(path: Path) -> int:
    """Estimate how many bytes of text a file holds.

    The last four bytes of a compressed one hold that size less any multiple of 4 GiB; how far the
    first text was compressed tells which multiple.
    """
    size = path.stat().st_size
    if not is_compressed(path):
        return size
    own: list[int] = []
    sample = next(text_chunks(path, _CHUNK, lambda part: own.append(len(part))), b"")
    expected = size * len(sample) // max(1, sum(own))
    with path.open("rb") as file:
        file.seek(max(0, size - 4))
        stated = int.from_bytes(file.read(), "little")
    missing = max(0, expected // 2 - stated)
    return max(expected, stated + -(-missing // (1 << 32)) * (1 << 32))


def inflate(path: Path, data: bytes) -> bytes:
    """Return the text of a compressed file, if it is not too large for this machine."""
    most = _memory() // _SHARE
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


def _inflated(path: Path, file: IO[bytes], size: int) -> Iterator[bytes]:
    try:
        with gzip.GzipFile(fileobj=file) as text:
            while chunk := text.read(size):
                yield chunk
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise InputError(
            f"'{path}' ends in {SUFFIX} but is not compressed by gzip, is damaged or was cut off. "
            "Export or copy it again."
        ) from None


class _Told(io.RawIOBase):
    """A file that tells which bytes of it were read."""

    def __init__(self, raw: io.FileIO, passed: Callable[[Any], None]) -> None:
        self._raw, self._passed = raw, passed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._raw.readinto(buffer) or 0
        self._passed(memoryview(buffer)[:count])
        return count


def _memory() -> int:
    """Return how many bytes of memory this machine has."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _UNKNOWN_MEMORY
