"""Settings that are declared once: what a field of a request says to each interface.

A field holds the type, the default, the rules, the text for Python and the help for the command
line. Signatures, docstrings, options and the reference are made from it.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, Field, JsonValue
from pydantic.fields import FieldInfo

F = TypeVar("F", bound=Callable[..., Any])
Interface = Literal["python", "command"]

_PLACE = "{settings}"
"""Where the docstring of a public function takes in its settings."""
_SEVERAL = "options"
"""The variable keyword of a function that hands what is no setting to the method."""


def declared(
    text: str,
    *,
    help: str = "",  # noqa: A002 (what the command line calls it)
    panel: str = "",
    metavar: str = "",
    kind: str = "",
    only: Interface | None = None,
    **rules: Any,
) -> Any:
    """Return the declaration of a setting, to stand beside its type in ``Annotated``.

    Python's documentation says the text, and the ``kind`` where it takes more types than the
    request stores. The command line says the help, by default the text, under the heading
    ``panel``; ``metavar`` stands for the value, by default the choices or what the type suggests.
    The rules are those of pydantic.
    """
    extra: dict[str, JsonValue] = {
        "help": help or text,
        "panel": panel,
        "metavar": metavar,
        "kind": kind,
        "only": only,
    }
    return Field(description=text, json_schema_extra=extra, **rules)


def shown(field: FieldInfo, what: str) -> str:
    """Return what a field declares for the command line: help, panel or metavar."""
    return str(_extra(field)[what] or "")


def settings_of(
    model: type[BaseModel], interface: Interface, without: Sequence[str] = ()
) -> dict[str, FieldInfo]:
    """Return the fields of a request that an interface has, by name."""
    return {
        name: field
        for name, field in model.model_fields.items()
        if _extra(field).get("only") in (None, interface) and name not in without
    }


def bare_type(annotation: Any) -> Any:
    """Return a type without None: the values that can be given."""
    if get_origin(annotation) in (Union, UnionType):
        others = [each for each in get_args(annotation) if each is not NoneType]
        return others[0] if len(others) == 1 else annotation
    return annotation


def is_parted(annotation: Any) -> bool:
    """Whether a setting has settings of its own, as roles have."""
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def with_settings(model: type[BaseModel]) -> Callable[[F], F]:
    """Give a function with a variable keyword the signature and the docstring of a request.

    A variable keyword ``options`` stays, for what belongs to a method; any other name stands for
    the settings alone. In the docstring they take the place of a line ``{settings}``.
    """

    def give(function: F) -> F:
        own = inspect.signature(function)
        fields = settings_of(model, "python", (_SEVERAL,) if _SEVERAL in own.parameters else ())
        leading, last = _split(own)
        added = [_parameter(n, field) for n, field in fields.items() if n not in own.parameters]
        kept = [last] if last.name == _SEVERAL else []
        signature = own.replace(parameters=[*leading, *added, *kept])
        function.__signature__ = signature  # type: ignore[attr-defined]
        if function.__doc__:  # python -OO leaves none
            function.__doc__ = function.__doc__.replace(_PLACE, _described(fields))
        return function

    return give


def _split(own: inspect.Signature) -> tuple[list[inspect.Parameter], inspect.Parameter]:
    *leading, last = own.parameters.values()
    if last.kind is not inspect.Parameter.VAR_KEYWORD:
        raise TypeError("A function with settings takes them as a variable keyword, its last.")
    return leading, last


def _parameter(name: str, field: FieldInfo) -> inspect.Parameter:
    given, default = bare_type(field.annotation), field.get_default()
    if is_parted(given) or get_origin(given) is dict:
        given, default = Mapping[str, Any], None
    elif get_origin(given) is tuple:
        given = Sequence[get_args(given)[0]]  # type: ignore[misc]
    annotation = given | None if default is None else given
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


def _described(fields: Mapping[str, FieldInfo]) -> str:
    """Return the settings as numpydoc has them; the first line is indented by the docstring."""
    lines = []
    for name, field in fields.items():
        text = textwrap.wrap(field.description or "", 92)
        lines += [f"{name} : {_type_words(field)}", *(f"    {line}" for line in text)]
    return "\n    ".join(lines)


def _type_words(field: FieldInfo) -> str:
    """Return the type as numpydoc has it."""
    words = str(_extra(field).get("kind") or "")
    annotation = field.annotation
    given = bare_type(annotation)
    is_optional = given is not annotation or is_parted(given) or get_origin(given) is dict
    return (words or _words(given)) + (", optional" if is_optional else "")


def _words(given: Any) -> str:
    origin, parts = get_origin(given), get_args(given)
    if origin is Literal:
        choices = (f'"{choice}"' if isinstance(choice, str) else str(choice) for choice in parts)
        return f"{{{', '.join(choices)}}}"
    if origin in (Union, UnionType):
        return " or ".join(_words(part) for part in parts if part is not NoneType)
    if origin is tuple:
        return f"sequence of {_words(parts[0])}"
    if is_parted(given) or origin is dict:
        return "mapping"
    return str(given.__name__)


def _extra(field: FieldInfo) -> Mapping[str, Any]:
    extra = field.json_schema_extra
    return extra if isinstance(extra, Mapping) else {}
