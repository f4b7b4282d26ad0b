"""Rules that every table must meet, whatever it came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from covey.core.errors import InputError
from covey.core.spelling import Setting
from covey.core.wording import few

REMEDY = (
    " If the file has no header, say so: ",
    Setting("reading", {"header": "no"}),
    "; its columns are then called c1, c2, …. If the line holds names, say ",
    Setting("reading", {"header": "yes"}),
    ".",
)
"""What to do where the first line of a file may be a record."""


def check_names(names: Sequence[str], *, where: str, is_sure: bool = True) -> None:
    """Refuse column names that are blank, occur twice or do not survive in a file.

    Parameters
    ----------
    names : sequence of str
        Column names, in order.
    where : str
        The table in words, for the message.
    is_sure : bool
        Whether they are names for certain; the first line of a file may be a record, of which
        nothing is shown.
    """
    if not names:
        raise InputError(f"{where} has no columns. Check that it was exported whole.")
    blank = [str(position) for position, name in enumerate(names, start=1) if not name.strip()]
    if blank:
        raise InputError(
            f"{where} has no header for {columns(len(blank))} {few(blank)}, counted from 1. "
            "Give every column a name, or leave out the column if it is a row index.",
            *(() if is_sure else (*REMEDY[:-1], "; blank ones are then called by place, as c1.")),
        )
    lost = [str(position) for position, name in enumerate(names, start=1) if _is_lost(name)]
    if lost:
        raise InputError(
            f"{where} has a name that no file keeps for {columns(len(lost))} {few(lost)}, counted "
            "from 1: it holds a NUL or half of a surrogate pair, or begins with a byte order mark. "
            "Rename it."
        )
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice and is_sure:
        quoted = [f"'{name}'" for name in twice]
        raise InputError(
            f"{where} has more than one column named {few(quoted)}. "
            "Rename them so that every name is unique."
        )
    if twice:
        at = [str(position) for position, name in enumerate(names, start=1) if name == twice[0]]
        raise InputError(
            f"{where} has the same name for columns {few(at)}, counted from 1. Rename them so "
            "that every name is unique.",
            *REMEDY,
        )


def _is_lost(name: str) -> bool:
    """Whether a written name does not read back: readers take a mark at the beginning off.

    Any column can become the first of a release.
    """
    is_half = any("\ud800" <= sign <= "\udfff" for sign in name)
    return "\0" in name or is_half or name.startswith("\N{ZERO WIDTH NO-BREAK SPACE}")


def check_records(n_records: int, *, where: str) -> None:
    """Refuse a table without records."""
    if n_records == 0:
        raise InputError(f"{where} has columns but no records. Check that it was exported whole.")


def columns(count: int) -> str:
    """Return the word for so many columns."""
    return "column" if count == 1 else "columns"
