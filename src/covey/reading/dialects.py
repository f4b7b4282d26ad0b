"""How a delimited file separates and quotes its fields, told from its first lines."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from covey.core.errors import InputError, RequestError
from covey.core.legible import shown
from covey.core.settings import ReadingRequest
from covey.core.spelling import Part, Setting

DELIMITERS = (",", ";", "\t", "|")
_MARKS = {";": "semicolons", "\t": "tabs", "|": "bars", ",": "commas", " ": "blanks"}

_SAMPLE = 1 << 16
"""Bytes looked at. Below the csv module's limit for one field, so that no guess can exceed it."""

_SEPARATOR_LINE = re.compile(rb'("?)sep=([,;|:\t])\1\r?\n', re.IGNORECASE)

_NUMBER = re.compile(r"\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?\s*")


def detect(data: bytes, reading: ReadingRequest, *, path: Path) -> tuple[str, str]:
    """Return the delimiter and the quote character of UTF-8 text; what the user states is kept.

    A delimiter is right when it splits the header and gives every record as many fields as the
    header; among several, the one that leaves more fields that are numbers (a semicolon before the
    comma in ``1,5;2,5``). Where none splits the header there is one column, and the delimiter is
    one that splits no record either, unless its lines look like several columns after all.
    """
    _check_characters(reading)
    is_cut = len(data) > _SAMPLE
    sample = data[:_SAMPLE].decode("utf-8", errors="ignore")
    quote = reading.quote or _quote(sample)
    if reading.delimiter is not None:
        return reading.delimiter, '"' if quote == reading.delimiter == "'" else quote

    def fitness(delimiter: str) -> tuple[bool, float, float]:
        return _fitness(_rows(sample, delimiter, quote, is_cut=is_cut))

    candidates = [delimiter for delimiter in DELIMITERS if delimiter != quote]
    best = max(candidates, key=fitness)
    if not fitness(best)[0]:
        _refuse_one_column(sample, quote, is_cut=is_cut, path=path)
    return best, quote


def _refuse_one_column(sample: str, quote: str, *, is_cut: bool, path: Path) -> None:
    """Refuse one column whose lines all hold blanks, or other marks below a title, equally often.

    A comma may be a decimal mark, and text below a name may hold a blank in each line.
    """
    for mark, name in _MARKS.items():
        widths = [len(row) for row in _rows(sample, mark, quote, is_cut=is_cut)]
        first, widths = widths[:1], widths[1:]
        if len(set(widths)) != 1 or widths[0] <= 1 + (mark == ","):
            continue
        remedy: tuple[Part, ...]
        if mark != " " and len(widths) > 1:
            remedy = ("If the first line is a title, remove it",)
        elif mark == " " and first == widths[:1]:
            remedy = ("If these separate fields, set ", Setting("reading", {"delimiter": mark}))
        else:
            continue
        raise InputError(
            f"Only one column was found in '{path}', but its lines hold equally many {name}. ",
            *remedy,
            "; if it is one column, set ",
            Setting("reading", {"delimiter": "|" if mark == "," else ","}),
            ".",
        )


def without_separator_line(data: bytes, reading: ReadingRequest) -> tuple[bytes, ReadingRequest]:
    """Take a first line ``sep=;``, which spreadsheets write, for what it states of the delimiter.

    An empty line stays in its place, so that messages count lines as the file has them.
    """
    found = _SEPARATOR_LINE.match(data)
    if found is None:
        return data, reading
    if reading.delimiter is None:
        reading = reading.model_copy(update={"delimiter": found[2].decode("ascii")})
    return b"\n" + data[found.end() :], reading


def _check_characters(reading: ReadingRequest) -> None:
    for name, character in (("delimiter", reading.delimiter), ("quote", reading.quote)):
        if character is not None and (not character.isascii() or character in "\r\n\0"):
            raise RequestError(
                f"'{name}' must be one ASCII character that does not end a line. "
                f"Got {shown(character)}."
            )
    if reading.delimiter is not None and reading.delimiter == reading.quote:
        raise RequestError(
            f"'delimiter' and 'quote' must differ. Got {shown(reading.delimiter)} for both."
        )


def _quote(sample: str) -> str:
    """Return the apostrophe where it encloses fields and the double quote does not."""
    if re.search(r'(^|[,;\t|\n])"', sample):
        return '"'
    begun = len(re.findall(r"(?:^|[,;\t|\n])'", sample))
    ended = len(re.findall(r"'(?=[,;\t|\r\n]|$)", sample))
    # Names such as 's-Hertogenbosch begin with an apostrophe and do not end with one.
    return "'" if begun and abs(begun - ended) <= begun // 10 + (begun > 1) else '"'


def _rows(sample: str, delimiter: str, quote: str, *, is_cut: bool) -> list[list[str]]:
    reader = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter, quotechar=quote)
    rows = [row for row in reader if row and (len(row) > 1 or row[0].strip())]
    return rows[:-1] if is_cut and len(rows) > 1 else rows


def _fitness(rows: list[list[str]]) -> tuple[bool, float, float]:
    if not rows:
        return False, 0.0, 0.0
    header, *records = rows
    agreeing = [record for record in records if len(record) == len(header)]
    n_fields = sum(len(record) for record in records)
    n_numbers = sum(_NUMBER.fullmatch(field) is not None for row in records for field in row)
    agreement = len(agreeing) / len(records) if records else 1.0
    return len(header) > 1, agreement, n_numbers / n_fields if n_fields else 0.0
