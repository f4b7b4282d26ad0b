"""What kind each column of text is: whole numbers, numbers with decimals, or text."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Any, Self

import polars as pl

from covey.core.table import Origin, Table

MISSING = (None, "", "NA", "N/A", "NaN", "nan", "null", "NULL")
"""Fields that stand for no value, in any column."""

MISSING_NUMBER = "."
"""Stands for no value in a column that holds numbers otherwise, as SAS and SPSS write it."""

_LAST_WHOLE = 2.0**53  # up to here a float holds every whole number
_LEADING_ZERO = r"^[+-]?0\d"
_THOUSANDS = r"^[+-]?[1-9]\d{0,2},\d{3}$"
_OTHER_MARK = {".": ",", ",": "."}


class Hint(str):
    """Why a column of text that looks like numbers is none: a sentence, and what it is made of.

    Examples
    --------
    >>> Hint("are not numbers", 2, 1_000, 7)
    '2 of 1,000 values are not numbers, the first in record 7'
    """

    reason: str  # the sentence, or how some values differ from numbers
    n_wrong: int  # how many values do; 0 if the sentence is about the column
    n_known: int
    first: int  # the first record that does, counted from 1; 0 if it does not matter

    def __new__(cls, reason: str = "", n_wrong: int = 0, n_known: int = 0, first: int = 0) -> Self:
        """Put the sentence together."""
        counted = f"{n_wrong:,} of {n_known:,} values " if n_known else ""
        where = f", the first in record {first:,}" if first else ""
        hint = super().__new__(cls, f"{counted}{reason}{where}")
        hint.reason, hint.n_wrong, hint.n_known, hint.first = reason, n_wrong, n_known, first
        return hint

    def __reduce__(self) -> tuple[type[Hint], tuple[str, int, int, int]]:
        return Hint, (self.reason, self.n_wrong, self.n_known, self.first)


def decimal_mark(text: pl.DataFrame, delimiter: str) -> str:
    """Tell which mark more columns of numbers use; the point if neither is used more.

    Values such as 1,234 may be thousands. They speak for a decimal comma only beside others that
    cannot be, or in a file whose delimiter is the semicolon, which exists for decimal commas.
    """
    by_comma = [column for column in text if _uses(column, ",")]
    if not by_comma:
        return "."
    if delimiter != ";" and not any(_rules_out_thousands(column) for column in by_comma):
        return "."
    by_point = [column for column in text if _uses(column, ".")]
    return "," if len(by_comma) > len(by_point) else "."


def typed(text: pl.Series, decimal: str) -> tuple[pl.Series, Hint]:
    """Return a column as Int64, Float64 or String, and why text that looks like numbers is none.

    The hint has no full stop; it is empty if there is nothing to say.
    """
    known, numbers = _parsed(text, decimal)
    is_wrong = numbers.is_null() & known.ne_missing(None) & known.ne_missing(MISSING_NUMBER)
    if is_wrong.any():
        return _as_text(text, known), _hint(known, is_wrong, decimal)
    if known.null_count() == len(known):
        return numbers, Hint()
    if known.str.contains(_LEADING_ZERO).any():
        # Codes such as postcodes (00123) and branches (01.11) are names, not quantities.
        return _as_text(text, known), Hint("it holds codes with leading zeros")
    whole = _whole(known, numbers)
    return (numbers if whole is None else whole), Hint()


def known_text(text: pl.Series) -> pl.Series:
    """Return a column of text as it is written, null where there is no value."""
    return _as_text(text, _known(text.str.strip_chars()))


def _whole(known: pl.Series, numbers: pl.Series) -> pl.Series | None:
    """Return whole numbers as such, also those written 3.0 or 7.3e+07; None if not all are whole.

    Each value by itself: a column in pieces is of the same kind as the whole one.
    """
    digits = known.cast(pl.Int64, strict=False)
    if digits.null_count() == numbers.null_count():
        return digits
    others = numbers.filter(digits.is_null() & numbers.is_not_null())
    if not ((others.floor() == others) & (others.abs() <= _LAST_WHOLE)).all():
        return None
    return digits.zip_with(digits.is_not_null(), numbers.cast(pl.Int64, strict=False))


def _parsed(text: pl.Series, decimal: str) -> tuple[pl.Series, pl.Series]:
    """Return the text where there is a value, and the number where the text is one."""
    known = _known(text)
    numbers = _numbers(known, decimal)
    if numbers.null_count() > known.null_count():
        # Padding is rare: look for it only in columns that do not parse without.
        known = _known(text.str.strip_chars())
        numbers = _numbers(known, decimal)
    return known, numbers


def _known(text: pl.Series) -> pl.Series:
    is_missing = text.is_in(MISSING, nulls_equal=True)
    return text.zip_with(~is_missing, _nothing(text)) if is_missing.any() else text


def _numbers(known: pl.Series, decimal: str) -> pl.Series:
    if decimal == ",":
        is_pointed = known.str.contains(".", literal=True).fill_null(value=False)
        known = known.zip_with(~is_pointed, _nothing(known)).str.replace(",", ".", literal=True)
    return known.cast(pl.Float64, strict=False)


def _as_text(text: pl.Series, known: pl.Series) -> pl.Series:
    return text.zip_with(known.is_not_null(), _nothing(text))


def _nothing(like: pl.Series) -> pl.Series:
    return pl.Series(like.name, [None], dtype=pl.String).new_from_index(0, len(like))


def _hint(known: pl.Series, is_wrong: pl.Series, decimal: str) -> Hint:
    wrong = known.filter(is_wrong)
    n_known = len(known) - known.null_count()
    other = _OTHER_MARK[decimal]
    if _numbers(wrong, other).null_count() == 0:
        reason = (
            f"hold '{other}' though the decimal mark is '{decimal}': set decimal to '{other}' if "
            "that is the mark, or take out separators of thousands"
        )
        return Hint(reason, len(wrong), n_known)
    for mark, separator in ((decimal, other), (other, decimal)):
        if wrong.str.contains(_grouped(mark, separator)).all():
            also = "" if mark == decimal else f", and set decimal to '{mark}'"
            n_grouped = int(wrong.str.contains(separator, literal=True).sum())
            reason = f"hold '{separator}' between thousands: take it out{also}"
            return Hint(reason, n_grouped, n_known)
    for sign in "%€$£":
        if (
            _numbers(wrong.str.replace(sign, "", literal=True).str.strip_chars(), decimal)
            .is_not_null()
            .all()
        ):
            return Hint(f"hold '{sign}': take it out", len(wrong), n_known)
    if 2 * len(wrong) > n_known:
        return Hint()
    return Hint("are not numbers", len(wrong), n_known, int(is_wrong.arg_max() or 0) + 1)


def _grouped(mark: str, separator: str) -> str:
    """Return the pattern of numbers whose thousands may be separated, such as 1.234,5."""
    return rf"^[+-]?([0-9]{{1,3}}([{separator}][0-9]{{3}})+|[0-9]+)([{mark}][0-9]*)?$"


def _uses(column: pl.Series, mark: str) -> bool:
    """Whether at least nine in ten values are numbers with this mark, one of them written so."""
    if not column.str.contains(mark, literal=True).any():
        return False
    known, numbers = _parsed(column, mark)
    written = known.filter(numbers.is_not_null()).str.contains(mark, literal=True)
    n_known = len(known) - known.null_count()
    return bool(written.any()) and 10 * len(written) >= 9 * n_known


def _rules_out_thousands(column: pl.Series) -> bool:
    known, numbers = _parsed(column, ",")
    written = known.filter(numbers.is_not_null() & known.str.contains(",", literal=True))
    return not written.str.contains(_THOUSANDS).all()


@dataclass(slots=True)
class PieceKinds:
    """What is known of the columns so far: a column is of one kind if every piece of it is."""

    n_records: int = 0
    kinds: dict[str, str] = field(default_factory=dict)
    hints: dict[str, str] = field(default_factory=dict)
    as_text: set[str] = field(default_factory=set)

    def add(self, table: Table) -> None:
        """Take the next piece."""
        for name in table.names:
            self._add_kind(table, name)
        self.as_text |= table.as_text
        self.n_records += table.n_records

    def _add_kind(self, table: Table, name: str) -> None:
        before, found = self.kinds.get(name, ""), str(table.kind(name))
        if table.frame.get_column(name).null_count() == table.n_records:
            found = before  # no value, no kind
        if found == "text" and before != "text":
            self.hints[name] = self._hint(table, name, is_first=not before)
        self.kinds[name] = before if found == before else _joint(before, found)

    def _hint(self, table: Table, name: str, *, is_first: bool) -> str:
        """Return why a column is text; counts are those of a piece and would mislead."""
        own = table.hints.get(name, "")
        counts_values = isinstance(own, Hint) and own.n_known > 0
        if own and not counts_values:
            return own
        if is_first and not own:
            return ""
        reason = own.reason if isinstance(own, Hint) else "are not numbers"
        record = self.n_records + _first_text(table, name)
        return f"some of its values, the first in record {record:,}, {reason}"

    def to_dict(self) -> dict[str, Any]:
        """Return what is known in values that JSON holds."""
        return {
            "n_records": self.n_records,
            "kinds": {name: kind or "decimal" for name, kind in self.kinds.items()},
            "hints": {name: hint for name, hint in self.hints.items() if hint},
            "as_text": sorted(name for name in self.as_text if self.kinds[name] != "integer"),
        }


def _first_text(table: Table, name: str) -> int:
    """Return the first record, counted from 1, with which a column of a piece becomes text."""
    text, decimal = table.text(name).to_polars(), decimal_of(table.origin)

    def is_text(n: int) -> int:
        return int(typed(text.head(n), decimal)[0].dtype == pl.String)

    return 1 + bisect_left(range(1, table.n_records), 1, key=is_text)


def _joint(before: str, found: str) -> str:
    """Return the kind of a column whose pieces are of two kinds; none counts for nothing."""
    if "" in (before, found):
        return before or found
    return "text" if "text" in (before, found) else "decimal"


def decimal_of(origin: Origin) -> str:
    """Return the decimal mark of the file that a table comes from."""
    return "." if origin.dialect is None else origin.dialect.decimal
