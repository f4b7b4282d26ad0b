"""What kind of variable each quasi-identifier is, and how it is treated."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

import narwhals as nw

from covey.core.encoding import Treatment
from covey.core.errors import InputError, RequestError
from covey.core.markers import Markers
from covey.core.registry import nearest
from covey.core.request import Rounding
from covey.core.roles import Roles
from covey.core.settings import Aggregate, ColumnRequest, MissingPolicy, Scaling, VariableKind
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.table import Kind
from covey.core.taxonomy import Taxonomy

CATEGORICAL: frozenset[VariableKind] = frozenset({"nominal", "ordinal", "boolean"})

_BY_CONTENT: dict[Kind, VariableKind] = {
    "integer": "numeric",
    "decimal": "numeric",
    "text": "nominal",
    "boolean": "boolean",
    "date": "date",
}

_DECLARED: dict[VariableKind, str] = {"numeric": "numbers", "date": "dates"}
_CONTENTS: dict[Kind, str] = {
    "integer": "numbers",
    "decimal": "numbers",
    "text": "text",
    "boolean": "true or false",
    "date": "dates",
}

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

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
        Markers(name, asked.missing_codes).check(source.kind(name))
        found[name] = Treatment(
            kind,
            scaling,
            rounding,
            _aggregate(name, kind, asked),
            _levels(source, name, asked) if kind == "ordinal" else (),
            asked.importance,
            taxonomy=_taxonomy(name, asked),
            codes=asked.missing_codes,
            top=_limit(source, name, kind, "top", asked.top),
            bottom=_limit(source, name, kind, "bottom", asked.bottom),
            missing=missing,
        )
    return found


def watched_kinds(
    source: Source, names: Iterable[str], columns: Mapping[str, ColumnRequest]
) -> dict[str, VariableKind]:
    """Return the kind of each of some columns that are released as they are.

    What is declared of one counts where it suits its values; text that cannot be numbers stays
    categories.
    """
    found: dict[str, VariableKind] = {}
    for name in names:
        own = _BY_CONTENT.get(source.kind(name), "nominal")
        declared = columns[name].declared_kind if name in columns else None
        suits = declared in CATEGORICAL or declared == own
        found[name] = declared if declared is not None and suits else own
    return found


def refuse_idle_settings(roles: Roles, columns: Mapping[str, ColumnRequest]) -> None:
    """Refuse settings of columns that are not masked: whoever reads them believes that they act."""
    for name, asked in columns.items():
        if name in roles.quasi:
            continue
        for setting in ("taxonomy", "aggregate", "importance", "top", "bottom"):
            if getattr(asked, setting) != ColumnRequest.model_fields[setting].default:
                raise RequestError(
                    f"Column '{name}' is no quasi-identifier, and '{setting}' has no effect on it. "
                    f"Leave it out, or give the column the role quasi: ",
                    Setting("roles", {"quasi": [name]}),
                    ".",
                )


def _aggregate(name: str, kind: VariableKind, asked: ColumnRequest) -> Aggregate:
    """Return what a group's value is; refuse what the kind has not."""
    aggregates = _AGGREGATES[kind]
    if asked.aggregate == "ancestor" and kind == "nominal":
        if asked.taxonomy is not None:
            return "ancestor"
        raise RequestError(
            f"Column '{name}' has no taxonomy in which its categories could have a common "
            "ancestor. Name one: ",
            Setting("columns", {name: {"taxonomy": "FILE"}}),
            ".",
        )
    if asked.aggregate not in (None, *aggregates):
        raise RequestError(
            f"Column '{name}' is {kind}, and a group's value is its "
            f"{' or '.join(aggregates)}. Got the aggregate {asked.aggregate}."
        )
    return asked.aggregate or aggregates[0]


def _levels(source: Source, name: str, asked: ColumnRequest) -> tuple[str, ...]:
    """Return the levels of an ordinal column: given, or those of its type; none of numbers."""
    levels = asked.levels or source.levels(name)
    if levels or source.is_numeric(name) or source.kind(name) == "boolean":
        return levels
    raise RequestError(
        f"Column '{name}' holds text, which has no order of its own. Name its levels, the lowest "
        "first: ",
        Setting("columns", {name: {"levels": ["A", "B"]}}),
        ".",
    )


def _taxonomy(name: str, asked: ColumnRequest) -> Taxonomy | None:
    if asked.taxonomy is None:
        return None
    if isinstance(asked.taxonomy, Path):
        raise TypeError(f"The taxonomy of '{name}' was not read.")
    return Taxonomy.of(asked.taxonomy, f"The taxonomy of column '{name}'")


def _limit(
    source: Source, name: str, kind: VariableKind, setting: str, value: float | datetime | None
) -> float | None:
    """Return the limit of a variable as a number; of dates, in microseconds.

    A date without time zone is one of the column's own zone.
    """
    if value is None:
        return None
    if kind not in ("numeric", "date"):
        raise RequestError(
            f"Column '{name}' is {kind}, and only numbers and dates can be cut off by '{setting}'. "
            "Recode its categories before, or leave it out."
        )
    if isinstance(value, datetime) != (kind == "date"):
        example = "a date such as 2024-05-31" if kind == "date" else "a number"
        raise RequestError(f"Column '{name}' is {kind}: its '{setting}' must be {example}.")
    if not isinstance(value, datetime):
        return value
    zone = _zone_of(source, name)
    if value.tzinfo is not None and zone is None:
        raise RequestError(
            f"Column '{name}' holds dates without a time zone, and its '{setting}' has one. Give "
            "the limit without it."
        )
    zoned = value if value.tzinfo is not None else value.replace(tzinfo=zone or UTC)
    return float((zoned - _EPOCH) // timedelta(microseconds=1))


def _zone_of(source: Source, name: str) -> tzinfo | None:
    """Return the time zone of a column of dates, if it has one."""
    dtype = next(iter(source.batches([name]))).column(name).dtype
    zone = dtype.time_zone if isinstance(dtype, nw.Datetime) else None
    if zone is None:
        return None
    # Libraries also write +05:30 or UTC+05:30, which are no names of zones.
    distance = re.fullmatch(r"(?:UTC)?([+-]\d{2}:?\d{2})", zone)
    return ZoneInfo(zone) if distance is None else datetime.strptime(distance[1], "%z").tzinfo


def _kind_of(source: Source, name: str, asked: ColumnRequest) -> VariableKind:
    """Return the kind of a variable; refuse one that its values are not of."""
    content = source.kind(name)
    own = _BY_CONTENT.get(content)
    declared = asked.declared_kind
    if own is None:
        raise _of_another_type(source, name)
    if declared is None and name in source.hints:  # text that looks like numbers is no category
        raise InputError(
            f"Column '{name}' holds text where most values look like numbers: {source.hints[name]}."
            " If these are categories, say so: ",
            Setting("columns", {name: {"kind": "nominal"}}),
            "; if it is not to be masked, give it the role identifier, confidential or other.",
        )
    if declared in ("numeric", "date") and own != declared:
        hint = f": {source.hints[name]}" if name in source.hints else ""
        raise InputError(
            f"Column '{name}' holds {_CONTENTS[content]}, not {_DECLARED[declared]}{hint}. It is "
            f"declared as {declared}: correct its values, or declare another kind."
        )
    return declared or own


def check_comparable(source: Source, roles: Roles) -> None:
    """Refuse units and strata whose values are of several types, or lists of values."""
    for name in (*roles.unit, *roles.strata):
        if source.kind(name) != "other":
            continue
        types = {
            type(value)
            for batch in source.batches([name])
            for value, is_gap in zip(
                batch.column(name).to_list(), batch.missing(name).tolist(), strict=True
            )
            if not is_gap
        }
        if len(types) > 1 or not all(issubclass(one, Hashable) for one in types):
            raise _of_another_type(source, name)


def _of_another_type(source: Source, name: str) -> InputError:
    """Return the error for a column of values that cannot be told apart or averaged."""
    if all(batch.missing(name).all() for batch in source.batches([name])):
        return InputError(
            f"Column '{name}' holds no values. Leave it out, or give it the role identifier, "
            "confidential or other."
        )
    hint = source.hints.get(name, "convert it to numbers, text or dates first")
    return InputError(
        f"Column '{name}' holds values of another type, not numbers, dates or categories: "
        f"{hint}, or give it the role identifier, confidential or other."
    )
