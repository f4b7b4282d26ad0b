"""Opening files, with one sentence for each way in which that fails."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from covey.core.errors import InputError
from covey.core.files import kind_other_than_file
from covey.reading.compression import inflate, is_compressed, text_chunks

T = TypeVar("T")

_SIGNATURES = {
    b"PAR1": "a Parquet file: rename it to end in .parquet",
    b"PK\x03\x04": "a ZIP archive or a workbook: export the table as CSV",
    b"\x1f\x8b": "compressed by gzip: rename it to end in .csv.gz, or decompress it",
    b"\x28\xb5\x2f\xfd": "compressed by zstd: decompress it",
}


def load(path: Path) -> bytes:
    """Return a file's bytes; refuse an empty one."""
    data = _attempt(path, _whole)
    if not data:
        raise empty(path)
    return data


def text_of(path: Path, data: bytes) -> bytes:
    """Return the text of a file that was loaded: its bytes, decompressed if they are compressed."""
    text = inflate(path, data) if is_compressed(path) else data
    if not text:
        raise empty(path)
    refuse_other_formats(path, text)
    return text


def beginning(path: Path, n_bytes: int) -> bytes:
    """Return the first bytes of a file's text."""
    return _attempt(path, lambda file: next(text_chunks(file, n_bytes, lambda _: None), b""))


def empty(path: Path) -> InputError:
    """Return the error that says so."""
    return InputError(f"'{path}' is empty: 0 bytes. Check that it was exported or copied whole.")


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, read in pieces so that memory does not depend on its size."""
    return _attempt(path, _digest)


def changed(path: Path) -> InputError:
    """Return the error that says that a file is not the one that was read before."""
    return InputError(f"'{path}' changed while it was read. Run again when it stays as it is.")


def check_unchanged(path: Path, sha256: str | None) -> None:
    """Refuse a file whose bytes are not those of a digest: what was read of it may be mixed."""
    if digest(path) != sha256:
        raise changed(path)


def ends(path: Path, n_bytes: int) -> tuple[bytes, bytes]:
    """Return the first and the last bytes of a file."""
    return _attempt(path, lambda file: _ends(file, n_bytes))


def refuse_other_formats(path: Path, data: bytes) -> None:
    """Say what a file is when its first bytes give away that it is no text."""
    for signature, what in _SIGNATURES.items():
        if data.startswith(signature):
            raise InputError(f"'{path}' is named as a text file but is {what}.")


def _attempt(path: Path, action: Callable[[Path], T]) -> T:
    kind = kind_other_than_file(path)
    if kind == "a directory":
        raise InputError(f"'{path}' is a directory. Name one of the files in it.")
    if kind is not None:
        raise InputError(f"'{path}' is {kind}, not a file. Save the table to a file and name that.")
    try:
        return action(path)
    except FileNotFoundError:
        raise InputError(
            f"There is no file '{path}'. Check the name and the folder it is relative to."
        ) from None
    except PermissionError:
        raise InputError(
            f"No permission to read '{path}'. Ask its owner for read access, or copy it."
        ) from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"'{path}' cannot be read: {reason}.") from None


def _whole(path: Path) -> bytes:
    with path.open("rb") as file:
        # As many as the file has: the kernel's own files say 0 and may go on for ever.
        return file.read(path.stat().st_size)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _ends(path: Path, n_bytes: int) -> tuple[bytes, bytes]:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(0)
        first = file.read(min(n_bytes, size))
        file.seek(max(size - n_bytes, 0))
        return first, file.read()
