"""Whether the first line of a delimited file holds column names or is a record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from covey.core.errors import InputError
from covey.core.settings import Header
from covey.core.wording import few
from covey.reading.headers import REMEDY, columns

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


@dataclass(frozen=True, slots=True)
class FirstLine:
    """What the first line of a file is.

    Parameters
    ----------
    names : tuple of str
        The names of the columns.
    is_record : bool
        Whether the line is the first record.
    is_sure : bool
        Whether the user says so. If not, the names may still be a record, and none is shown.
    """

    names: tuple[str, ...]
    is_record: bool
    is_sure: bool

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

    Parameters
    ----------
    fields : tuple of str
        Of the first line.
    stated : {"yes", "no"}, optional
        Whether they are names, as the user says; blank ones become c1, c2, …, after their places. A
        line c1, c2, … is a header also where the user says no: so does Covey call the columns of a
        file that has none.
    path : Path
        For messages only.
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
    """Whether a field is a number or a date rather than a name: digits and no letter, mostly.

    Examples
    --------
    >>> is_number_or_date("1,234.5 %"), is_number_or_date("31/12/1999"), is_number_or_date("1e5")
    (True, True, True)
    >>> is_number_or_date("x1"), is_number_or_date("2024Q1"), is_number_or_date("%")
    (False, False, False)
    """
    field = field.strip()
    if not any(sign.isnumeric() for sign in field):
        return False
    if not any(sign.isalpha() for sign in field):
        return True
    return any(pattern.fullmatch(field) for pattern in _WITH_LETTERS)


def is_marker(field: str) -> bool:
    """Whether a field says that a value is missing, which no name does: NA, null, a point, a dash.

    Blank fields are not meant; no column may have such a name. Na is the name of sodium.

    Examples
    --------
    >>> is_marker("NA"), is_marker("None"), is_marker("."), is_marker("--"), is_marker("?")
    (True, True, True, True, True)
    >>> is_marker("Na"), is_marker("#"), is_marker("%"), is_marker("nation"), is_marker("")
    (False, False, False, False, False)
    """
    field = field.strip()
    if field and set(field) <= set(".-?*_/\N{EN DASH}\N{EM DASH}\N{HORIZONTAL ELLIPSIS}"):
        return True
    return field.casefold() in _MARKERS and field != "Na"


def _recurs(name: str, column: pl.Series, *, is_text: bool) -> bool:
    # Among numbers, a name could only be a marker of missing values: no need to look for padding.
    return bool(((column.str.strip_chars() if is_text else column) == name).any())


def _doubtful(path: Path, positions: Sequence[int], what: str) -> InputError:
    where = f"{columns(len(positions))} {few([str(at) for at in positions])}, counted from 1"
    return InputError(
        f"The first line of '{path}' may be a record instead of column names: in {where}, it holds "
        f"{what}.",
        *REMEDY,
    )
