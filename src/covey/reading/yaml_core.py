"""YAML by the core schema of its version 1.2: the values that people expect.

Version 1.1, which the library follows, takes ``010`` for eight, ``1:30`` for ninety, ``no`` and
``on`` for truth values and ``2024-05-01`` for a date. Here these are texts, as on the command line,
and whoever wants a number reads them as digits. Mappings are not merged by ``<<``, which a few
lines can make endless.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

import yaml

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


class RepeatedNameError(Exception):
    """A setting is given twice, which TOML refuses and YAML would let pass."""

    def __init__(self, name: str, line: int) -> None:
        super().__init__(name)
        self.name, self.line = name, line


class CoreLoader(yaml.SafeLoader):
    """A safe loader of the core schema that refuses a setting given twice."""

    yaml_constructors: ClassVar[dict[Any, Any]] = {}

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Any:  # noqa: FBT001, FBT002
        """Construct a mapping whose keys all differ."""
        seen = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                continue
            if key.value in seen:
                raise RepeatedNameError(key.value, key.start_mark.line + 1)
            seen.add(key.value)
        return super().construct_mapping(node, deep=deep)


def _number(kind: type[int | float]) -> Any:
    pattern = {name: found for name, found, _ in _PLAIN}[kind.__name__]

    def construct(loader: CoreLoader, node: yaml.ScalarNode) -> int | float:
        text = str(loader.construct_scalar(node))
        try:
            if pattern.fullmatch(text):
                # YAML writes .inf and .nan where Python has no point.
                return kind(re.sub(r"\.(?=[inIN])", "", text) if kind is float else text)
        except ValueError:
            pass  # more digits than Python reads
        raise yaml.constructor.ConstructorError(None, None, "no number", node.start_mark)

    return construct


CoreLoader.yaml_implicit_resolvers = {}
for _name, _pattern, _starts in _PLAIN:
    _whole = re.compile(rf"(?:{_pattern.pattern})\Z")
    CoreLoader.add_implicit_resolver(
        f"{_TAG}{_name}", _whole, ["" if sign == "\0" else sign for sign in _starts]
    )

CoreLoader.yaml_constructors = {
    f"{_TAG}{name}": yaml.SafeLoader.yaml_constructors[f"{_TAG}{name}"]
    for name in ("null", "bool", "str", "seq", "map")
} | {
    f"{_TAG}int": _number(int),
    f"{_TAG}float": _number(float),
    None: yaml.SafeLoader.construct_undefined,
}
