"""What the columns of a table are called, and whether the first line of a file says so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from covey.core.errors import InputError
from covey.core.settings import Header
from covey.core.spelling import Setting
from covey.core.wording import few

_REMEDY = (
    " If the file has no header, say so: ",
    Setting("reading", {"header": "no"}),
    "; its columns are then called c1, c2, …. If the line holds names, say ",
    Setting("reading", {"header": "yes"}),
    ".",
)
"""What to do where the first line of a file may be a record."""

_WITH_LETTERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"[+-]?(\d+([.,]\d*)?|[.,]\d+)e[+-]?\d+",  # 7.3e+07
        r"\d{4}-?\d\d-?\d\dT\d\d.*",  # 2024-01-31T12:00:00Z
        r"[\d/. -]*\d{1,2}:\d\d[\d:. ]*[ap]\.?m\.?",  # 1/31/2024 3:45 PM
        r"\d{1,2}[. -]+[^\W\d]{3,9}[.,]?[ -]+\d{2,4}",  # 31-JAN-2024, 31. Januar 2024
        r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? \d{4}",
    )
)
"""Numbers and dates that hold letters."""

_MARKERS = {"na", "n/a", "n.a.", "#n/a", "<na>", "nan", "nat", "null", "nil", "none", "missing"}
_MARKERS |= {"unknown", "unbekannt", "k.a."}
"""Words for no value, in small letters: of the readers here, and of other programs."""


def check_names(names: Sequence[str], *, where: str, is_sure: bool = True) -> None:
    """Refuse column names that are blank, occur twice or do not survive in a file.

    Unless it is sure that they are names, they may be a record, of which nothing is shown.
    """
    if not names:
        raise InputError(f"{where} has no columns. Check that it was exported whole.")
    blank = [str(position) for position, name in enumerate(names, start=1) if not name.strip()]
    if blank:
        raise InputError(
            f"{where} has no header for {_columns(len(blank))} {few(blank)}, counted from 1. "
            "Give every column a name, or leave out the column if it is a row index.",
            *(() if is_sure else (*_REMEDY[:-1], "; blank ones are then called by place, as c1.")),
        )
    lost = [str(position) for position, name in enumerate(names, start=1) if _is_lost(name)]
    if lost:
        raise InputError(
            f"{where} has a name that no file keeps for {_columns(len(lost))} {few(lost)}, counted "
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
            *_REMEDY,
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


def _columns(count: int) -> str:
    return "column" if count == 1 else "columns"


@dataclass(frozen=True, slots=True)
class FirstLine:
    """What the first line of a file is."""

    names: tuple[str, ...]
    is_record: bool
    is_sure: bool  # the user says so; if not, the names may still be a record, and none is shown

    def refuse_recurring(self, text: pl.DataFrame, typed: pl.DataFrame, *, path: Path) -> None:
        """Refuse names that occur as values in their own columns, unless the user is sure."""
        if self.is_sure:
            return
        columns = zip(self.names, text, typed, strict=True)
        found = [
            position
            for position, (name, column, values) in enumerate(columns, start=1)
            if _recurs(name, column, is_text=values.dtype == pl.String)
        ]
        if found:
            raise _doubtful(path, found, "a value of the same column")


def settle(fields: tuple[str, ...], stated: Header | None, *, path: Path) -> FirstLine:
    """Return what a first line is; refuse one that looks like a record if the user does not say.

    Where the user says that it holds names, blank ones become c1, c2, …, after their places. A line
    c1, c2, … is a header also where the user says no: so does Covey call the columns of a file that
    has none.
    """
    if stated == "yes":
        return FirstLine(_filled(fields), is_record=False, is_sure=True)
    if stated == "no":
        names = tuple(f"c{position}" for position in range(1, len(fields) + 1))
        return FirstLine(names, is_record=fields != names, is_sure=True)
    signs = {"a number or a date": is_number_or_date, "a marker of a missing value": is_marker}
    for what, is_value in signs.items():
        found = [at for at, field in enumerate(fields, start=1) if is_value(field)]
        if found:
            raise _doubtful(path, found, what)
    return FirstLine(fields, is_record=False, is_sure=False)


def _filled(fields: tuple[str, ...]) -> tuple[str, ...]:
    """Return names with blank ones, as R leaves that of its row names, called after their places.

    Examples
    --------
    >>> _filled(("", "age", "c3", ""))
    ('c1', 'age', 'c3', 'c4')
    """
    names = list(fields)
    for at, field in enumerate(fields):
        if not field.strip():
            names[at] = f"c{at + 1}"
            while names[at] in fields:
                names[at] += "_"
    return tuple(names)


def is_number_or_date(field: str) -> bool:
    """Whether a field is a number or a date rather than a name: digits and no letter, mostly."""
    field = field.strip()
    if not any(sign.isnumeric() for sign in field):
        return False
    if not any(sign.isalpha() for sign in field):
        return True
    return any(pattern.fullmatch(field) for pattern in _WITH_LETTERS)


def is_marker(field: str) -> bool:
    """Whether a field says that a value is missing, which no name does: NA, null, a point, a dash.

    Blank fields are not meant; no column may have such a name. Na is the name of sodium.
    """
    field = field.strip()
    if field and set(field) <= set(".-?*_/\N{EN DASH}\N{EM DASH}\N{HORIZONTAL ELLIPSIS}"):
        return True
    return field.casefold() in _MARKERS and field != "Na"


def _recurs(name: str, column: pl.Series, *, is_text: bool) -> bool:
    # Among numbers, a name could only be a marker of missing values: no need to look for padding.
    return bool(((column.str.strip_chars() if is_text else column) == name).any())


def _doubtful(path: Path, positions: Sequence[int], what: str) -> InputError:
    where = f"{_columns(len(positions))} {few([str(at) for at in positions])}, counted from 1"
    return InputError(
        f"The first line of '{path}' may be a record instead of column names: in {where}, it holds "
        f"{what}.",
        *_REMEDY,
    )
