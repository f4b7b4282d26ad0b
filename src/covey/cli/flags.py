"""How the command line spells settings, and how it reads them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from covey.core.errors import RequestError
from covey.core.legible import shown
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

_ITEMS = {
    sign: re.compile(rf'\s*+(?:"((?:[^"]|"")*+)"\s*|(?!")([^{sign}]*))(?={sign}|\Z)')
    for sign in ",<="
}
"""What stands before a sign, which quotes protect within it."""

_DELIMITERS = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "}
_UNSEEN = {"\t": "tab", " ": "space"}
"""Delimiters that nobody sees in a command."""

_OF_SHELLS = "\"'|;&<>$`\\*?()\t"
"""Signs that mean something to a shell."""


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
    >>> print(in_flags(Setting("columns", {"sex": {"kind": "nominal"}, "grade": {"levels": "AB"}})))
    --nominal sex --ordinal 'grade=A<B'
    """
    if isinstance(part, Step):
        return " ".join([part.command, *map(in_flags, part.options)])
    return " ".join(map(_typed, arguments(part)))


def arguments(part: Setting) -> list[str]:
    """Return the words that give a setting to a command, as a program receives them.

    Examples
    --------
    >>> arguments(Setting("columns", {"grade, last": {"kind": "ordinal", "levels": ["<4", "4+"]}}))
    ['--ordinal', 'grade, last="<4"<4+']
    >>> arguments(Setting("strict", False)), arguments(Setting("reading", {"delimiter": " "}))
    ([], ['--delimiter', 'space'])
    """
    if part.name == "columns" and isinstance(part.value, Mapping):
        return [word for name, given in part.value.items() for word in _of_column(name, given)]
    if part.name in _PARTED and isinstance(part.value, Mapping):
        return [word for name, value in part.value.items() for word in _flag(name, value)]
    return _flag(part.name, part.value)


def _typed(word: str) -> str:
    """Return a word as a shell takes it for one, in the quotes that read best."""
    if any(sign in word for sign in _OF_SHELLS):
        return shlex.quote(word)
    return f'"{word}"' if " " in word else word


def flags_of(name: str) -> tuple[str, ...]:
    """Return the flags of a setting, the one that messages use last.

    Examples
    --------
    >>> flags_of("allow_not_k_anonymous"), flags_of("output")
    (('--allow-not-k-anonymous',), ('--output', '-o'))
    """
    return _FLAGS.get(name, (f"--{name.replace('_', '-')}",))


def _of_column(name: str, given: Mapping[str, Any]) -> list[str]:
    """Return the options that say something of one column."""
    told: list[str] = []
    column = quoted(name, "=")
    for setting, value in given.items():
        if (setting, value) == ("kind", "nominal"):
            told += _flag("nominal", [name])
        elif setting == "levels":
            order = "<".join(quoted(level, "<") for level in value)
            told += [flags_of("ordinal")[-1], f"{column}={order}"]
        elif (setting, value) != ("kind", "ordinal") or not given.get("levels"):
            text = ",".join(map(quoted, value)) if isinstance(value, list | tuple) else value
            told += [flags_of(setting)[-1], f"{column}={text}"]
    return told


def quoted(name: Any, mark: str = ",") -> str:
    """Protect a comma or another mark, and quotes, in a name, as the options understand it."""
    text = str(name)
    if any(sign in text for sign in (mark, '"')) or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text


def _flag(name: str, value: Any) -> list[str]:
    flag = flags_of(name)[-1]
    if value is None or isinstance(value, bool):
        return [] if value is False else [flag]
    if isinstance(value, Mapping):
        return [word for key, item in value.items() for word in (flag, f"{key}={item}")]
    if name == "delimiter":
        value = _UNSEEN.get(value, value)
    return [flag, ",".join(map(quoted, value)) if isinstance(value, list | tuple) else str(value)]


def split_names(values: Iterable[str] | None) -> list[str] | None:
    """Return column names from ``A,B`` options, repeated or not; quotes protect a comma in a name.

    Examples
    --------
    >>> split_names(["age, height", '"income, net"'])
    ['age', 'height', 'income, net']
    """
    if not values:
        return None
    return [name for value in values for name in split_items(value, ",") if name]


def split_items(value: str, sign: str) -> Iterator[str]:
    """Yield what stands between signs, without blanks around it; quotes protect a sign.

    Examples
    --------
    >>> list(split_items('"<18" < 18 to 64 < 65+', "<"))
    ['<18', '18 to 64', '65+']
    """
    position = 0
    while position <= len(value):
        item, position = first_item(value, sign, position)
        yield item


def first_item(value: str, sign: str, start: int = 0) -> tuple[str, int]:
    """Return what stands before the next sign, and where what follows it begins."""
    found = _ITEMS[sign].match(value, start)
    if found is None:
        what = {",": "comma"}.get(sign, f"'{sign}'")
        raise RequestError(
            f"A name in quotes must end with a quote before the next {what}. Got "
            f"{shown(value)}. Double the quotes that belong to the name, and put the whole "
            "name in quotes."
        )
    protected, plain = found.groups()
    item = plain.strip() if protected is None else protected.replace('""', '"')
    return item, found.end() + 1


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


def split_method_options(values: Iterable[str] | None) -> dict[str, dict[str, str]]:
    """Return options of several methods from repeated ``method.name=value``.

    Examples
    --------
    >>> split_method_options(["vmdav.gamma=1.1"])
    {'vmdav': {'gamma': '1.1'}}
    """
    found: dict[str, dict[str, str]] = {}
    for name, setting in (split_options(values) or {}).items():
        method, point, option = name.partition(".")
        if not point or not option:
            raise RequestError(
                "With several methods, '--option' takes method.name=value, for instance "
                f"--option vmdav.gamma=0.2. Got '{name}={setting}'."
            )
        found.setdefault(method, {})[option] = setting
    return found


def delimiter_of(value: str | None) -> str | None:
    """Return the character that a word such as ``tab`` stands for."""
    return None if value is None else _DELIMITERS.get(value.lower(), value)


def _within(base: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings that have parts, as those of a column do, with the parts of both."""
    return {
        key: {**base[key], **item}
        if isinstance(item, Mapping) and isinstance(base.get(key), Mapping)
        else item
        for key, item in given.items()
    }


def merge(configured: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a configuration file, overridden by those on the command line."""
    settings: dict[str, Any] = dict(configured)
    for name, value in given.items():
        if isinstance(value, Mapping):
            inner = {key: item for key, item in value.items() if item is not None}
            base = settings.get(name, {})
            if inner and isinstance(base, Mapping):  # anything else is for the request to refuse
                settings[name] = {**base, **_within(base, inner)}
        elif value is not None:
            settings[name] = value
    reading = settings.get("reading")
    if isinstance(reading, Mapping) and isinstance(reading.get("delimiter"), str):
        settings["reading"] = {**reading, "delimiter": delimiter_of(reading["delimiter"])}
    return settings
