"""Opening files, with one sentence for each way in which that fails."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from covey.core.documents import is_folder
from covey.core.errors import InputError

T = TypeVar("T")

_SIGNATURES = {
    b"PAR1": "a Parquet file: rename it to end in .parquet",
    b"PK\x03\x04": "a ZIP archive or a workbook: export the table as CSV",
    b"\x1f\x8b": "compressed by gzip: decompress it",
    b"\x28\xb5\x2f\xfd": "compressed by zstd: decompress it",
}


def load(path: Path) -> bytes:
    """Return a file's bytes; refuse an empty one."""
    data = _attempt(path, Path.read_bytes)
    if not data:
        raise InputError(f"'{path}' is empty: 0 bytes. Check that it was exported or copied whole.")
    return data


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
    if is_folder(path):
        raise InputError(f"'{path}' is a directory. Name one of the files in it.")
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


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _ends(path: Path, n_bytes: int) -> tuple[bytes, bytes]:
    with path.open("rb") as file:
        first = file.read(n_bytes)
        size = file.seek(0, 2)
        file.seek(max(size - n_bytes, 0))
        return first, file.read()
