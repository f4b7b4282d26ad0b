"""What kind of variable each quasi-identifier is, and how it is treated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from covey.core.encoding import Treatment
from covey.core.errors import RequestError
from covey.core.markers import Markers
from covey.core.registry import nearest
from covey.core.request import Rounding
from covey.core.settings import Aggregate, ColumnRequest, MissingPolicy, Scaling, VariableKind
from covey.core.source import Source
from covey.core.table import Kind, no_numbers

CATEGORICAL: frozenset[VariableKind] = frozenset({"nominal", "ordinal", "boolean"})

_BY_CONTENT: dict[Kind, VariableKind] = {
    "integer": "numeric",
    "decimal": "numeric",
    "text": "nominal",
    "boolean": "boolean",
    "date": "date",
}

_AGGREGATES: dict[VariableKind, tuple[Aggregate, ...]] = {
    "numeric": ("mean", "median"),
    "date": ("mean", "median"),
    "ordinal": ("median",),
    "nominal": ("mode",),
    "boolean": ("mode",),
}
"""What a group's value may be, the default first."""


def check_columns_exist(source: Source, columns: Iterable[str]) -> None:
    """Refuse settings of columns that are not in the table."""
    for name in columns:
        if name not in source.names:
            raise RequestError(
                f"'columns' names '{name}', which is no column of the table."
                f"{nearest(name, source.names)}"
            )


def treatments_of(
    source: Source,
    names: Iterable[str],
    columns: Mapping[str, ColumnRequest],
    scaling: Scaling,
    rounding: Rounding,
    missing: MissingPolicy = "pattern",
) -> dict[str, Treatment]:
    """Return how each of some variables is treated; refuse what does not suit its values."""
    found = {}
    for name in names:
        asked = columns.get(name, ColumnRequest())
        kind = _kind_of(source, name, asked)
        aggregates = _AGGREGATES[kind]
        if asked.aggregate not in (None, *aggregates):
            raise RequestError(
                f"Column '{name}' is {kind}, and a group's value is its "
                f"{' or '.join(aggregates)}. Got the aggregate {asked.aggregate}."
            )
        aggregate = asked.aggregate or aggregates[0]
        Markers(name, asked.missing_codes).check(source.kind(name))
        found[name] = Treatment(
            kind,
            scaling,
            rounding,
            aggregate,
            asked.levels,
            asked.importance,
            codes=asked.missing_codes,
            top=asked.top,
            bottom=asked.bottom,
            missing=missing,
        )
    return found


def _kind_of(source: Source, name: str, asked: ColumnRequest) -> VariableKind:
    content = source.kind(name)
    kind = asked.declared_kind or _BY_CONTENT.get(content)
    is_guess = asked.declared_kind is None and name in source.hints
    is_other = kind in ("numeric", "date") and _BY_CONTENT.get(content) != kind
    if kind is None or is_guess or is_other:  # text that looks like numbers is no category
        raise no_numbers(source, name)
    return kind
