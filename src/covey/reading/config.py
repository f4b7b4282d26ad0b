"""Configuration files: a request in TOML, or in YAML by the core schema of its version 1.2.

Version 1.1, which the library follows, takes ``010`` for eight, ``1:30`` for ninety, ``no`` and
``on`` for truth values and ``2024-05-01`` for a date. Here these are texts, as on the command line,
and whoever wants a number reads them as digits. Mappings are not merged by ``<<``, which a few
lines can make endless.
"""

from __future__ import annotations

import os.path
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import yaml

from covey.core.errors import RequestError
from covey.core.files import DocumentError, load_text

_PATHS = ("input", "output", "report", "comparison")
_LARGEST = 4 << 20  # bytes: names of a hundred thousand columns
_MOST_VALUES = 200_000
_DEEPEST = 20
_NESTED = "is nested too deeply. Settings lie at most a few levels deep"
_TAG = "tag:yaml.org,2002:"
_PLAIN = (
    ("null", re.compile(r"~|null|Null|NULL|"), "~nN\0"),
    ("bool", re.compile(r"true|True|TRUE|false|False|FALSE"), "tTfF"),
    ("int", re.compile(r"[-+]?(?:0|[1-9][0-9]*)"), "-+0123456789"),
    (
        "float",
        re.compile(
            r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
            r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
        ),
        "-+.0123456789",
    ),
)
"""What a plain word may stand for, how it is then written, and how it begins; else it is a text."""


def read_config(path: Path) -> dict[str, Any]:
    """Read the settings of a request from a file; relative paths are meant from its folder."""
    path = Path(path)
    parse = _PARSERS.get(path.suffix.lower())
    if parse is None:
        raise RequestError(
            f"A configuration file must end in {', '.join(_PARSERS)}. Got '{path.name}'."
        )
    try:
        settings = parse(load_text(path, largest=_LARGEST), path)
        if not isinstance(settings, dict):
            kind = type(settings).__name__
            raise RequestError(
                f"The configuration '{path}' must consist of settings with names, such as k and "
                f"method. Got a {kind} at its top level."
            )
        _check_size(settings)
    except DocumentError as error:
        raise RequestError(f"The configuration '{path}' {error}.") from None
    except RecursionError:
        raise RequestError(f"The configuration '{path}' {_NESTED}.") from None
    for name in _PATHS:
        _locate(settings, name, path.parent)
    columns = settings.get("columns")
    for column in columns.values() if isinstance(columns, dict) else ():
        _locate(column, "taxonomy", path.parent)
    return settings


def _locate(settings: Any, name: str, folder: Path) -> None:
    """Take a path among settings as meant from a folder."""
    if isinstance(settings, dict) and isinstance(settings.get(name), str):
        settings[name] = os.path.normpath(folder / settings[name])


def _check_size(settings: dict[Any, Any]) -> None:
    """Refuse what no request needs; a few lines of YAML can stand for billions of values."""
    waiting: list[tuple[Any, int]] = [(settings, 0)]
    n_values = 0
    while waiting:
        value, depth = waiting.pop()
        n_values += 1
        if depth > _DEEPEST:
            raise DocumentError(_NESTED)
        if n_values > _MOST_VALUES:
            raise DocumentError(f"holds more than {_MOST_VALUES:,} values. Keep what is needed")
        if isinstance(value, dict):
            if not all(isinstance(name, str) for name in value):
                raise DocumentError("has a setting whose name is no text. Put it in quotes")
            waiting.extend((item, depth + 1) for item in value.values())
        elif isinstance(value, list):
            waiting.extend((item, depth + 1) for item in value)


class _RepeatedNameError(Exception):
    """A setting is given twice, which TOML refuses and YAML would let pass."""

    def __init__(self, name: str, line: int) -> None:
        super().__init__(name)
        self.name, self.line = name, line


class _CoreLoader(yaml.SafeLoader):
    """A safe loader of the core schema that refuses a setting given twice."""

    yaml_constructors: ClassVar[dict[Any, Any]] = {}

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Construct a mapping whose keys all differ."""
        seen = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in seen:
                raise _RepeatedNameError(key.value, key.start_mark.line + 1)
            seen.add(key.value)
        return super().construct_mapping(node, deep=deep)


def _number(kind: type[int | float]) -> Any:
    pattern = {name: found for name, found, _ in _PLAIN}[kind.__name__]

    def construct(loader: _CoreLoader, node: yaml.ScalarNode) -> int | float:
        text = str(loader.construct_scalar(node))
        try:
            if pattern.fullmatch(text):
                # YAML writes .inf and .nan where Python has no point.
                return kind(re.sub(r"\.(?=[inIN])", "", text) if kind is float else text)
        except ValueError:
            pass  # more digits than Python reads
        raise yaml.constructor.ConstructorError(None, None, "no number", node.start_mark)

    return construct


_CoreLoader.yaml_implicit_resolvers = {}
for _name, _pattern, _starts in _PLAIN:
    _whole = re.compile(rf"(?:{_pattern.pattern})\Z")
    _CoreLoader.add_implicit_resolver(
        f"{_TAG}{_name}", _whole, ["" if sign == "\0" else sign for sign in _starts]
    )

_CoreLoader.yaml_constructors = {
    f"{_TAG}{name}": yaml.SafeLoader.yaml_constructors[f"{_TAG}{name}"]
    for name in ("null", "bool", "str", "seq", "map")
} | {
    f"{_TAG}int": _number(int),
    f"{_TAG}float": _number(float),
    None: yaml.SafeLoader.construct_undefined,
}


def _toml(text: str, path: Path) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # Python 3.11 gives the line in the message only.
        found = re.search(r"at line (\d+)", str(error))
        raise _syntax(path, "TOML", int(found[1]) if found else text.count("\n") + 1) from None
    except ValueError:
        raise DocumentError("holds a number that is too long. Shorten it") from None


def _yaml(text: str, path: Path) -> Any:
    try:
        settings = _CoreLoader(text).get_single_data()
    except _RepeatedNameError as error:
        raise RequestError(
            f"Line {error.line} of the configuration '{path}' gives '{error.name}' a second time. "
            "Keep one of them."
        ) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = text[: getattr(error, "position", 0)].count("\n") if mark is None else mark.line
        raise _syntax(path, "YAML", at + 1) from None
    return {} if settings is None else settings


def _syntax(path: Path, language: str, line: int) -> RequestError:
    return RequestError(
        f"Line {line} of the configuration '{path}' is not valid {language}. Correct its syntax."
    )


_PARSERS: dict[str, Callable[[str, Path], Any]] = {".toml": _toml, ".yaml": _yaml, ".yml": _yaml}
