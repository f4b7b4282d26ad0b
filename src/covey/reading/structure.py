"""Where the records of a delimited file begin and end, and whether they are well formed.

The CSV reader fills short records up, takes blank lines for records and leaves malformed quotes
undefined. None of that may happen to microdata unnoticed, so the text is checked before it is read.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import InputError
from covey.core.spelling import Setting
from covey.core.wording import counted

_CHUNK = 1 << 24
_LINE_FEED, _RETURN = 10, 13


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where a text stands, for messages."""

    path: Path
    lines_before: int = 0  # the text

    def __str__(self) -> str:
        return str(self.path)


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """A well-formed delimited text."""

    start: int  # of the first line, after blank lines
    fields: tuple[str, ...]  # of the first line, without quotes and outer spaces
    is_record: NDArray[np.bool_]
    """For each line after the first, or lines that a quoted field spans; the others are blank."""
    is_quoted: bool  # any field


def examine(
    data: bytes, delimiter: str, quote: str, *, place: TextPlace, chunk: int = _CHUNK
) -> Structure:
    """Return the structure of UTF-8 text, or say which line is malformed.

    It has no byte order mark; lines end by a line feed; delimiter and quote are one ASCII character
    each. It is gone through in chunks of so many bytes, which change nothing.
    """
    if not data or data.isspace():
        raise InputError(f"'{place}' holds nothing but white space. Check that it is whole.")
    is_quoted = _opens_fields(data, delimiter, quote)
    ends, n_delimiters = _split(data, delimiter, quote if is_quoted else None, place, chunk)
    starts = np.concatenate(([0], ends[:-1] + 1))
    first = 0
    while n_delimiters[first] == 0 and not data[starts[first] : ends[first]].strip():
        first += 1
    line = data[starts[first] : ends[first]].decode("utf-8")
    is_record = _records(
        data, starts[first:], ends[first:], n_delimiters[first:], place=place, delimiter=delimiter
    )
    fields = _fields(line, delimiter, quote if is_quoted else None)
    return Structure(int(starts[first]), fields, is_record, is_quoted)


def _opens_fields(data: bytes, delimiter: str, quote: str) -> bool:
    # A quote that never opens a field is a plain character, as in 5" pipe.
    opening = (quote.encode(), f"\n{quote}".encode(), f"{delimiter}{quote}".encode())
    return data.startswith(opening[0]) or any(pair in data for pair in opening[1:])


def _split(
    data: bytes, delimiter: str, quote: str | None, place: TextPlace, chunk: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where each record ends and how many delimiters it has, quoted ones not counted."""
    codes = np.frombuffer(data, dtype=np.uint8)
    ends: list[NDArray[np.int64]] = []
    seen: list[NDArray[np.int64]] = []
    n_seen = n_quotes = 0
    has_lone_return = data.count(b"\r") > data.count(b"\r\n")
    for start in range(0, len(codes), chunk):
        block = codes[start : start + chunk]
        is_end, is_delimiter = block == _LINE_FEED, block == ord(delimiter)
        is_return = block == _RETURN if has_lone_return else np.zeros(0, dtype=bool)
        if quote is not None:
            is_quote = block == ord(quote)
            _check_quotes(data, codes, np.flatnonzero(is_quote) + start, n_quotes, delimiter, place)
            # The count wraps at 256, which keeps it odd or even: odd is inside a quoted field.
            is_outside = (np.cumsum(is_quote, dtype=np.uint8) + n_quotes % 2) % 2 == 0
            is_end &= is_outside
            is_delimiter &= is_outside
            is_return = is_return & is_outside if has_lone_return else is_return
            n_quotes += int(np.count_nonzero(is_quote))
        _check_returns(data, codes, np.flatnonzero(is_return) + start, place)
        at_end, at_delimiter = np.flatnonzero(is_end), np.flatnonzero(is_delimiter)
        ends.append(at_end + start)
        seen.append(n_seen + np.searchsorted(at_delimiter, at_end))
        n_seen += len(at_delimiter)
    if n_quotes % 2:
        raise _unclosed(data, data.rfind(str(quote).encode()), place)
    if not data.endswith(b"\n"):
        ends.append(np.array([len(data)]))
        seen.append(np.array([n_seen]))
    running = np.concatenate([[0], *seen])
    return np.concatenate(ends), running[1:] - running[:-1]


def _check_returns(
    data: bytes, codes: NDArray[np.uint8], at: NDArray[np.intp], place: TextPlace
) -> None:
    """Check that each of these carriage returns is half of a line end.

    One that is not may stand between two records, which would become one.
    """
    is_last = at == len(codes) - 1
    lone = at[is_last | (codes[np.where(is_last, at, at + 1)] != _LINE_FEED)]
    if len(lone):
        raise InputError(
            f"Line {_line(data, int(lone[0]), place):,} of '{place}' holds a carriage return "
            "without a line feed after it, outside quotes, though other lines end by a line feed. "
            "End all lines alike, and quote fields that hold line ends."
        )


def _check_quotes(
    data: bytes,
    codes: NDArray[np.uint8],
    at: NDArray[np.intp],
    n_before: int,
    delimiter: str,
    place: TextPlace,
) -> None:
    """Check that fields begin and end with a quote, and that quotes inside them are doubled."""
    if len(at) == 0:
        return
    quote = int(codes[at[0]])
    may_precede, may_follow = np.zeros((2, 256), dtype=bool)
    may_precede[[ord(delimiter), _LINE_FEED, quote]] = True
    may_follow[[ord(delimiter), _LINE_FEED, _RETURN, quote]] = True
    opens = (np.arange(len(at)) + n_before) % 2 == 0
    before = np.where(at > 0, codes[at - 1], _LINE_FEED)
    after = np.where(at < len(codes) - 1, codes[np.minimum(at + 1, len(codes) - 1)], _LINE_FEED)
    wrong = np.flatnonzero(~np.where(opens, may_precede[before], may_follow[after]))
    if len(wrong) == 0:
        return
    position = int(at[wrong[0]])
    if not opens[wrong[0]]:
        raise _unclosed(data, data.rfind(bytes([quote]), 0, position), place)
    raise InputError(
        f"Line {_line(data, position, place):,} of '{place}' has a quote character inside a "
        "field that does not begin with one. Quote the whole field and double the quotes in it, or "
        "set ",
        Setting("quote"),
        " if fields are quoted by another character.",
    )


def _unclosed(data: bytes, opened: int, place: TextPlace) -> InputError:
    return InputError(
        f"Line {_line(data, opened, place):,} of '{place}' opens a quoted field that is not "
        "closed. Close it before the next delimiter, double the quotes in it, or set ",
        Setting("quote"),
        " if fields are quoted by another character.",
    )


def _records(
    data: bytes,
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    n_delimiters: NDArray[np.int64],
    *,
    place: TextPlace,
    delimiter: str,
) -> NDArray[np.bool_]:
    """Tell records from blank lines; refuse those with another number of fields than the first.

    In a file of one column a blank line is a missing value, unless nothing follows it.
    """
    is_record = np.ones(len(ends) - 1, dtype=bool)
    for line in np.flatnonzero(n_delimiters[1:] != n_delimiters[0]) + 1:
        if data[starts[line] : ends[line]].strip():
            fields, expected = int(n_delimiters[line]) + 1, int(n_delimiters[0]) + 1
            shown = {"\t": "a tab"}.get(delimiter, f"'{delimiter}'")
            raise InputError(
                f"Line {_line(data, int(starts[line]), place):,} of '{place}' has "
                f"{counted(fields, 'field')}, but the first line has {expected}. Correct that "
                "line, or set ",
                Setting("delimiter"),
                f" if fields are separated by something else than {shown}.",
            )
        is_record[line - 1] = False
    last = len(ends) - 1
    while last > 0 and n_delimiters[last] == 0 and not data[starts[last] : ends[last]].strip():
        is_record[last - 1] = False
        last -= 1
    return is_record


def _fields(record: str, delimiter: str, quote: str | None) -> tuple[str, ...]:
    names: list[str] = []
    pieces: list[str] = []
    for piece in record.split(delimiter):
        pieces.append(piece)
        name = delimiter.join(pieces)
        if quote is None or name.count(quote) % 2 == 0:
            names.append(_unquoted(name.strip(), quote))
            pieces = []
    return tuple(names)


def _unquoted(name: str, quote: str | None) -> str:
    if quote is None or not name.startswith(quote):
        return name
    return name[1:-1].replace(quote * 2, quote).strip()


def _line(data: bytes, position: int, place: TextPlace) -> int:
    return place.lines_before + data.count(b"\n", 0, position) + 1
