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

_PATHS = ("input", "output", "report", "comparison")


def read_config(path: Path) -> dict[str, Any]:
    """Read the settings of a request from a file.

    Parameters
    ----------
    path : Path
        A ``.toml``, ``.yaml`` or ``.yml`` file. Relative ``input``, ``output`` and ``report`` in it
        are meant from the folder of this file.
    """
    path = Path(path)
    parse = _PARSERS.get(path.suffix.lower())
    if parse is None:
        raise RequestError(
            f"A configuration file must end in {', '.join(_PARSERS)}. Got '{path.name}'."
        )
    settings = parse(_text(path), path)
    if not isinstance(settings, dict):
        raise RequestError(
            f"The configuration '{path}' must consist of settings with names, such as k and "
            f"method. Got a {type(settings).__name__} at its top level."
        )
    return {
        name: _from(path.parent, value) if name in _PATHS and isinstance(value, str) else value
        for name, value in settings.items()
    }


def _from(folder: Path, value: str) -> str:
    return os.path.normpath(folder / value)


def _text(path: Path) -> str:
    if path.is_dir():
        raise RequestError(f"The configuration '{path}' is a directory. Name a file.")
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise RequestError(f"There is no configuration file '{path}'. Check its name.") from None
    except UnicodeDecodeError:
        raise RequestError(f"The configuration '{path}' must be written in UTF-8.") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise RequestError(f"The configuration '{path}' cannot be read: {reason}.") from None


def _toml(text: str, path: Path) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # Python 3.11 gives the line in the message only.
        found = re.search(r"at line (\d+)", str(error))
        raise _syntax(path, "TOML", int(found[1]) if found else text.count("\n") + 1) from None


class _Loader(yaml.SafeLoader):
    """A safe loader that refuses a setting given twice, as TOML does; YAML would take the last."""

    path: Path

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Construct a mapping whose keys all differ."""
        seen = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in seen:
                raise RequestError(
                    f"Line {key.start_mark.line + 1} of the configuration '{self.path}' gives "
                    f"'{key.value}' a second time. Keep one of them."
                )
            seen.add(key.value)
        return super().construct_mapping(node, deep=deep)


def _yaml(text: str, path: Path) -> Any:
    try:
        loader = _Loader(text)
        loader.path = path
        settings = loader.get_single_data()
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
