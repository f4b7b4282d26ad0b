"""Options that a command takes from a request: the request declares them, once for everybody.

They are made when a command is called, not when the commands are listed: the request brings
pydantic, for which the list of commands need not wait.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, update_wrapper
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, get_args, get_origin

import typer
from typer.core import TyperCommand

from covey.cli import flags
from covey.cli.columns import COLUMN_OPTIONS, PANEL, columns_given
from covey.cli.configuring import of_use
from covey.core.wording import figure

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo

F = TypeVar("F", bound=Callable[..., Any])

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_METAVARS = {int: "N", float: "X", Path: "FILE"}


def taking(request: str, *, without: tuple[str, ...] = ()) -> Callable[[F], F]:
    """Give a command the settings of a request as options, in place of its variable keyword.

    The request is named, so that its class is imported late; some settings may be left out.
    """

    def give(command: F) -> F:
        signature = inspect.signature(command, eval_str=True)
        *own, _ = signature.parameters.values()
        command.__signature__ = signature.replace(parameters=own)  # type: ignore[attr-defined]
        command.takes = request, without  # type: ignore[attr-defined]
        return command

    return give


class SettingsCommand(TyperCommand):
    """A command with the options of the request that it takes, if it takes one."""

    def __init__(self, *args: Any, callback: Any, params: Any, **settings: Any) -> None:
        self._own = callback, params
        super().__init__(*args, callback=callback, params=params, **settings)

    @property
    def params(self) -> Any:
        """The options and arguments, those of the request among them."""
        return self._complete[1]

    @params.setter
    def params(self, _value: Any) -> None:
        """Ignore what the constructor sets: it has the command's own options only."""

    @property
    def callback(self) -> Any:
        """What runs."""
        return self._complete[0]

    @callback.setter
    def callback(self, _value: Any) -> None:
        """Ignore what the constructor sets, as for `params`."""

    @cached_property
    def _complete(self) -> tuple[Any, Any]:
        function = self._own[0]
        if not hasattr(function, "takes"):
            return self._own

        def call(**values: Any) -> None:
            function.__wrapped__(**values)

        request, without = function.takes
        update_wrapper(call, function)
        call.__signature__ = _with_options(function.__signature__, request, without)  # type: ignore[attr-defined]
        app = typer.Typer(add_completion=False)
        app.command()(call)
        made = typer.main.get_command(app)
        return made.callback, made.params


def settings_given(
    model: type[BaseModel], given: Mapping[str, Any], configured: Mapping[str, Any] = _NOTHING
) -> dict[str, Any]:
    """Return the settings of a request from a configuration file and the options of a command."""
    from covey.core.declaring import bare_type, is_parted, settings_of

    settings: dict[str, Any] = {}
    for name, field in settings_of(model, "command").items():
        kind = bare_type(field.annotation)
        if name == "columns":
            settings[name] = columns_given(given)
        elif is_parted(kind):
            parts = kind.model_fields.items()
            settings[name] = {part: _value(inner, given.get(part)) for part, inner in parts}
        else:
            settings[name] = _value(field, given.get(name))
    return flags.merge(of_use(configured, model), settings)


def _value(field: FieldInfo, given: Any) -> Any:
    """Return what a setting gets from its option; None if the option is absent."""
    from covey.core.declaring import bare_type

    kind = bare_type(field.annotation)
    if get_origin(kind) is dict:
        is_by_method = get_origin(get_args(kind)[1]) is dict
        split = flags.split_method_options if is_by_method else flags.split_options
        return split(given) or {}
    if kind == tuple[tuple[str, ...], ...]:
        return None if given is None else [flags.split_names([one]) or [] for one in given]
    if get_origin(kind) is tuple:
        return None if given is None else (flags.split_names(given) or [])
    if kind is bool:
        return given or None
    if not isinstance(kind, type) and tuple[str, ...] in get_args(kind):
        return flags.split_measures(given)
    return given


def _with_options(
    signature: inspect.Signature, request: str, without: tuple[str, ...]
) -> inspect.Signature:
    """Return the signature with the options of a request before those that follow a ``*``."""
    from covey.core import request as requests
    from covey.core.declaring import shown

    fields = list(_fields(getattr(requests, request), (*without, *signature.parameters)))
    panels = list(dict.fromkeys(shown(field, "panel") for _, field in fields))
    fields.sort(key=lambda pair: panels.index(shown(pair[1], "panel")))
    own = list(signature.parameters.values())
    first = [each for each in own if each.kind is not inspect.Parameter.KEYWORD_ONLY]
    last = [each for each in own if each.kind is inspect.Parameter.KEYWORD_ONLY]
    # All by keyword: an option with a default may then stand before an argument without one.
    options = [_option(name, field) for name, field in fields]
    parameters = [
        each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*first, *options, *last)
    ]
    return signature.replace(parameters=parameters)


def _fields(model: type[BaseModel], without: tuple[str, ...]) -> Iterator[tuple[str, FieldInfo]]:
    from covey.core.declaring import bare_type, is_parted, settings_of

    for name, field in settings_of(model, "command", without).items():
        kind = bare_type(field.annotation)
        if name == "columns":
            yield from ((flag, _of_columns(flag)) for flag in COLUMN_OPTIONS)
        elif is_parted(kind):
            yield from kind.model_fields.items()
        else:
            yield name, field


def _of_columns(flag: str) -> FieldInfo:
    """Return the declaration of an option that says something of single columns."""
    from pydantic.fields import FieldInfo

    from covey.core.declaring import declared

    option = COLUMN_OPTIONS[flag]
    made: FieldInfo = declared(option.help, panel=PANEL, metavar=option.metavar)
    return FieldInfo.merge_field_infos(made, annotation=tuple[str, ...] | None, default=None)


def _option(name: str, field: FieldInfo) -> inspect.Parameter:
    from covey.core.declaring import bare_type, shown

    kind = bare_type(field.annotation)
    taken: Any = str | None
    if kind is bool:
        taken = bool
    elif kind is Path:
        taken = Path | None
    elif get_origin(kind) in (dict, tuple):
        taken = list[str] | None
    option = typer.Option(
        *flags.flags_of(name),
        help=_help(field),
        metavar=shown(field, "metavar") or _metavar(kind),
        rich_help_panel=shown(field, "panel") or None,
        autocompletion=_complete_method if name == "method" else None,
    )
    default = False if kind is bool else None
    annotation = Annotated[taken, option]
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


def _help(field: FieldInfo) -> str:
    """Return the help with the default, unless it tells it already or there is none."""
    from covey.core.declaring import shown

    text, default = shown(field, "help"), field.default
    if isinstance(default, bool) or "(default:" in text:
        return text
    if isinstance(default, int | float):
        return f"{text} (default: {figure(default)})"
    return f"{text} (default: {default})" if isinstance(default, str) else text


def _metavar(kind: Any) -> str | None:
    if get_origin(kind) is Literal:
        return "|".join(str(choice) for choice in get_args(kind))
    if get_origin(kind) is dict:
        is_by_method = get_origin(get_args(kind)[1]) is dict
        return "METHOD.NAME=VALUE" if is_by_method else "NAME=VALUE"
    return "A,B" if get_origin(kind) is tuple else _METAVARS.get(kind)


def _complete_method(incomplete: str) -> list[str]:
    from covey.pipeline import METHODS

    return [name for name in METHODS if name.startswith(incomplete)]
