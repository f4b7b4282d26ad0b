"""What stands at a path before it is opened, and small files that are read as a whole."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NoReturn

import platformdirs

_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}

_MEGABYTE = 1 << 20


def kind_other_than_file(path: Path) -> str | None:
    """Say what stands at a path, or behind a link, if it is no file; None if it is one or absent.

    A device such as /dev/zero never ends, and a pipe may wait for ever: neither is opened.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return None  # whoever opens it is told why
    return None if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "no file")


@contextmanager
def blaming_damage(damage: Exception) -> Iterator[None]:
    """Raise this error where a library says that bytes make no sense.

    What the operating system refuses has a number, and is raised as it is.
    """
    try:
        yield
    except Exception as error:
        if not is_damage(error):
            raise
        # The cause may show values of the data.
        raise damage from None


def is_damage(error: Exception) -> bool:
    """Whether a library that reads files says that bytes make no sense.

    Examples
    --------
    >>> is_damage(OSError("Corrupt compressed data.")), is_damage(OSError(5, "Input/output error"))
    (True, False)
    """
    if isinstance(error, OSError):
        return error.errno is None and not isinstance(error, FileNotFoundError)
    # By name: the libraries are not known here.
    return type(error).__module__.partition(".")[0] in ("pyarrow", "polars")


def reason_of(error: OSError) -> str:
    """Return what the operating system says, without the path."""
    return error.strerror or type(error).__name__


def cache_folder() -> Path:
    """Return the folder for what can be made again; ``COVEY_CACHE`` names another one.

    It need not exist yet.
    """
    named = os.environ.get("COVEY_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("covey", appauthor=False)


def keep(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all.

    A folder that cannot be written is no failure: losing what is kept costs time, never an answer.
    """
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".tmp", delete=False) as file:
            temporary = Path(file.name)
            try:
                file.write(content)
                file.close()
                temporary.replace(path)
            finally:
                temporary.unlink(missing_ok=True)


class DocumentError(Exception):
    """A document cannot be used. The text ends a sentence that begins with the document's name."""


def load_text(path: Path, *, largest: int = 64 * _MEGABYTE) -> str:
    """Return the text of a file in UTF-8, with or without byte order mark, of so many bytes."""
    kind = kind_other_than_file(path)
    if kind is not None:
        raise DocumentError(f"is {kind}. Name a file")
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except FileNotFoundError:
        raise DocumentError("does not exist. Check its name") from None
    except OSError as error:
        raise DocumentError(f"cannot be read: {reason_of(error)}") from None
    except ValueError:
        raise DocumentError("has a NUL character in its name. Correct it") from None
    if len(data) > largest:
        raise DocumentError(f"is larger than {largest // _MEGABYTE} MB. Check what it is")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentError("must be written in UTF-8") from None


def parse_json(text: str) -> Any:
    """Return what a JSON text holds; refuse numbers and nesting beyond all measure."""
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_with_names_once)
    except (ValueError, RecursionError):
        # ValueError also for a whole number of more than 4,300 digits.
        raise DocumentError("is not valid JSON") from None


def is_encoding(name: str) -> bool:
    """Whether text can be written so; Python's codecs also turn letters, or compress.

    Examples
    --------
    >>> is_encoding("cp1252"), is_encoding("rot13")
    (True, False)
    """
    try:
        "a".encode(name)
    except (LookupError, ValueError):  # the latter for a NUL character in the name
        return False
    return True


def is_file(path: Path) -> bool:
    """Whether there is a file; also for a name that no file can have, where pathlib fails."""
    return os.path.isfile(path)  # noqa: PTH113


def is_folder(path: Path) -> bool:
    """Whether there is a folder; also for a name that none can have."""
    return os.path.isdir(path)  # noqa: PTH112


def _with_names_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name given twice")  # which of them is meant is anybody's guess
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are no JSON
