"""From what the user names to the store that a run works on: in memory, or in blocks on a disk."""

from __future__ import annotations

import secrets
import tempfile
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from covey.core.declared import DeclaredColumns
from covey.core.digest import digest_of_code, digest_of_text
from covey.core.errors import RequestError
from covey.core.progress import Stages, unwatched
from covey.core.refusals import refusal
from covey.core.request import Request
from covey.core.source import Source
from covey.core.store import Store
from covey.engines.budget import MemoryLimits, bytes_at_once
from covey.engines.disk import Disk
from covey.engines.failures import keeping_temporaries
from covey.engines.memory import Memory
from covey.engines.spill import Spill
from covey.planning import refuse_what_needs_a_table
from covey.reading import read
from covey.reading.opening import changed, check_unchanged, digest, ends, reading_input
from covey.reading.parquet import open_parquet
from covey.reading.sources import PARQUET, size_of
from covey.reading.text import TEXT, convert, reopen

_PLENTY = 2 * 10**9
"""Bytes, where the number of blocks is given instead."""


def open_store(
    data: Any, request: Request, stages: Stages = unwatched, *, n_blocks: int | None = None
) -> Store:
    """Return where the records of a run lie.

    Parameters
    ----------
    data : path, frame or array
        What to protect. Never changed.
    request : Request
        A file that would take more than its ``memory`` is cut into blocks on the disk, in a folder
        beside its ``output`` or, without one, in the system's folder for temporary files.
    stages : callable
        Told of stages and progress.
    n_blocks : int, optional
        How many blocks to cut, whatever the memory.
    """
    declared = DeclaredColumns.of(request.roles, request.columns)
    if not isinstance(data, str | PathLike):
        return Memory(read(data, request.reading, declared))
    path = Path(data)
    at_once = memory_needed(path, request)
    is_too_large = request.memory is not None and (at_once or 0) > request.memory
    if n_blocks is None and not is_too_large:
        return Memory(read(path, request.reading, declared))
    if n_blocks is not None and n_blocks < 1:
        raise RequestError(f"'n_blocks' must be at least 1. Got {n_blocks}.")
    refuse_what_needs_a_table(request, at_once)
    return _open_disk(
        path, request, MemoryLimits(request.memory or _PLENTY, at_once, n_blocks), stages
    )


def memory_needed(path: Path, request: Request) -> int | None:
    """Return the bytes that protecting a file in memory takes; None if it cannot be read."""
    size = size_of(path)
    if size is None:
        return None
    roles = request.roles
    others = len(roles.identifier) + len(roles.confidential) + len(roles.other)
    n_quasi = max(1, size.n_columns - others) if roles.quasi is None else len(roles.quasi)
    return bytes_at_once(size.n_records, size.n_bytes, n_quasi, len(roles.confidential))


def _open_disk(path: Path, request: Request, limits: MemoryLimits, stages: Stages) -> Disk:
    ends(path, 1)  # says so if there is no such file
    identity, sha256 = _identity(path), digest(path)
    asked = request.model_dump_json(exclude={"input", "output", "force", "workers"})
    key = [str(path.resolve()), sha256, asked, str(limits.n_blocks), digest_of_code()]
    beside = request.output
    if beside is None:  # nobody could name it again: a killed run is not gone on with
        beside = Path(tempfile.gettempdir()) / path.name
        key.append(secrets.token_hex())
    folder = Spill(beside, digest_of_text(key), may_share=request.output is None)
    try:
        folder.open()
    except OSError as error:
        raise refusal(error.errno, beside) from error
    try:
        with keeping_temporaries(folder, request.output):
            source = _source(path, sha256, request, folder, stages)
    except BaseException:
        folder.close()
        raise
    return Disk(source, folder, limits, partial(_check_same, path, identity, sha256))


def _source(path: Path, sha256: str, request: Request, folder: Spill, stages: Stages) -> Source:
    """Open a Parquet file as it is, a delimited one by way of a Parquet file of its text."""
    dates = DeclaredColumns.of(request.roles, request.columns).dates
    if path.suffix.lower() in PARQUET:
        return open_parquet(path, sha256, dates=dates)
    kept = folder.noted("text")
    if kept is None:
        kept = convert(path, request.reading, folder.create, stages, dates=dates)
        if kept["sha256"] != sha256:
            raise changed(path)
        folder.note("text", kept, files=(folder.path(TEXT),))
    return reopen(kept, path, folder.path(TEXT))


def _identity(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns, found.st_ino


def _check_same(path: Path, identity: tuple[int, int, int], sha256: str) -> None:
    with reading_input(path):
        found = _identity(path)
    if found != identity:
        raise changed(path)
    check_unchanged(path, sha256)
