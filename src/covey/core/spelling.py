"""What a message says differently to users of Python and of the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that a message names; each interface spells it as its users type it."""

    name: str
    value: Any = None  # what to give, or an example; without one, the setting is only named


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do that is a call in Python and a command in a terminal."""

    call: str
    command: str
    options: tuple[Setting, ...] = ()  # that the command takes beside


Part: TypeAlias = str | Setting | Step
Spell: TypeAlias = Callable[[Setting | Step], str]


def in_python(part: Setting | Step) -> str:
    """Return a setting or a step as Python spells it.

    Examples
    --------
    >>> in_python(Setting("bound", "simple")), in_python(Setting("effort"))
    ("bound='simple'", "'effort'")
    """
    if isinstance(part, Step):
        return part.call
    return f"'{part.name}'" if part.value is None else f"{part.name}={part.value!r}"


def joined(parts: Iterable[Part], spell: Spell = in_python) -> str:
    """Return a message from its parts."""
    return "".join(part if isinstance(part, str) else spell(part) for part in parts)


def cut_at_comma(name: str, known: Iterable[str]) -> str | None:
    """Return the name that begins with another and a comma: a list of names was parted there."""
    return next((each for each in known if each.startswith(f"{name},")), None)
