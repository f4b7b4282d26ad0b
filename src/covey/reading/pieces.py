"""A delimited file in pieces that each hold whole records, as UTF-8."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from covey.core.progress import Progress, quiet
from covey.core.records import CHUNK, as_utf8
from covey.reading.compression import text_chunks
from covey.reading.encodings import detect
from covey.reading.opening import changed


class Digest(Protocol):
    """What `hashlib` returns."""

    def update(self, data: Any, /) -> None:
        """Take the next bytes."""


@dataclass(frozen=True, slots=True)
class Bytes:
    """What all bytes of a file tell.

    Parameters
    ----------
    sha256 : str
        Their digest.
    encoding : str
        Detected as for a file in memory: by its mark, else UTF-8 if it is valid, else Windows'.
    has_zero : bool
        Whether there is a zero byte.
    """

    sha256: str
    encoding: str
    has_zero: bool


def scan_bytes(path: Path, progress: Progress = quiet, *, chunk: int = CHUNK) -> Bytes:
    """Go through a file once, so many bytes at a time, for its digest and its encoding."""
    content = hashlib.sha256()
    decoder = codecs.getincrementaldecoder("utf-8")()
    is_utf8, has_zero, start, undefined = True, False, b"", b""
    for some in _chunks(path, progress, content, chunk):
        start = (start + some[:4])[:4]
        has_zero = has_zero or b"\0" in some
        undefined += bytes(byte for byte in b"\x81\x8d\x8f\x90\x9d" if byte in some)
        if is_utf8:
            is_utf8 = _decodes(decoder, some, final=False)
    is_utf8 = is_utf8 and _decodes(decoder, b"", final=True)
    # A short text of the same kind is detected as the whole one would be.
    alike = start.ljust(4) if is_utf8 else start.ljust(4) + b"\xff" + undefined
    encoding = "utf-8" if is_utf8 and not _marked(start) else detect(alike)
    return Bytes(content.hexdigest(), encoding, has_zero)


def utf8_chunks(
    path: Path,
    encoding: str,
    progress: Progress = quiet,
    *,
    sha256: str | None = None,
    chunk: int = CHUNK,
) -> Iterator[bytes]:
    """Go through a file as UTF-8 without byte order mark.

    Parameters
    ----------
    path : Path
        The file.
    encoding : str
        Of its text.
    progress : callable
        Told the share that is done.
    sha256 : str, optional
        Of the bytes that it must have.
    chunk : int
        Bytes that are read at once.

    Raises
    ------
    UnicodeError
        If the bytes are no text of this encoding.
    InputError
        If the bytes that went by are not those of the digest.
    """
    content = hashlib.sha256()
    yield from as_utf8(_chunks(path, progress, content, chunk), encoding)
    if sha256 not in (None, content.hexdigest()):
        raise changed(path)


def _chunks(path: Path, progress: Progress, content: Digest, size: int) -> Iterator[bytes]:
    """Go through the text of a file; a digest is told the file's own bytes."""
    total, done = max(1, path.stat().st_size), 0

    def passed(own: memoryview) -> None:
        nonlocal done
        content.update(own)
        done += len(own)

    for chunk in text_chunks(path, size, passed):
        yield chunk
        progress(min(1.0, done / total))


def _decodes(decoder: codecs.IncrementalDecoder, chunk: bytes, *, final: bool) -> bool:
    try:
        decoder.decode(chunk, final)
    except UnicodeDecodeError:
        return False
    return True


def _marked(start: bytes) -> bool:
    marks = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
    return start.startswith(marks)
