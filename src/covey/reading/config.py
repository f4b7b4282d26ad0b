"""Configuration files: a request in TOML or YAML."""

from __future__ import annotations

import os.path
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from covey.core.errors import RequestError
from covey.core.files import DocumentError, load_text
from covey.reading.yaml_core import CoreLoader, RepeatedNameError

_PATHS = ("input", "output", "report", "comparison")
_LARGEST = 4 << 20  # bytes: names of a hundred thousand columns
_MOST_VALUES = 200_000
_DEEPEST = 20
_NESTED = "is nested too deeply. Settings lie at most a few levels deep"


def read_config(path: Path) -> dict[str, Any]:
    """Read the settings of a request from a file.

    Parameters
    ----------
    path : Path
        A ``.toml``, ``.yaml`` or ``.yml`` file. Relative ``input``, ``output`` and ``report`` in it
        are meant from the folder of this file. YAML is read as its version 1.2 has it: ``010`` is
        no octal number, ``no`` is the text, ``1:30`` is not ninety.
    """
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
    return {
        name: _from(path.parent, value) if name in _PATHS and isinstance(value, str) else value
        for name, value in settings.items()
    }


def _from(folder: Path, value: str) -> str:
    return os.path.normpath(folder / value)


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
        settings = CoreLoader(text).get_single_data()
    except RepeatedNameError as error:
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
