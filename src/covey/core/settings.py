"""Settings that several requests share, each declared once, and the two that have parts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import BeforeValidator, Field, field_validator, model_validator

from covey.core.category import category_of
from covey.core.checks import MOST_EFFORT
from covey.core.declaring import declared
from covey.core.errors import RequestError
from covey.core.legible import shown
from covey.core.strict import Strict

Scaling = Literal["zscore", "minmax", "none"]
Header = Literal["yes", "no"]
Metric = Literal["emim", "chi2", "correlation"]
Names: TypeAlias = tuple[str, ...]
Name: TypeAlias = Annotated[str, Field(min_length=1)]
VariableKind = Literal["numeric", "ordinal", "nominal", "date", "boolean"]
Aggregate = Literal["mean", "median", "mode", "ancestor"]
UnitMode = Literal["apart", "together"]
MissingPolicy = Literal["pattern", "fill", "drop"]
SmallStrata = Literal["error", "merge"]
WeightRelease = Literal["mean", "asis", "drop"]
Symbols: TypeAlias = str | Names

ROLES, FILES, METHOD, MEASURES = "Roles of columns", "Files", "Method", "Measures"
TREE = "Dependence tree"


class RolesRequest(Strict):
    """Columns by role. With ``quasi`` absent, numeric columns without a role take it."""

    identifier: Annotated[
        Names,
        declared(
            "Dropped. Write a name with a comma in double quotes within single ones.", panel=ROLES
        ),
    ] = ()
    quasi: Annotated[
        Names | None,
        declared("Microaggregated. (default: numeric columns without a role)", panel=ROLES),
    ] = None
    confidential: Annotated[Names, declared("Released as it is.", panel=ROLES)] = ()
    other: Annotated[Names, declared("Released as it is.", panel=ROLES)] = ()
    unit: Annotated[
        Name | None,
        declared(
            "Names the respondent: dropped, and k counts respondents.",
            panel=ROLES,
            metavar="COLUMN",
        ),
    ] = None
    strata: Annotated[
        Names, declared("Released as it is; no group has members in two.", panel=ROLES)
    ] = ()
    weight: Annotated[Name | None, declared("Sampling weight.", panel=ROLES, metavar="COLUMN")] = (
        None
    )


class ConsideredRoles(RolesRequest):
    """Columns by role where nothing is released."""

    quasi: Annotated[
        Names | None,
        declared("Columns to consider. (default: numeric columns without a role)", panel=ROLES),
    ] = None


_Sign = Annotated[str | None, Field(min_length=1, max_length=1)]


def _number_or_date(value: Any) -> Any:
    """Return a limit as a number or a date: a command line gives both as a text."""
    found: Any = value
    if isinstance(value, str):
        try:
            found = float(value)
        except ValueError:
            found = _date(value)
    if value is None or isinstance(found, datetime):
        return found
    if isinstance(found, date):
        return datetime(found.year, found.month, found.day)
    is_number = isinstance(found, Real) and not isinstance(found, bool)
    if not is_number or not math.isfinite(found):
        raise RequestError(
            "'top' and 'bottom' must be finite numbers, or dates such as 2024-05-31. "
            f"Got {shown(value)}."
        )
    return float(found)


def _date(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _texts(value: Any) -> Any:
    """Return a list of categories as texts: in Python they may be numbers."""
    return tuple(map(category_of, value)) if isinstance(value, list | tuple) else value


def _path_or_pairs(value: Any) -> Any:
    """Return a taxonomy that Python or a configuration spells out as pairs of child and parent."""
    if value is None or isinstance(value, str | PathLike):
        return value
    is_listed = isinstance(value, Iterable) and not isinstance(value, bytes)
    given = list(value.items() if isinstance(value, Mapping) else value) if is_listed else []
    pairs = [pair for pair in given if isinstance(pair, list | tuple) and len(pair) == 2]
    if not is_listed or len(pairs) < len(given):
        raise RequestError(
            "'taxonomy' must be the path of a CSV file of child and parent, a mapping of these, or "
            "pairs."
        )
    return tuple((_node(child), _node(parent)) for child, parent in pairs)


def _node(value: Any) -> str:
    """Return the text of a node, none for what stands above the root."""
    return "" if value is None else category_of(value).strip()


def _no_truth(value: Any) -> Any:
    """Return a number as it is; true and false are none, though Python counts with them."""
    if isinstance(value, bool):
        raise RequestError(f"'importance' must be a number above 0. Got {shown(value)}.")
    return value


_Limit = Annotated[float | datetime | None, BeforeValidator(_number_or_date)]


class ColumnRequest(Strict):
    """How one column is treated."""

    kind: VariableKind | None = None  # by default what its values are
    levels: Annotated[Names, BeforeValidator(_texts)] = ()  # of an ordinal column, lowest first
    taxonomy: Annotated[
        Path | tuple[tuple[str, str], ...] | None, BeforeValidator(_path_or_pairs)
    ] = None  # a CSV of child and parent, or what it holds, for a nominal column
    aggregate: Aggregate | None = None  # a group's value, by default that of the kind
    missing_codes: Annotated[Names, BeforeValidator(_texts)] = ()  # that stand for a missing value
    importance: Annotated[float, Field(gt=0.0, allow_inf_nan=False), BeforeValidator(_no_truth)] = (
        1.0
    )
    top: _Limit = None  # values above are set to it before grouping
    bottom: _Limit = None

    @model_validator(mode="after")
    def _settings_fit_together(self) -> Self:
        if self.levels and self.kind not in (None, "ordinal"):
            raise RequestError(
                f"'levels' are those of an ordinal column. Got the kind {self.kind}."
            )
        if self.taxonomy is not None and self.declared_kind != "nominal":
            raise RequestError(
                "'taxonomy' is the tree of the categories of a nominal column. Got the kind "
                f"{self.declared_kind}."
            )
        if len(set(self.levels)) < len(self.levels):
            raise RequestError("A level of an ordinal column is named twice.")
        if "" in self.levels:
            raise RequestError(
                "A level of an ordinal column is empty. Put one that holds '<' in double quotes."
            )
        _check_limits(self.top, self.bottom)
        return self

    @property
    def declared_kind(self) -> VariableKind | None:
        """The kind that the settings say or imply."""
        implied: VariableKind | None = "ordinal" if self.levels else None
        return self.kind or implied or ("nominal" if self.taxonomy else None)


def _check_limits(top: float | datetime | None, bottom: float | datetime | None) -> None:
    if top is None or bottom is None:
        return
    try:
        is_crossed = top < bottom  # type: ignore[operator]
    except TypeError:
        raise RequestError(
            "'top' and 'bottom' must both be numbers or both be dates, with a time zone or without."
        ) from None
    if is_crossed:
        raise RequestError("'top' must not be below 'bottom'.")


class ReadingRequest(Strict):
    """How a CSV file is written; what is absent is detected."""

    delimiter: Annotated[_Sign, declared("CSV delimiter.", panel=FILES)] = None
    quote: Annotated[_Sign, declared("CSV quote character.", panel=FILES)] = None
    decimal: Annotated[
        Literal[".", ","] | None, declared("Decimal mark, . or ,", panel=FILES, metavar="MARK")
    ] = None
    encoding: Annotated[str | None, declared("Encoding of the CSV file.", panel=FILES)] = None
    header: Annotated[
        Header | None,
        declared(
            "Whether the CSV file's first line holds names; without, columns are c1, c2, …",
            panel=FILES,
        ),
    ] = None

    @field_validator("header", mode="before")
    @classmethod
    def _header_in_words(cls, value: Any) -> Any:
        # YAML reads yes and no as true and false.
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


RolesSetting = Annotated[
    RolesRequest,
    declared(
        "Lists of columns under ``identifier`` (dropped), ``quasi`` (microaggregated), "
        "``confidential`` and ``other`` (released as they are). With ``quasi`` absent, every "
        "numeric column without a role is a quasi-identifier. Columns of an array are called x0, "
        "x1, …."
    ),
]
ColumnsSetting = Annotated[
    dict[str, ColumnRequest],
    declared(
        "Settings by column: ``kind`` (``numeric``, ``ordinal``, ``nominal``, ``date``, "
        "``boolean``), ``levels`` of an ordinal column, ``taxonomy`` (a CSV file of child and "
        "parent, a mapping or pairs), ``aggregate`` (``mean``, ``median``, ``mode`` or, with a "
        "taxonomy, ``ancestor``), ``missing_codes``, ``importance`` (times its squared distance), "
        "``top`` and ``bottom`` (numbers or dates; values beyond are set to it before grouping)."
    ),
]
UnitModeSetting = Annotated[
    UnitMode,
    declared(
        "Whether the records of a unit may lie in different groups (``apart``) or all lie in "
        "one (``together``). In both, every group holds records of at least k units.",
        help="Whether a unit's records may lie in different groups.",
        panel=ROLES,
    ),
]
SmallStrataSetting = Annotated[
    SmallStrata,
    declared(
        "What happens to strata of fewer than k units: ``error``, or ``merge`` with the stratum of "
        "the nearest centroid, with the strata cells in which they differ blanked.",
        help="Strata of fewer than k units: refuse, or join with the nearest.",
        panel=ROLES,
    ),
]
MissingSetting = Annotated[
    MissingPolicy,
    declared(
        "What happens to missing quasi-identifiers. ``pattern``: records are grouped with those "
        "that lack the same, and gaps and codes stay as they are. ``fill``: they receive the "
        "group's value. ``drop``: such records are left out.",
        help="Missing values: keep them, fill them, or leave such records out.",
        panel=ROLES,
    ),
]
WeightReleaseSetting = Annotated[
    WeightRelease,
    declared(
        "What is released of the sampling weight: the group's ``mean``, the weight ``asis``, or "
        "nothing (``drop``).",
        help="What is released of the weight.",
        panel=ROLES,
    ),
]
SeparateSetting = Annotated[
    tuple[Names, ...],
    declared(
        "Sets of quasi-identifiers, each microaggregated by itself. The promise is then made for "
        "each set: whole records are not k-anonymous.",
        help="Microaggregate this set of variables by itself; once for each set.",
        panel=METHOD,
        metavar="A,B",
    ),
]
ReadingSetting = Annotated[
    ReadingRequest,
    declared(
        "How a CSV file is written: ``delimiter``, ``quote``, ``decimal``, ``encoding``. What is "
        'absent is detected. ``header``, ``"yes"`` or ``"no"``, says whether its first line holds '
        "names, where it looks like a record; columns without names are called c1, c2, …."
    ),
]
OptionsSetting = Annotated[
    dict[str, Any], declared("Options of the method.", help="Option of the method.", panel=METHOD)
]
ScalingSetting = Annotated[
    Scaling,
    declared(
        "How quasi-identifiers are made comparable before distances are taken.",
        help="How variables are made comparable before distances are taken.",
        panel=METHOD,
    ),
]
EffortSetting = Annotated[
    float,
    declared(
        "How much work a refinement may do. `compare` does a tenth of what `protect` does by "
        "default, which shows where it ends within 2 % or so.",
        help="Work for a refinement.",
        panel=METHOD,
        ge=0.0,
        le=MOST_EFFORT,
        allow_inf_nan=False,
    ),
]
SeedSetting = Annotated[
    int,
    declared(
        "The one source of randomness.",
        help="Source of randomness.",
        panel=METHOD,
        ge=0,
    ),
]
WorkersSetting = Annotated[
    int | None,
    declared(
        "How many threads work at once, one for each core by default; the answer is the same.",
        help="How many at once. (default: one for each core)",
        ge=1,
    ),
]
MeasuresSetting = Annotated[
    Symbols,
    declared(
        'What to measure: "default", "all" or symbols; see `covey.measures`.',
        help="What to measure, see 'covey measures'. (default: the usual ones)",
        panel=MEASURES,
        metavar="all|A,B",
    ),
]


def declared_model(panel: str = "") -> Any:
    """Return the declaration of the model, under a heading of the command line or under none."""
    return declared(
        'A regression that users of the data would run, ``"y ~ a + b"``.',
        help="A regression that users of the data would run.",
        panel=panel,
        metavar='"Y ~ A + B"',
    )


ModelSetting = Annotated[str | None, declared_model(MEASURES)]
AllowingSetting = Annotated[
    bool,
    declared("Accept a method after which a record need have no twin.", panel=METHOD),
]
MetricSetting = Annotated[
    Metric,
    declared(
        "How dependent two variables are: their expected mutual information, the χ² statistic of "
        "their categories, or the absolute correlation.",
        help="What the edges weigh.",
        panel=TREE,
    ),
]
WidthSetting = Annotated[
    float | None,
    declared(
        "Width of the categories, the same for every variable.",
        help="Width of the categories, one for all variables.",
        panel=TREE,
        metavar="W",
        gt=0.0,
        allow_inf_nan=False,
    ),
]
IntervalsSetting = Annotated[
    int | None,
    declared(
        "Number of categories instead; by default the number of records decides.",
        help="Categories of each variable instead. (default: by the number of records)",
        panel=TREE,
        ge=2,
        le=1_000_000,
    ),
]
ExhaustiveSetting = Annotated[
    bool,
    declared(
        "Try every subset of this size instead of those that the tree proposes.",
        help="Try all subsets, not only the tree's.",
        panel=TREE,
    ),
]
