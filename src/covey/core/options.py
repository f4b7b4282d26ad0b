"""Options of a method: declared once, in its signature; parsed, checked and listed from there."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from covey.core.errors import RequestError
from covey.core.legible import shown
from covey.core.roles import ROLE_NAMES
from covey.core.spelling import Part, Setting
from covey.core.wording import figure

CONTEXT = frozenset({"k", "seed", "progress", "confidential", "units", "resources"})
"""Parameters that the plan supplies: they are no options of a method."""

_HINTS: dict[str, tuple[Part, ...]] = {
    role: (" Columns get their roles by ", Setting("roles", {role: ["A", "B"]}), ".")
    for role in ROLE_NAMES
} | {"options": (" Give each option by its own name.",)}
"""What people mean by names that are no options of any method."""

_NOUNS = {float: "a number", int: "a whole number", bool: "true or false", str: "a text"}
_BOUNDS = {"ge": "of at least", "gt": "above", "le": "of at most", "lt": "below"}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a method, given by its name: ``--option name=value``, or a Python keyword."""

    name: str
    annotation: Any  # what the signature declares, with pydantic's bounds
    default: Any
    meaning: str  # one sentence for people

    @property
    def rule(self) -> str:
        """What a value must be, in words."""
        kind, *extras = get_args(self.annotation)
        words = _words(kind)
        limits = [
            f"{phrase} {figure(getattr(bound, key), 6)}"
            for extra in extras
            for bound in getattr(extra, "metadata", ())
            for key, phrase in _BOUNDS.items()
            if getattr(bound, key, None) is not None
        ]
        return words + (" " + " and ".join(limits) if limits else "")

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values to choose from, if they are listed."""
        kind = get_args(self.annotation)[0]
        return get_args(kind) if get_origin(kind) is Literal else ()

    def parse(self, value: Any, *, owner: str) -> Any:
        """Return the value in the declared type; text from a command line is converted."""
        if isinstance(value, str) and value.lower() == "none" and _takes_none(self.annotation):
            return None
        try:
            return TypeAdapter(self.annotation).validate_python(value)
        except ValidationError:
            raise RequestError(
                f"The '{self.name}' option of '{owner}' must be {self.rule}. Got {shown(value)}."
            ) from None


def options_of(function: Callable[..., Any]) -> tuple[Option, ...]:
    """Read the options of a method from its keyword-only parameters, without those of the plan."""
    hints = get_type_hints(function, include_extras=True)
    return tuple(
        Option(name, hints[name], parameter.default, _meaning(hints[name]))
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY and name not in CONTEXT
    )


def context_of(function: Callable[..., Any]) -> frozenset[str]:
    """Name what a method wants from the plan besides its options."""
    return frozenset(inspect.signature(function).parameters) & CONTEXT


def parse_options(
    declared: tuple[Option, ...], given: Mapping[str, Any], *, owner: str
) -> dict[str, Any]:
    """Return a value for every declared option; refuse the ones that the method does not have."""
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            choices = ", ".join(known) if known else "none"
            hint = _HINTS.get(name, ())
            raise RequestError(f"'{owner}' has no option '{name}'. Its options: {choices}.", *hint)
    return {
        name: option.parse(given[name], owner=owner) if name in given else option.default
        for name, option in known.items()
    }


def _words(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(repr(choice) for choice in get_args(kind))
    if _takes_none(kind):
        rest = [_words(part) for part in get_args(kind) if part is not NoneType]
        return " or ".join([*rest, "none"])
    return _NOUNS.get(kind, str(kind))


def _takes_none(annotation: Any) -> bool:
    kind = get_args(annotation)[0] if hasattr(annotation, "__metadata__") else annotation
    return get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)


def _meaning(annotation: Any) -> str:
    for extra in get_args(annotation)[1:]:
        if isinstance(extra, FieldInfo) and extra.description:
            return extra.description
    raise TypeError("Declare an option as Annotated[type, Field(description=...)].")
