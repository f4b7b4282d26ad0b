"""Settings of single columns as options: ``--nominal A,B``, ``--importance "A=2"``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from covey.cli.flags import first_item, split_items, split_names
from covey.core.errors import RequestError
from covey.core.legible import shown

PANEL = "Settings of columns"


class ColumnOption(NamedTuple):
    """An option that says something of single columns."""

    metavar: str
    help: str
    settings: Callable[[str], dict[str, Any]]  # of a column, from what stands behind its name
    takes_value: bool = True


def _list(name: str, sign: str) -> Callable[[str], dict[str, Any]]:
    return lambda text: {name: list(split_items(text, sign))}


def _value(name: str) -> Callable[[str], dict[str, Any]]:
    return lambda text: {name: text.strip()}


def _levels(text: str) -> dict[str, Any]:
    return {"kind": "ordinal", **_list("levels", "<")(text)}


COLUMN_OPTIONS = {
    "nominal": ColumnOption(
        "A,B", "Categories without an order.", lambda _: {"kind": "nominal"}, takes_value=False
    ),
    "ordinal": ColumnOption('"A=x<y<z"', "Categories in this order, the lowest first.", _levels),
    "kind": ColumnOption('"A=KIND"', "numeric, ordinal, nominal, date or boolean.", _value("kind")),
    "taxonomy": ColumnOption(
        '"A=FILE"', "CSV of child and parent, for categories.", _value("taxonomy")
    ),
    "aggregate": ColumnOption(
        '"A=HOW"', "A group's value: mean, median, mode or ancestor.", _value("aggregate")
    ),
    "missing_codes": ColumnOption(
        '"A=-9,999"', "Values that stand for a missing one.", _list("missing_codes", ",")
    ),
    "importance": ColumnOption(
        '"A=X"', "Multiplies the squared distance in a column.", _value("importance")
    ),
    "top": ColumnOption('"A=X"', "Values above are set to it first.", _value("top")),
    "bottom": ColumnOption('"A=X"', "Values below are set to it first.", _value("bottom")),
}


def columns_given(given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the settings of each column from the options of a command."""
    found: dict[str, dict[str, Any]] = {}
    for flag, option in COLUMN_OPTIONS.items():
        for name, text in _named(flag, option, given.get(flag) or ()):
            found.setdefault(name, {}).update(option.settings(text))
    return found


def _named(flag: str, option: ColumnOption, values: Iterable[str]) -> Iterable[tuple[str, str]]:
    if not option.takes_value:
        return [(name, "") for name in split_names(values) or ()]
    pairs = []
    for value in values:
        name, start = first_item(value, "=")
        if start > len(value) or not name:
            raise RequestError(
                f"'--{flag.replace('_', '-')}' takes {option.metavar}, a column and what holds of "
                f"it. Got {shown(value)}."
            )
        pairs.append((name, value[start:]))
    return pairs
