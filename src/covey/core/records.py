"""Delimited text in pieces that each hold whole records, as UTF-8."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import numpy as np

CHUNK = 8 << 20
"""Bytes of a file that are read at once."""

_LONGEST_RECORD = 64 << 20
"""Beyond it a quote was never closed; what reads the piece then says where it was opened."""

_LINE_FEED = 10


def chunks_of(path: Path, size: int = CHUNK) -> Iterator[bytes]:
    """Yield the bytes of a file, so many at a time."""
    with path.open("rb", buffering=0) as file:
        while chunk := file.read(size):
            yield chunk


def as_utf8(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Yield text of an encoding as UTF-8 without byte order marks at its beginning."""
    decoder = codecs.getincrementaldecoder(encoding)()
    is_begun = False
    for chunk in chain(chunks, [b""]):
        text = decoder.decode(chunk, final=not chunk)
        if not is_begun:
            text = text.lstrip("\ufeff")  # whoever joins or converts files may leave two
        if text:
            is_begun = True
            yield text.encode("utf-8")


def whole_records(
    chunks: Iterable[bytes], quote: str | None, *, longest: int = _LONGEST_RECORD
) -> Iterator[bytes]:
    """Yield text cut where a record ends, and never behind a blank line, which the next begins.

    The text is UTF-8; behind the longest record it is cut wherever it is.
    """
    waiting = b""
    for chunk in chunks:
        waiting += chunk
        end = _last_end(waiting, quote)
        if end == 0 and len(waiting) > longest:
            end = len(waiting)
        if end:
            yield waiting[:end]
            waiting = waiting[end:]
    if waiting:
        yield waiting


def _last_end(text: bytes, quote: str | None) -> int:
    """Return where the last record that is not blank ends; 0 if there is none."""
    if quote is None or quote.encode() not in text:
        end = text.rfind(b"\n") + 1
    else:
        codes = np.frombuffer(text, dtype=np.uint8)
        # The count wraps at 256, which keeps it odd or even: odd is inside a quoted field.
        is_outside = np.cumsum(codes == ord(quote), dtype=np.uint8) % 2 == 0
        ends = np.flatnonzero((codes == _LINE_FEED) & is_outside)
        end = int(ends[-1]) + 1 if len(ends) else 0
    filled = len(text[:end].rstrip())
    return text.find(b"\n", filled, end) + 1 if filled else 0
