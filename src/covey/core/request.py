"""The requests: models that Python, the command line and a configuration file all fill.

A setting is declared here, once: its type, its default, its rules, what Python's documentation and
the help of the command line say of it. What several requests share stands in `core.settings`.
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BeforeValidator, ByteSize, Field, TypeAdapter, ValidationError, model_validator

from covey.core import settings
from covey.core.bound import Bounding
from covey.core.declaring import declared
from covey.core.errors import RequestError
from covey.core.formulas import FormulaTreatment
from covey.core.legible import shown
from covey.core.settings import FILES, MEASURES, METHOD, TREE, Names
from covey.core.spelling import Setting
from covey.core.strict import Strict

Rounding = Literal["none", "auto", 0, 1, 2, 3, 4, 5, 6]
Audience = Literal["public", "internal"]
Order = Literal["sorted", "kept"]

_MEMORY = TypeAdapter(Annotated[ByteSize, Field(ge=1, lt=2**63)])


def _group_size(value: Any) -> int:
    is_number = isinstance(value, Integral) and not isinstance(value, bool)
    is_digits = isinstance(value, str) and value.isascii() and value.strip().isdigit()
    if not (is_number or is_digits) or int(value) < 2:
        raise ValueError("k")
    return int(value)


def _group_sizes(value: Any) -> tuple[int, ...] | None:
    if value is None:
        return None
    sizes = value if isinstance(value, Iterable) and not isinstance(value, str) else [value]
    if not (numbers := tuple(dict.fromkeys(_group_size(size) for size in sizes))):
        raise ValueError("k")
    return numbers


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
    try:
        # True is a number for Python, but no amount.
        return int(_MEMORY.validate_python("" if isinstance(value, bool) else value))
    except (ValidationError, OverflowError):
        raise RequestError(
            "'memory' must be an amount of memory, a number of bytes or one with a unit such as "
            f"500MB, 2GB or 1.5GiB. Got {shown(value)}."
        ) from None


def _memory(value: Any) -> int | None:
    return None if value is None else memory_in_bytes(value)


_GroupSize = Annotated[int, BeforeValidator(_group_size)]


class Request(Strict):
    """What to protect and how. See the guide for what each setting means."""

    output: Annotated[
        Path | None, declared("Where the safe file goes.", metavar="OUT", only="command")
    ] = None
    k: Annotated[
        _GroupSize,
        declared("Smallest group size.", help="Smallest group size, 2 or more.", metavar="K"),
    ]
    method: Annotated[
        str,
        declared(
            "A name from `covey.methods`; ``auto`` chooses.",
            help="Method, see 'covey methods'.",
            panel=METHOD,
        ),
    ] = "auto"
    options: settings.OptionsSetting = Field(default_factory=dict)
    roles: settings.RolesSetting = Field(default_factory=settings.RolesRequest)
    columns: settings.ColumnsSetting = Field(default_factory=dict)
    unit_mode: settings.UnitModeSetting = "apart"
    small_strata: settings.SmallStrataSetting = "error"
    missing: settings.MissingSetting = "pattern"
    weight_release: settings.WeightReleaseSetting = "mean"
    separate: settings.SeparateSetting = ()
    scaling: settings.ScalingSetting = "zscore"
    refine: Annotated[
        str | None,
        declared(
            "What lowers the loss after the partition: ``search``, ``polish``, ``dba2`` or "
            "``none``. By default nothing does, or what ``auto`` chooses.",
            help="What lowers the loss then: search, polish, dba2, none. (default: auto's choice)",
            panel=METHOD,
        ),
    ] = None
    refine_options: Annotated[
        dict[str, Any],
        declared("Options of the refinement.", help="Option of the refinement.", panel=METHOD),
    ] = Field(default_factory=dict)
    effort: settings.EffortSetting = 1.0
    seed: settings.SeedSetting = 0
    workers: settings.WorkersSetting = None
    round: Annotated[
        Rounding,
        BeforeValidator(_rounding),
        declared(
            "``auto`` brings masked columns back to the decimals or the integer type that they "
            "had; a number from 0 to 6 rounds all of them to so many decimals, and without "
            "decimals whole numbers become integers again.",
            help="auto: as precise as each column was; 0 to 6: so many decimals.",
            panel=METHOD,
            metavar="none|auto|0..6",
            kind='{"none", "auto"} or int',
        ),
    ] = "none"
    formulas: Annotated[
        FormulaTreatment,
        declared(
            "Cells and column names that begin like a formula, which spreadsheets run when they "
            "open a file, are counted in the plan's notes. ``escape`` puts an apostrophe before "
            "them in delimited files; the data in memory and Parquet files stay as they are.",
            help="escape: an apostrophe before text that spreadsheets would run.",
            panel=FILES,
        ),
    ] = "keep"
    bound: Annotated[
        Bounding | None,
        declared(
            "How low the loss could be at best, with any grouping. By default the simple bound if "
            "the partition is refined and has up to 10,000 records. The relaxed one is much "
            "closer, for up to 2,000 records, and takes its time.",
            help="How low the loss could be at best. (default: simple if refined)",
            panel=MEASURES,
        ),
    ] = None
    measures: settings.MeasuresSetting = "default"
    model: settings.ModelSetting = None
    select: Annotated[
        int | None,
        declared(
            "Group on this many quasi-identifiers only, chosen as `select` does; all are masked.",
            help="Group on N variables only, chosen by their dependence tree.",
            panel=TREE,
            ge=1,
        ),
    ] = None
    metric: settings.MetricSetting = "emim"
    width: settings.WidthSetting = None
    intervals: settings.IntervalsSetting = None
    exhaustive: settings.ExhaustiveSetting = False
    allow_not_k_anonymous: settings.AllowingSetting = False
    strict: Annotated[
        bool,
        declared(
            "Refuse a release in which a record stands in a class below k on everything that is "
            "published but confidential columns.",
            help="Refuse records that stand out among everything that is published.",
            panel=settings.ROLES,
        ),
    ] = False

    input: Annotated[Path | None, declared("What is protected.", only="command")] = None
    report: Annotated[
        Path | None, declared("Also write the report.", metavar="R.html", only="command")
    ] = None
    audience: Annotated[
        Audience,
        declared("Who reads the report; internal is not to be published.", only="command"),
    ] = "public"
    comparison: Annotated[
        Path | None,
        declared(
            "The JSON that 'covey compare' printed, for the internal report.",
            metavar="FILE",
            only="command",
        ),
    ] = None
    order: Annotated[
        Order,
        declared("Rows by their released values, or as in the input.", panel=FILES, only="command"),
    ] = "sorted"
    reading: settings.ReadingSetting = Field(default_factory=settings.ReadingRequest)
    memory: Annotated[
        int | None,
        BeforeValidator(_memory),
        declared(
            'What the process may take, such as ``"2GB"``: a file that needs more goes through the '
            "disk, in blocks, each grouped by itself. Such a release is written to a file; its "
            "``data`` are at hand only if they fit, and ``close`` removes its temporary files.",
            help="What Covey may take, such as 2GB; larger tables go through the disk, in blocks.",
            panel=FILES,
            metavar="AMOUNT",
        ),
    ] = None
    force: Annotated[bool, declared("Replace files that exist.", panel=FILES, only="command")] = (
        False
    )

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


class ComparisonRequest(Strict):
    """Which methods and group sizes to try on one table, and what to look at."""

    k: Annotated[
        tuple[int, ...] | None,
        BeforeValidator(_group_sizes),
        declared(
            "Group sizes; by default the usual ones from 3 to 50 that the table has room for.",
            help="Group sizes. (default: the usual ones, 3 to 50)",
            metavar="K,K",
            kind="int or sequence of int",
        ),
    ] = None
    methods: Annotated[
        Names | None,
        declared(
            "Names from `covey.methods`, each with ``+refinement`` behind it or not; by default "
            "one of each kind that a table of this size can afford.",
            help="Methods, see 'covey methods'; M+R refines M by R. (default: auto and others)",
            panel=METHOD,
            metavar="M,M",
        ),
    ] = None
    options: Annotated[
        dict[str, dict[str, Any]],
        declared(
            'Options by method: ``{"vmdav": {"gamma": 1.1}}``.',
            help="Option of a method.",
            panel=METHOD,
        ),
    ] = Field(default_factory=dict)
    roles: settings.RolesSetting = Field(default_factory=settings.RolesRequest)
    columns: settings.ColumnsSetting = Field(default_factory=dict)
    unit_mode: settings.UnitModeSetting = "apart"
    small_strata: settings.SmallStrataSetting = "error"
    missing: settings.MissingSetting = "pattern"
    weight_release: settings.WeightReleaseSetting = "mean"
    scaling: settings.ScalingSetting = "zscore"
    effort: settings.EffortSetting = 0.1
    seed: settings.SeedSetting = 0
    loss: Annotated[
        str,
        declared(
            "The measure of loss to weigh against the risk; see `covey.measures`.",
            help="Loss to look at.",
            panel=MEASURES,
            metavar="SYMBOL",
        ),
    ] = "IL"
    risk: Annotated[
        str,
        declared(
            "The measure of risk; see `covey.measures`.",
            help="Risk to look at.",
            panel=MEASURES,
            metavar="SYMBOL",
        ),
    ] = "DLD"
    measures: settings.MeasuresSetting = "default"
    model: settings.ModelSetting = None
    allow_not_k_anonymous: settings.AllowingSetting = False
    workers: settings.WorkersSetting = None
    remember: Annotated[
        bool,
        declared(
            "Keep each result in the user's cache folder and take from there what an earlier "
            "comparison of the same content found, so that an interrupted one goes on.",
            only="python",
        ),
    ] = False
    reading: settings.ReadingSetting = Field(default_factory=settings.ReadingRequest)


class SelectionRequest(Strict):
    """How many variables to choose, from what dependence, for which method."""

    count: Annotated[
        int, declared("How many variables.", help="How many variables to choose.", ge=1)
    ] = 3
    metric: settings.MetricSetting = "emim"
    width: settings.WidthSetting = None
    intervals: settings.IntervalsSetting = None
    k: Annotated[
        _GroupSize,
        declared(
            "Group size for which candidates are tried.",
            help="Smallest group size.",
            panel=METHOD,
            metavar="K",
        ),
    ] = 3
    method: Annotated[
        str | None,
        declared(
            "Method by which they are tried; by default that of the paper, ``mdav-centroid`` "
            "about the centroid of the whole file.",
            help="Method that groups. (default: mdav-centroid with centroid=global)",
            panel=METHOD,
        ),
    ] = None
    options: settings.OptionsSetting = Field(default_factory=dict)
    roles: Annotated[
        settings.ConsideredRoles,
        declared("As in `protect`; the quasi-identifiers are what is chosen from."),
    ] = Field(default_factory=settings.ConsideredRoles)
    columns: settings.ColumnsSetting = Field(default_factory=dict)
    unit_mode: settings.UnitModeSetting = "apart"
    small_strata: settings.SmallStrataSetting = "error"
    missing: settings.MissingSetting = "pattern"
    scaling: settings.ScalingSetting = "zscore"
    exhaustive: settings.ExhaustiveSetting = False
    seed: settings.SeedSetting = 0
    reading: settings.ReadingSetting = Field(default_factory=settings.ReadingRequest)

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
        same = {name: getattr(self, name) for name in type(self).model_fields if name != "count"}
        return Request(**{**same, "method": method, "options": options, "select": self.count})


class MeasureRequest(Strict):
    """What to measure on two tables that exist, from any tool."""

    keys: Annotated[
        Names | None,
        declared(
            "Key variables, which were masked; by default every numeric column that both tables "
            "have, and those of which ``columns`` says something.",
            help="Masked variables. (default: those of MASKED's manifest, or all numeric ones)",
        ),
    ] = None
    confidential: Annotated[
        Names,
        declared(
            "Columns of which nothing must be learned, for the measures of attribute disclosure.",
            help="Columns of which nothing must be learned.",
        ),
    ] = ()
    columns: settings.ColumnsSetting = Field(default_factory=dict)
    id: Annotated[
        str | None,
        declared(
            "Column that names the same record in both; by default rows are aligned by their "
            "order.",
            help="Align rows by this column. (default: by their order)",
            metavar="COLUMN",
        ),
    ] = None
    measures: Annotated[
        settings.Symbols,
        declared(
            'Which measures: "all", "default" or symbols; see `covey.measures`.',
            help="Which, see 'covey measures'.",
            metavar="all|A,B",
        ),
    ] = "all"
    model: Annotated[str | None, settings.declared_model()] = None
    weight: Annotated[
        settings.Name | None,
        declared(
            "Column of the original that holds the sampling weight, for the risks that ask how "
            "many people of the population a record may be.",
            help="Sampling weight, for the risks in the population.",
            metavar="COLUMN",
        ),
    ] = None
    loss_share: Annotated[
        float,
        declared(
            "Share of the loss in the scoring index SI.",
            help="Share of the loss in the index SI.",
            ge=0.0,
            le=1.0,
        ),
    ] = 0.5
    seed: Annotated[
        int,
        declared(
            "For measures that take a sample where exact is out of reach.",
            help="For measures that take a sample.",
            ge=0,
        ),
    ] = 0
    reading: settings.ReadingSetting = Field(default_factory=settings.ReadingRequest)


class InspectionRequest(Strict):
    """How to read the table that is looked at."""

    reading: settings.ReadingSetting = Field(default_factory=settings.ReadingRequest)
    memory: Annotated[
        int | None,
        BeforeValidator(_memory),
        declared(
            'What the process may take, such as ``"2GB"``; larger files are read piece by piece.',
            help="What Covey may take, such as 2GB; larger files are read piece by piece.",
            panel=FILES,
            metavar="AMOUNT",
        ),
    ] = None


def _check_categories(metric: settings.Metric, width: float | None, intervals: int | None) -> None:
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
