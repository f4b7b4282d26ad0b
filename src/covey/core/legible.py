"""Text from outside made fit to be shown: nothing that a terminal obeys, nothing endless."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from numbers import Number
from pathlib import PurePath
from typing import Any

_LONGEST_VALUE = 60
_LONGEST_MESSAGE = 2_000
_TAIL = 600
_FEW = 4
_MANY_BITS = 200
"""Of a whole number that is told by its size; Python refuses to write one of 4,300 digits."""

_KEPT = "\n\t"
_UNSAFE = {"Cc", "Cs", "Zl", "Zp"}
"""Categories of characters: control, half of a pair, separators of lines and paragraphs."""

_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They turn the direction of what follows, so that it reads as something else."""


def legible(text: str, *, kept: str = _KEPT) -> str:
    """Return a text in which control characters are written out, as Python writes them.

    Names of columns and files may hold sequences that clear a terminal, set its title or hide
    what follows, and marks that turn the direction of writing.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(sign if sign in kept else _written(sign) for sign in text)


def as_json(text: str) -> str:
    """Return a JSON text in which no string holds such a character; it means the same."""
    if text.isascii() and "\x7f" not in text:
        return text  # JSON itself writes out the others
    return "".join(
        f"\\u{ord(sign):04x}" if sign not in _KEPT and is_unsafe(sign) else sign for sign in text
    )


@cache
def is_unsafe(sign: str) -> bool:
    """Whether a character does something to what shows it."""
    return sign in _BIDI or unicodedata.category(sign) in _UNSAFE


def shown(value: Any) -> str:
    """Return a value that a user gave, for a message: a short piece of it if it is long."""
    if isinstance(value, list | tuple) and 0 < len(value) <= _FEW:
        parts = ", ".join(map(_piece, value)) + "," * (isinstance(value, tuple) and len(value) == 1)
        return f"({parts})" if isinstance(value, tuple) else f"[{parts}]"
    return _piece(value)


def _piece(value: Any) -> str:
    if isinstance(value, str):
        cut = len(value) > _LONGEST_VALUE
        return f"{value[:_LONGEST_VALUE]!r}" + "…" * cut
    if isinstance(value, int) and value.bit_length() > _MANY_BITS:
        return f"a whole number of about {int(value.bit_length() * 0.30103) + 1:,} digits"
    if isinstance(value, PurePath):
        return _piece(str(value))
    if value is None or isinstance(value, Number):
        return str(value)  # not as numpy represents a number
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def message_of(text: str) -> str:
    """Return the text of a message on one line, its middle left out if it is very long."""
    line = legible(text, kept="")
    if len(line) <= _LONGEST_MESSAGE:
        return line
    return f"{line[: _LONGEST_MESSAGE - _TAIL]} … {line[-_TAIL:]}"


def _written(sign: str) -> str:
    return _escape(sign) if is_unsafe(sign) else sign


_escape: Callable[[str], str] = cache(lambda sign: repr(sign)[1:-1])
