"""From words on the command line, and a configuration file, to the settings of a request."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from covey.core.errors import RequestError

_DELIMITERS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "}


def split_names(values: Iterable[str] | None) -> list[str] | None:
    """Return column names from ``A,B`` options, repeated or not; quotes protect a comma in a name.

    Examples
    --------
    >>> split_names(["age,height", '"income, net"'])
    ['age', 'height', 'income, net']
    """
    if not values:
        return None
    names = [name.strip() for row in csv.reader(values, skipinitialspace=True) for name in row]
    return [name for name in names if name]


def split_measures(value: str | None) -> str | list[str] | None:
    """Return ``all`` or ``default`` as they are, and symbols as a list.

    Examples
    --------
    >>> split_measures("IL,DLD")
    ['IL', 'DLD']
    """
    return value if value in (None, "all", "default") else split_names([str(value)])


def split_options(values: Iterable[str] | None) -> dict[str, str] | None:
    """Return method options from repeated ``name=value``."""
    if not values:
        return None
    pairs = {}
    for value in values:
        name, separator, setting = value.partition("=")
        if not separator or not name.strip():
            raise RequestError(
                f"'--option' takes name=value, for instance --option gamma=0.2. Got '{value}'."
            )
        pairs[name.strip()] = setting.strip()
    return pairs


def delimiter_of(value: str | None) -> str | None:
    """Return the character that a word such as ``tab`` stands for."""
    return None if value is None else _DELIMITERS.get(value.lower(), value)


def merge(config: Path | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a configuration file, overridden by those on the command line."""
    from covey.reading import read_config

    settings = {} if config is None else read_config(config)
    for name, value in given.items():
        if isinstance(value, Mapping):
            inner = {key: item for key, item in value.items() if item is not None}
            base = settings.get(name)
            if inner:
                settings[name] = {**base, **inner} if isinstance(base, Mapping) else inner
        elif value is not None:
            settings[name] = value
    return settings
