"""Holding a released file to its manifest, from the bytes alone."""

from __future__ import annotations

import os.path
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path

from covey.core.errors import RequestError, VerificationError
from covey.core.files import is_file
from covey.core.progress import Progress, part, quiet
from covey.core.separate import SeparateSet
from covey.core.spelling import Setting
from covey.core.wording import amount, counted, named
from covey.releasing.manifest import manifest_path
from covey.releasing.promise import Promise, read_promise
from covey.releasing.published import counted_columns
from covey.releasing.recount import Recount, UnreadableError, recount, sha256_of

_BASE = 400 << 20  # bytes that Python, the libraries and the batches take

_LEAST = 16 << 20  # bytes to count in, with which even a large file is not read too often


@dataclass(frozen=True, slots=True)
class Verification:
    """A file that is what its manifest promises."""

    path: Path
    manifest: Path
    k: int  # what was promised
    smallest_class: int  # what was counted: so many records share the rarest quasi-identifiers
    n_classes: int
    n_records: int
    quasi_identifiers: tuple[str, ...]
    method: str
    sha256: str
    columns: tuple[str, ...]  # that were counted together: all that is published but confidential
    below_k: int  # records in classes of fewer than k records by these columns
    unique: int  # records that are alone in theirs
    promise: Promise  # what only the manifest tells among it
    separate: tuple[SeparateSet, ...] = ()
    """Sets of variables with a promise of their own; whole records then need have no twin."""


def verify(
    path: str | PathLike[str],
    manifest: str | PathLike[str] | None = None,
    *,
    memory: int | None = None,
    progress: Progress = quiet,
) -> Verification:
    """Check that a released file is whole, unchanged and k-anonymous, or raise what is wrong.

    The file's SHA-256 is compared with the manifest's, by default the one beside it. The file is
    read again, and equal rows are counted by the quasi-identifiers and by everything that is
    published but confidential columns, in so much memory for the whole process. Nothing is taken
    from the manifest on trust but what the file cannot show: k, the roles of the columns, and what
    `Promise.only_told` holds, units among it. Whoever can rewrite the manifest can lower these:
    keep a copy where the release was approved.
    """
    room = None if memory is None else _room(memory)
    path = Path(path)
    beside = _manifest_of(path, manifest)
    promise = read_promise(beside)
    _check_bytes(path, promise)
    columns = counted_columns(promise.roles, promise.roles.released)
    count = partial(_recounted, path, promise, room)
    found = published = count(promise.roles.quasi, part(progress, 0.0, 0.4))
    if columns != promise.roles.quasi and set(columns) <= set(found.columns):
        published = count(columns, part(progress, 0.4, 0.8))
    share = part(progress, 0.8, 1.0)
    sets = tuple(
        SeparateSet(one.names, count(one.names, share).smallest_class) for one in promise.separate
    )
    _check_bytes(path, promise)  # what was counted must be what was hashed
    _check_found(path, promise, found)
    _check_published(path, promise, published)
    _check_sets(path, promise, sets)
    return Verification(
        path=path,
        manifest=beside,
        k=promise.k,
        smallest_class=found.smallest_class,
        n_classes=found.n_classes,
        n_records=found.n_records,
        quasi_identifiers=promise.roles.quasi,
        method=promise.method,
        sha256=promise.sha256,
        columns=columns,
        below_k=published.below_k,
        unique=published.unique,
        promise=promise,
        separate=sets,
    )


def _manifest_of(path: Path, manifest: str | PathLike[str] | None) -> Path:
    """Return where the manifest lies; raise if it, or the file itself, is not there."""
    if not is_file(path):
        what = "is not a file" if os.path.lexists(path) else "does not exist"
        raise VerificationError(f"'{path}' {what}. Name a file that Covey released.")
    beside = manifest_path(path) if manifest is None else Path(manifest)
    if not is_file(beside):
        raise VerificationError(
            f"There is no manifest '{beside}' for '{path}'. Without it nothing can be verified: "
            "take it from where the release was made."
        )
    return beside


def _recounted(
    path: Path, promise: Promise, room: int | None, columns: Sequence[str], progress: Progress
) -> Recount:
    count = partial(recount, path, promise.format, promise.dialect, k=promise.k, memory=room)
    try:
        return count(columns, progress=progress)
    except UnreadableError as error:
        raise VerificationError(f"'{path}' {error}.") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise VerificationError(f"'{path}' cannot be read any more: {reason}.") from None


def _check_bytes(path: Path, promise: Promise) -> None:
    try:
        digest = sha256_of(path)
    except OSError:
        raise VerificationError(f"'{path}' cannot be opened. Check its permissions.") from None
    if digest != promise.sha256:
        raise VerificationError(
            f"'{path}' is not the file that was released: its SHA-256 differs from the manifest's. "
            "It was changed or damaged; take the original from where the release was made."
        )


def _room(memory: int) -> int:
    """Return what is left to count in of the memory that the process may take."""
    if memory < _BASE + _LEAST:
        raise RequestError(
            Setting("memory"),
            f" must be at least {amount(_BASE + _LEAST)} to verify a file, most of it for "
            f"Python and its libraries. Got {amount(memory)}. Raise ",
            Setting("memory"),
            ", or leave it out.",
        )
    return memory - _BASE


def _check_found(path: Path, promise: Promise, found: Recount) -> None:
    roles = promise.roles
    released = set(roles.released)
    for name in found.columns:
        if name in roles.dropped:
            raise VerificationError(
                f"'{path}' holds '{name}', which was to be dropped. Withdraw it."
            )
        if name not in released:
            raise VerificationError(f"'{path}' holds a column without a role, '{name}'.")
    if absent := sorted(released.difference(found.columns)):
        raise VerificationError(f"'{path}' lacks the column '{absent[0]}' of its manifest.")
    if found.n_records != promise.n_records:
        raise VerificationError(
            f"'{path}' has {found.n_records:,} records; its manifest says {promise.n_records:,}."
        )
    if not promise.holds and not promise.separate:
        raise VerificationError(
            f"'{path}' is not k-anonymous and was released so on purpose: its method, "
            f"'{promise.method}', does not promise it. Its smallest class has "
            f"{found.smallest_class} of the {promise.k} records that k-anonymity asks for."
        )
    if promise.holds and found.smallest_class < promise.k:
        raise VerificationError(
            f"'{path}' is not k-anonymous: its smallest class has {found.smallest_class} of the "
            f"{promise.k} records that its manifest promises. Withdraw it."
        )
    if found.smallest_class != promise.smallest_class:
        raise VerificationError(
            f"The manifest of '{path}' was edited: the smallest class of the file has "
            f"{found.smallest_class} records, not {promise.smallest_class}."
        )


def _check_published(path: Path, promise: Promise, found: Recount) -> None:
    told = promise.published
    if told is None:
        return
    for what, count, said in (
        (f"in classes of fewer than {promise.k}", found.below_k, told.below_k),
        ("alone in their class", found.unique, told.unique),
    ):
        if count != said:
            raise VerificationError(
                f"The manifest of '{path}' was edited: by everything that is published "
                f"{counted(count, 'record')} {'is' if count == 1 else 'are'} {what}, not {said:,}."
            )


def _check_sets(path: Path, promise: Promise, found: tuple[SeparateSet, ...]) -> None:
    """Hold the file to what it promises of each separate set of variables."""
    for promised, found_one in zip(promise.separate, found, strict=True):
        if found_one.smallest_class < promise.k:
            raise VerificationError(
                f"'{path}' does not keep its promise on the separate set {named(found_one.names)}: "
                f"its smallest class has {found_one.smallest_class} of {promise.k} records. "
                "Withdraw it."
            )
        if found_one != promised:
            raise VerificationError(
                f"The manifest of '{path}' was edited: the smallest class on the separate set "
                f"{named(found_one.names)} has {found_one.smallest_class} records, not "
                f"{promised.smallest_class}."
            )
