"""From the encoding of a file to UTF-8."""

from __future__ import annotations

import codecs
from pathlib import Path

from covey.core.errors import InputError, RequestError
from covey.core.legible import shown
from covey.core.spelling import Setting

_CHUNK = 1 << 22
_MARK = "\ufeff".encode()  # the byte order mark in UTF-8


def to_utf8(data: bytes, encoding: str | None, *, path: Path) -> tuple[bytes, str]:
    """Return the text of a file as UTF-8 without byte order mark, and the encoding it had.

    Parameters
    ----------
    data : bytes
        The file.
    encoding : str, optional
        As the user states it; detected otherwise.
    path : Path
        For messages only.
    """
    name = detect(data) if encoding is None else _known(encoding)
    text = data if name in ("utf-8", "utf-8-sig") else _transcoded(data, name, path)
    if text is data and not _is_utf8(data):
        raise undecodable(path, name)
    if text.startswith(_MARK):
        text = _without_marks(text)
        name = "utf-8-sig" if name == "utf-8" else name
    if b"\0" in text:
        raise not_text(path)
    return text, name


def _without_marks(text: bytes) -> bytes:
    """Return text without the marks before it: whoever joins or converts files may leave two."""
    start = 0
    while text.startswith(_MARK, start):
        start += len(_MARK)
    return text[start:]


def detect(data: bytes) -> str:
    """Name the encoding of a file: by its byte order mark, else UTF-8 if valid, else Windows'."""
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    # First, because the mark of UTF-16 begins that of UTF-32.
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    if _is_utf8(data):
        return "utf-8"
    # Five bytes mean nothing in cp1252; in latin-1 every byte means something.
    return "latin-1" if any(byte in data for byte in b"\x81\x8d\x8f\x90\x9d") else "cp1252"


def _known(encoding: str) -> str:
    try:
        "".encode(encoding)  # codecs.lookup alone would let base64 and the like pass
        return codecs.lookup(encoding).name
    except (LookupError, ValueError):
        raise RequestError(
            f"'encoding' must be the name of a text encoding such as utf-8, cp1252 or utf-16. "
            f"Got {shown(encoding)}. Leave it out to have it detected."
        ) from None


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), _CHUNK):
            decoder.decode(data[start : start + _CHUNK])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _transcoded(data: bytes, name: str, path: Path) -> bytes:
    # Delimiters and line ends have a zero byte in UTF-16 and UTF-32: a file without any would
    # decode to nonsense instead of failing.
    if name.startswith(("utf-16", "utf-32")) and b"\0" not in data:
        raise undecodable(path, name)
    try:
        return data.decode(name).encode("utf-8")
    except UnicodeError:
        # The cause would show bytes of the data.
        raise undecodable(path, name) from None


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
