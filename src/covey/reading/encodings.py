"""From the encoding of a file to UTF-8."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from covey.core.errors import InputError, RequestError
from covey.core.files import is_encoding
from covey.core.legible import shown
from covey.core.records import CHUNK
from covey.core.spelling import Setting

_MARK = "\ufeff".encode()  # the byte order mark in UTF-8
_UTF_8 = ("utf-8", "utf-8-sig")


@dataclass(frozen=True, slots=True)
class Signs:
    """What all bytes of a text tell of its encoding."""

    encoding: str
    is_utf8: bool
    has_zero: bool

    def settle(self, stated: str | None, *, path: Path) -> str:
        """Return the encoding; refuse one that the user states and that the text does not have."""
        name = self.encoding if stated is None else _known(stated)
        # Delimiters and line ends have a zero byte in UTF-16 and UTF-32: a file without any would
        # decode to nonsense instead of failing.
        is_nonsense = name.startswith(("utf-16", "utf-32")) and not self.has_zero
        if is_nonsense or (name in _UTF_8 and not self.is_utf8):
            raise undecodable(path, name)
        has_mark = self.encoding == "utf-8-sig"
        return "utf-8-sig" if name == "utf-8" and has_mark else name


def detect(chunks: Iterable[bytes]) -> Signs:
    """Tell the encoding of a text: by its byte order mark, else UTF-8 if valid, else Windows'."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    is_utf8, has_zero, start, is_defined = True, False, b"", True
    for chunk in chain(chunks, [b""]):
        start = (start + chunk[:4])[:4]
        has_zero = has_zero or b"\0" in chunk
        # Five bytes mean nothing in cp1252; in latin-1 every byte means something.
        is_defined = is_defined and not any(byte in chunk for byte in b"\x81\x8d\x8f\x90\x9d")
        is_utf8 = is_utf8 and _decodes(decoder, chunk)
    encoding = _marked(start)
    if encoding is None:
        encoding = "utf-8" if is_utf8 else "cp1252" if is_defined else "latin-1"
    return Signs(encoding, is_utf8, has_zero)


def to_utf8(data: bytes, stated: str | None, *, path: Path) -> tuple[bytes, str]:
    """Return the text of a file as UTF-8 without byte order mark, and the encoding it had.

    The encoding is detected unless the user states it.
    """
    name = detect(_pieces(data)).settle(stated, path=path)
    try:
        text = data if name in _UTF_8 else data.decode(name).encode("utf-8")
    except UnicodeError:
        # The cause would show bytes of the data.
        raise undecodable(path, name) from None
    while text.startswith(_MARK):  # whoever joins or converts files may leave two
        text = text[len(_MARK) :]
    if b"\0" in text:
        raise not_text(path)
    return text, name


def _pieces(data: bytes) -> Iterator[bytes]:
    return (data[start : start + CHUNK] for start in range(0, len(data), CHUNK))


def _decodes(decoder: codecs.IncrementalDecoder, chunk: bytes) -> bool:
    try:
        decoder.decode(chunk, final=not chunk)
    except UnicodeDecodeError:
        return False
    return True


def _marked(start: bytes) -> str | None:
    """Return the encoding that a byte order mark names; None if there is no mark."""
    if start.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    # First, because the mark of UTF-16 begins that of UTF-32.
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    return "utf-16" if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else None


def _known(encoding: str) -> str:
    if not is_encoding(encoding):
        raise RequestError(
            f"'encoding' must be the name of a text encoding such as utf-8, cp1252 or utf-16. "
            f"Got {shown(encoding)}. Leave it out to have it detected."
        )
    return codecs.lookup(encoding).name


def not_text(path: Path) -> InputError:
    """Return the error for a file that holds NUL bytes."""
    return InputError(
        f"'{path}' holds NUL bytes: it is not a text file, or its encoding is UTF-16. Export the "
        "table as CSV in UTF-8, or set ",
        Setting("encoding"),
        ", for instance to utf-16-le.",
    )


def undecodable(path: Path, name: str) -> InputError:
    """Return the error for a file that is no text of an encoding."""
    return InputError(
        f"'{path}' cannot be decoded as {name}: it is damaged or written in another encoding. "
        "Leave ",
        Setting("encoding"),
        " out to have it detected, or set it to the right one, such as utf-8 or cp1252.",
    )
