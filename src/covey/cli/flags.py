"""How the command line spells a setting that a message names."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from covey.core.spelling import Setting, Step

_FLAGS = {
    "k": ("-k",),
    "output": ("--output", "-o"),
    "options": ("--option",),
    "refine_options": ("--refine-option",),
}
"""Flags that are not the name: short ones, and those that are given again for each value."""

_PARTED = ("roles", "reading")
"""Settings with parts that are options of their own."""


def in_flags(part: Setting | Step) -> str:
    """Return a setting or a step as one types it in a terminal.

    Examples
    --------
    >>> in_flags(Setting("allow_not_k_anonymous", True)), in_flags(Setting("k", 3))
    ('--allow-not-k-anonymous', '-k 3')
    >>> in_flags(Setting("roles", {"quasi": ["A", "B"]}))
    '--quasi A,B'
    >>> print(in_flags(Setting("keys", ["Name, first", "age"])))
    --keys '"Name, first",age'
    >>> print(in_flags(Setting("reading", {"delimiter": "|"})))
    --delimiter '|'
    """
    if isinstance(part, Step):
        return part.command
    if part.name in _PARTED and isinstance(part.value, Mapping):
        return " ".join(_flag(name, value) for name, value in part.value.items())
    return _flag(part.name, part.value)


def flags_of(name: str) -> tuple[str, ...]:
    """Return the flags of a setting, the one that messages use last.

    Examples
    --------
    >>> flags_of("allow_not_k_anonymous"), flags_of("output")
    (('--allow-not-k-anonymous',), ('--output', '-o'))
    """
    return _FLAGS.get(name, (f"--{name.replace('_', '-')}",))


def quoted(name: Any) -> str:
    """Protect a comma or a quote in the name of a column, as the options understand it."""
    text = str(name)
    if any(sign in text for sign in ',"') or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text


def _flag(name: str, value: Any) -> str:
    flag = flags_of(name)[-1]
    if value is None or value is True:
        return flag
    if isinstance(value, Mapping):
        return " ".join(f"{flag} {key}={item}" for key, item in value.items())
    text = ",".join(map(quoted, value)) if isinstance(value, list | tuple) else str(value)
    if any(sign in text for sign in '"|;&<>$'):
        return f"{flag} {shlex.quote(text)}"
    return f'{flag} "{text}"' if " " in text else f"{flag} {text}"
