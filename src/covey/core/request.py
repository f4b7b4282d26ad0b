"""The request: one model that Python, the command line and a configuration file all fill."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from numbers import Integral
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from covey.core.bound import Bounding
from covey.core.checks import MOST_EFFORT
from covey.core.errors import RequestError
from covey.core.formulas import FormulaTreatment
from covey.core.legible import shown
from covey.core.registry import unknown
from covey.core.spelling import Part, Setting

Scaling = Literal["zscore", "minmax", "none"]
Rounding = Literal["none", "auto", 0, 1, 2, 3, 4, 5, 6]
Header = Literal["yes", "no"]
Audience = Literal["public", "internal"]
Order = Literal["sorted", "kept"]
Metric = Literal["emim", "chi2", "correlation"]
Width = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]
Intervals = Annotated[int, Field(ge=2, le=1_000_000)]
Effort = Annotated[float, Field(ge=0.0, le=MOST_EFFORT, allow_inf_nan=False)]

_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*(|b|kb|mb|gb|tb|kib|mib|gib|tib)", re.IGNORECASE)
_UNITS = {"": 1, "b": 1} | {
    f"{letter}{kind}": base**power
    for kind, base in (("b", 1000), ("ib", 1024))
    for power, letter in enumerate("kmgt", start=1)
}


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Self:
        """Return the request for these settings, or say in one sentence what is wrong with them."""
        try:
            return cls.model_validate(dict(settings))
        except ValidationError as error:
            told = [_sentence(item, cls) for item in error.errors()]
            # Each once: a setting that may be of two types fails by both.
            sentences = [each for i, each in enumerate(told) if each not in told[:i]]
            spaced = [part for sentence in sentences for part in (" ", *sentence)]
            raise RequestError(*spaced[1:]) from None


class RolesRequest(_Strict):
    """Columns by role. With ``quasi`` absent, numeric columns without a role take it."""

    identifier: tuple[str, ...] = ()
    quasi: tuple[str, ...] | None = None
    confidential: tuple[str, ...] = ()
    other: tuple[str, ...] = ()


class ReadingRequest(_Strict):
    """How a CSV file is written; what is absent is detected."""

    delimiter: str | None = Field(default=None, min_length=1, max_length=1)
    quote: str | None = Field(default=None, min_length=1, max_length=1)
    decimal: Literal[".", ","] | None = None
    encoding: str | None = None
    header: Header | None = None

    @field_validator("header", mode="before")
    @classmethod
    def _header_in_words(cls, value: Any) -> Any:
        # YAML reads yes and no as true and false.
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


class Request(_Strict):
    """What to protect and how. See the guide for what each setting means."""

    k: int
    method: str = "auto"
    options: dict[str, Any] = Field(default_factory=dict)
    roles: RolesRequest = Field(default_factory=RolesRequest)
    scaling: Scaling = "zscore"
    refine: str | None = None
    refine_options: dict[str, Any] = Field(default_factory=dict)
    effort: Effort = 1.0
    seed: int = Field(default=0, ge=0)
    workers: int | None = Field(default=None, ge=1)
    measures: str | tuple[str, ...] = "default"
    model: str | None = None
    allow_not_k_anonymous: bool = False
    round: Rounding = "none"
    formulas: FormulaTreatment = "keep"
    bound: Bounding | None = None
    select: int | None = Field(default=None, ge=1)
    metric: Metric = "emim"
    width: Width | None = None
    intervals: Intervals | None = None
    exhaustive: bool = False
    memory: int | None = None

    input: Path | None = None
    output: Path | None = None
    report: Path | None = None
    audience: Audience = "public"
    comparison: Path | None = None
    order: Order = "sorted"
    force: bool = False
    reading: ReadingRequest = Field(default_factory=ReadingRequest)

    @field_validator("k", mode="before")
    @classmethod
    def _k_is_a_whole_number(cls, value: Any) -> int:
        return _group_size(value)

    @field_validator("round", mode="before")
    @classmethod
    def _decimals_are_a_number(cls, value: Any) -> Any:
        return _rounding(value)

    @field_validator("memory", mode="before")
    @classmethod
    def _memory_in_bytes(cls, value: Any) -> int | None:
        return None if value is None else memory_in_bytes(value)

    @model_validator(mode="after")
    def _settings_of_a_selection_have_one(self) -> Self:
        _check_categories(self.metric, self.width, self.intervals)
        names = ("metric", "width", "intervals", "exhaustive")
        fields = type(self).model_fields
        idle = [name for name in names if getattr(self, name) != fields[name].default]
        if self.select is None and idle:
            raise RequestError(
                f"'{idle[0]}' says how to choose variables, and none are to be chosen. "
                "Say how many with ",
                Setting("select", 3),
                ", or leave it out.",
            )
        return self


class ComparisonRequest(_Strict):
    """Which methods and group sizes to try on one table, and what to look at."""

    k: tuple[int, ...] | None = None
    methods: tuple[str, ...] | None = None
    options: dict[str, dict[str, Any]] = Field(default_factory=dict)
    roles: RolesRequest = Field(default_factory=RolesRequest)
    scaling: Scaling = "zscore"
    effort: Effort = 0.1
    seed: int = Field(default=0, ge=0)
    loss: str = "IL"
    risk: str = "DLD"
    measures: str | tuple[str, ...] = "default"
    model: str | None = None
    workers: int | None = Field(default=None, ge=1)
    remember: bool = True
    allow_not_k_anonymous: bool = False
    reading: ReadingRequest = Field(default_factory=ReadingRequest)

    @field_validator("k", mode="before")
    @classmethod
    def _group_sizes_are_whole_numbers(cls, value: Any) -> tuple[int, ...] | None:
        if value is None:
            return None
        sizes = value if isinstance(value, Iterable) and not isinstance(value, str) else [value]
        if not (numbers := tuple(dict.fromkeys(_group_size(size) for size in sizes))):
            raise ValueError("k")
        return numbers


class SelectionRequest(_Strict):
    """How many variables to choose, from what dependence, for which method."""

    count: int = Field(default=3, ge=1)
    metric: Metric = "emim"
    width: Width | None = None
    intervals: Intervals | None = None
    exhaustive: bool = False
    k: int = 3
    method: str | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    roles: RolesRequest = Field(default_factory=RolesRequest)
    scaling: Scaling = "zscore"
    seed: int = Field(default=0, ge=0)
    reading: ReadingRequest = Field(default_factory=ReadingRequest)

    @field_validator("k", mode="before")
    @classmethod
    def _k_is_a_whole_number(cls, value: Any) -> int:
        return _group_size(value)

    @model_validator(mode="after")
    def _categories_are_cut_in_one_way(self) -> Self:
        _check_categories(self.metric, self.width, self.intervals)
        return self

    def to_request(self) -> Request:
        """Return the request whose plan the candidates follow.

        Without a method, they are grouped as in the paper that proposed the selection.
        """
        method, options = self.method, self.options
        if method is None:
            method, options = "mdav-centroid", {"centroid": "global", **options}
        return Request(
            k=self.k,
            method=method,
            options=options,
            roles=self.roles,
            scaling=self.scaling,
            seed=self.seed,
            select=self.count,
            metric=self.metric,
            width=self.width,
            intervals=self.intervals,
            exhaustive=self.exhaustive,
            reading=self.reading,
        )


class MeasureRequest(_Strict):
    """What to measure on two tables that exist, from any tool."""

    keys: tuple[str, ...] | None = None
    confidential: tuple[str, ...] = ()
    id: str | None = None
    measures: str | tuple[str, ...] = "all"
    model: str | None = None
    weight: float = Field(default=0.5, ge=0.0, le=1.0)
    seed: int = Field(default=0, ge=0)
    reading: ReadingRequest = Field(default_factory=ReadingRequest)


def _group_size(value: Any) -> int:
    is_number = isinstance(value, Integral) and not isinstance(value, bool)
    is_digits = isinstance(value, str) and value.isascii() and value.strip().isdigit()
    if not (is_number or is_digits) or int(value) < 2:
        raise ValueError("k")
    return int(value)


def _rounding(value: Any) -> Any:
    """Return how to round, with decimals as a number: a command line gives them as a text."""
    known = {str(choice): choice for choice in get_args(Rounding)}
    if isinstance(value, bool) or str(value) not in known:
        raise RequestError(
            f"'round' must be none, auto or a number of decimals from 0 to 6. Got {shown(value)}."
        )
    return known[str(value)]


def memory_in_bytes(value: Any) -> int:
    """Return an amount of memory in bytes, given so or with a unit: 2GB, 500MB, 1.5GiB."""
    found = _AMOUNT.fullmatch(str(value).strip()) if not isinstance(value, bool) else None
    amount = float(found[1]) * _UNITS[found[2].lower()] if found else 0.0
    if not 1.0 <= amount < 2.0**63:
        raise RequestError(
            "'memory' must be an amount of memory, a number of bytes or one with a unit such as "
            f"500MB, 2GB or 1.5GiB. Got {shown(value)}."
        )
    return int(amount)


def _check_categories(metric: Metric, width: float | None, intervals: int | None) -> None:
    if width is not None and intervals is not None:
        raise RequestError(
            "'width' and 'intervals' both say how values become categories. Keep one of them."
        )
    name = "width" if width is not None else "intervals"
    if metric == "correlation" and (width, intervals) != (None, None):
        raise RequestError(
            f"'{name}' has no effect with the metric 'correlation', which takes the values as they "
            "are. Leave it out, or choose emim or chi2."
        )


def _sentence(item: Any, model: type[BaseModel]) -> tuple[Part, ...]:
    own = item.get("ctx", {}).get("error")
    if isinstance(own, RequestError):
        return own.args  # in words already
    name = ".".join(str(part) for part in item["loc"])
    got = item.get("input")
    if item["type"] == "extra_forbidden":
        return unknown("setting", name, _known(item["loc"], model)).args
    if item["type"] == "missing":
        usual = (" Usual choices are 3, 5 and 10: ", Setting("k", 3), ".")
        return (f"'{name}' is required.", *(usual if name == "k" else ()))
    if item["type"] == "model_type":
        # What was given instead may hold names of columns: its type is all that is told.
        return (*_MAPPINGS[name], f" Got {type(got).__name__}.")
    if item["loc"][0] == "measures":
        return (f"'measures' must be all, default or a list of names. Got {shown(got)}.",)
    if name == "k" and model is ComparisonRequest:
        rule = "whole numbers of at least 2, the group sizes"
        return (f"'k' must be {rule}. Got {shown(got)}. Give several as in ", _SIZES, ".")
    if name == "k":
        rule = "a whole number of at least 2, the smallest group size"
        return (f"'k' must be {rule}. Got {shown(got)}. Usual choices are 3, 5 and 10.",)
    rule = _RULES.get(item["type"]) or item["msg"].removeprefix("Input should be ")
    # What stands where a name should be may be a column of the data.
    what = type(got).__name__ if "roles" in name else shown(got)
    return (f"'{name}' must be {rule}. Got {what}.",)


_SIZES = Setting("k", [3, 5])

_MAPPINGS: dict[str, tuple[Part, ...]] = {
    "roles": (
        "'roles' must map role names (identifier, quasi, …) to lists of columns, as in ",
        Setting("roles", {"quasi": ["A", "B"]}),
        ".",
    ),
    "reading": (
        f"'reading' must map names ({', '.join(ReadingRequest.model_fields)}) to texts, as in ",
        Setting("reading", {"decimal": ","}),
        ".",
    ),
}

_RULES = {
    "invalid_key": "a text",
    "string_too_long": "one character",
    "string_too_short": "one character",
    "string_type": "a text",
    "tuple_type": "a list of names",
    "dict_type": "settings with names",
    "path_type": "a path",
    "bool_parsing": "true or false",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "float_parsing": "a number",
}


def _known(location: tuple[Any, ...], model: type[BaseModel]) -> list[str]:
    models: dict[str, type[BaseModel]] = {"roles": RolesRequest, "reading": ReadingRequest}
    if len(location) > 1:
        model = models.get(str(location[0]), model)
    prefix = f"{location[0]}." if len(location) > 1 else ""
    return [prefix + name for name in model.model_fields]
