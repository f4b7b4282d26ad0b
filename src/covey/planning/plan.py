"""From the request to the plan."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from covey.core.bound import Bounding
from covey.core.checks import check_k
from covey.core.dates import are_dates
from covey.core.encoding import Treatment
from covey.core.errors import InputError, RequestError
from covey.core.formulas import Formulas
from covey.core.method import Method
from covey.core.options import parse_options
from covey.core.plan import Plan
from covey.core.profile import ColumnProfile, Profile
from covey.core.progress import Progress, quiet
from covey.core.refiner import Refiner
from covey.core.registry import unknown
from covey.core.request import ComparisonRequest, Request
from covey.core.settings import RolesRequest, VariableKind
from covey.core.source import Source
from covey.core.spelling import Setting
from covey.core.table import Table
from covey.core.wording import counted, figure, named
from covey.planning.choice import AUTO, Choice, choose
from covey.planning.codes import find_codes
from covey.planning.kinds import (
    CATEGORICAL,
    check_columns_exist,
    check_comparable,
    refuse_idle_settings,
    treatments_of,
    watched_kinds,
)
from covey.planning.patterns import classes_of
from covey.planning.roles import FindCodes, as_request, resolve_roles
from covey.planning.separate import note_on_sets, separate_sets
from covey.planning.units import check_number_of_units, check_units
from covey.planning.weights import check_weight, check_weights, note_on_weight

NO_REFINEMENT = "none"

MOST_UNASKED = 10_000
"""Records up to which the simple bound takes so little time that it need not be asked for."""

_PAIRS = (
    "In a group of two, each member can compute the other's value from the mean and their own: "
    "k is usually at least 3."
)


def make_plan(
    source: Source,
    request: Request,
    methods: Mapping[str, Method],
    refiners: Mapping[str, Refiner] = MappingProxyType({}),
) -> Plan:
    """Decide everything that a request leaves open, and refuse what cannot be done.

    Of the source, columns, their kinds and the number of records are looked at; records only where
    numbers would become quasi-identifiers without a word, as far as it takes to see that they are
    no codes. Methods and refiners are passed in because stages do not import each other.
    """
    if source.n_records < 2:
        raise InputError(
            f"The table has {counted(source.n_records, 'record')}; "
            "at least two are needed to form a group."
        )
    k = check_k(request.k, n=source.n_records)
    check_columns_exist(source, request.columns)
    roles = resolve_roles(source, request.roles, request.columns, _codes_of(source))
    refuse_idle_settings(roles, request.columns)
    check_comparable(source, roles)
    watched = watched_kinds(source, roles.confidential, request.columns)
    name, refine, effort, reason = _settle(request, source.n_records, len(roles.quasi), k, refiners)
    if name not in methods:
        raise unknown("method", name, [AUTO.name, *methods])
    method = methods[name]
    separate = separate_sets(request, roles, method)
    _check_method(method, request, watched)
    _check_refinement(method, refine, refiners)
    if roles.unit:
        check_units(method)
    has_groups = method.is_k_anonymous and not separate
    check_weight(source, roles, request.weight_release, has_groups=has_groups)
    notes = (
        reason,
        _PAIRS if k == 2 else "",
        note_on_weight(roles, request.weight_release),
        note_on_sets(separate, request.separate, k),
    )
    return Plan(
        k=k,
        method=method.name,
        requested_method=request.method,
        options=parse_options(method.options, request.options, owner=method.name),
        roles=replace(roles, is_weight_released=request.weight_release != "drop"),
        treatments=treatments_of(
            source, roles.quasi, request.columns, request.scaling, request.round, request.missing
        ),
        watched_kinds=watched,
        scaling=request.scaling,
        refine=refine,
        refine_options=_refine_options(refine, request, refiners),
        effort=effort,
        seed=request.seed,
        round=request.round,
        formulas=Formulas(request.formulas),
        bound="none" if separate else _bound(request, method, refine, source.n_records),
        is_k_anonymous=has_groups,
        unit_mode=request.unit_mode,
        small_strata=request.small_strata,
        missing=request.missing,
        weight_release=request.weight_release,
        separate=separate,
        is_strict=request.strict,
        notes=(*filter(None, notes), *source.notes),
    ).ordered(request.order)


def settled_roles(source: Source, request: ComparisonRequest) -> RolesRequest:
    """Return roles that name every column, so that each of many plans need not look at records."""
    check_columns_exist(source, request.columns)
    roles = resolve_roles(source, request.roles, request.columns, _codes_of(source))
    return as_request(roles)


def _codes_of(source: Source) -> FindCodes:
    """Return what looks for codes; an array is a matrix of numbers by its user's word."""
    if isinstance(source, Table) and source.as_array:
        return lambda _names, _identifiers: {}
    return partial(find_codes, source)


def fit_to_width(
    plan: Plan,
    request: Request,
    n: int,
    n_coordinates: int,
    methods: Mapping[str, Method],
    refiners: Mapping[str, Refiner],
) -> Plan:
    """Return the plan as auto settles it for the coordinates that categories turned out to have."""
    p = len(plan.roles.quasi)
    if request.method != AUTO.name or n_coordinates == p:
        return plan
    *_, before = _settle(request, n, p, plan.k, refiners)
    name, _, effort, reason = _settle(request, n, n_coordinates, plan.k, refiners, "coordinates")
    return replace(
        plan,
        method=name,
        options=parse_options(methods[name].options, request.options, owner=name),
        effort=effort,
        notes=tuple(reason if note == before else note for note in plan.notes),
    )


def _settle(
    request: Request,
    n: int,
    p: int,
    k: int,
    refiners: Mapping[str, Refiner],
    noun: str = "variables",
) -> tuple[str, str, float, str]:
    """Return method, refinement and effort, and what auto chose of them, in words."""
    if request.method != AUTO.name:
        return request.method, request.refine or NO_REFINEMENT, request.effort, ""
    choice = choose(n, p, k, request.effort, noun)
    reason = reason_of_choice(request, choice, k, refiners, largest=n)
    if request.refine is None and request.select is not None:
        return choice.method, NO_REFINEMENT, request.effort, reason
    if request.refine is not None and request.refine != choice.refine:
        return choice.method, request.refine, request.effort, reason
    return choice.method, choice.refine, choice.effort, reason


def reason_of_choice(
    request: Request, choice: Choice, k: int, refiners: Mapping[str, Refiner], *, largest: int
) -> str:
    """Return what auto chose for a table and why, in words.

    How much is searched depends on how many records its largest block has, and on the records of
    each unit, which are not known before.
    """
    if request.refine is None and request.select is not None:
        return (
            f"auto chose {choice.method} and no refinement, which would look at the chosen "
            "variables alone: the loss of the others could rise."
        )
    if request.refine is not None and request.refine != choice.refine:
        return f"auto chose {choice.method}: {choice.why_method}."
    amount = refiners[choice.refine].amount
    is_known = amount is not None and request.roles.unit is None
    how_much = f", {amount(choice.effort, largest, k)}" if amount and is_known else ""
    return (
        f"auto chose {choice.method}: {choice.why_method}. "
        f"Then {choice.refine}{how_much}: {choice.why_effort}."
    )


def _check_method(method: Method, request: Request, watched: Mapping[str, VariableKind]) -> None:
    if not method.is_k_anonymous and not request.allow_not_k_anonymous:
        raise RequestError(
            f"'{method.name}' does not give k-anonymity: it treats each variable by itself, and a "
            "record need have no twin. Choose another method, or say that you accept it with ",
            Setting("allow_not_k_anonymous", value=True),
            ".",
        )
    if method.needs_confidential and "numeric" not in watched.values():
        raise RequestError(
            f"'{method.name}' needs at least one numeric confidential attribute, whose values it "
            "keeps diverse in every group. Name it with ",
            Setting("roles", {"confidential": ["A"]}),
            ", or choose another method.",
        )


def _refine_options(
    refine: str, request: Request, refiners: Mapping[str, Refiner]
) -> dict[str, Any]:
    if refine == NO_REFINEMENT:
        if request.refine_options:
            raise RequestError(
                "'refine_options' are options of a refinement, and none is asked for. "
                "Choose one with ",
                Setting("refine"),
                f": {', '.join(refiners)}.",
            )
        return {}
    return parse_options(refiners[refine].options, request.refine_options, owner=refine)


def _check_refinement(method: Method, refine: str, refiners: Collection[str]) -> None:
    if refine not in (NO_REFINEMENT, *refiners):
        raise unknown("refinement", refine, [NO_REFINEMENT, *refiners])
    if refine != NO_REFINEMENT and not method.is_k_anonymous:
        raise RequestError(
            f"'refine' works on groups of whole records, and '{method.name}' has none. "
            "Leave it out, or choose another method."
        )


def _bound(request: Request, method: Method, refine: str, n: int) -> Bounding:
    """Return which bound to compute; after a refinement people ask how much is left to gain."""
    if request.bound is None:
        is_refined = refine != NO_REFINEMENT
        return "simple" if is_refined and n <= MOST_UNASKED else "none"
    if request.bound != "none" and not method.is_k_anonymous:
        raise RequestError(
            f"'bound' holds for groups of whole records, and '{method.name}' has none: a variable "
            "by itself can lose less. Leave it out, or choose another method."
        )
    return request.bound


def look_at(
    source: Source,
    plan: Plan,
    methods: Mapping[str, Method],
    *,
    batches: Iterable[Table] | None = None,
    progress: Progress = quiet,
) -> Profile:
    """Return the profile of the columns that `looked_at` names; go through the records once.

    Refuse quasi-identifiers that have infinite values, weights that are not above 0, and others
    that a method looks at and have missing ones.
    """
    names = looked_at(plan, methods)
    profile = Profile.of(
        source,
        [name for name in names if name not in plan.roles.unit],
        batches=batches,
        categorical=_categorical(plan),
        classes=classes_of(plan),
        limits={name: one.limits for name, one in plan.treatments.items() if one.limits},
        with_decimals=plan.round == "auto",
        progress=progress,
    )
    profile.check_values(plan.roles.quasi)
    profile.check_complete(name for name in names if name in plan.roles.confidential)
    check_weights(profile, plan.roles)
    check_number_of_units(profile, plan)
    return profile


def noting_limits(plan: Plan, profile: Profile) -> Plan:
    """Return the plan with a note on values beyond a limit, which are set to it."""
    notes = [
        note
        for name, treatment in plan.treatments.items()
        if (note := _coding(name, treatment, profile[name]))
    ]
    return replace(plan, notes=(*plan.notes, *notes))


def _coding(name: str, treatment: Treatment, found: ColumnProfile) -> str:
    """Return how many values of a column are set to its limits, in words."""
    told = treatment.to_dict()
    parts = [
        f"{counted(count, 'value')} {beyond} {limit if isinstance(limit, str) else figure(limit)}"
        for limit, count, beyond in (
            (told.get("bottom"), found.n_below, "below"),
            (told.get("top"), found.n_above, "above"),
        )
        if limit is not None
    ]
    if not parts:
        return ""
    is_one = found.n_below + found.n_above == 1
    return (
        f"{' and '.join(parts)} of '{name}' {'was' if is_one else 'were'} set to that limit "
        "before grouping; the loss counts it."
    )


def noting_constants(plan: Plan, profile: Profile) -> Plan:
    """Return the plan with a note on quasi-identifiers that hold one value throughout."""
    constant = [
        name for name in profile.constant(plan.roles.quasi) if profile[name].missing.count == 0
    ]
    if not constant:
        return plan
    verb = "is" if len(constant) == 1 else "are"
    note = f"{named(constant)} {verb} constant: released unchanged, without part in distances."
    return replace(plan, notes=(*plan.notes, note))


def noting_dates(plan: Plan, profile: Profile) -> Plan:
    """Return the plan with a note on dates in text that are taken as categories."""
    written = [
        name
        for name, treatment in plan.treatments.items()
        if treatment.kind == "nominal" and are_dates(profile[name].categories)
    ]
    if not written:
        return plan
    note = (
        f"{named(written)} {'holds' if len(written) == 1 else 'hold'} dates as text, which were "
        "taken as categories. Declared to be of the kind date, groups get their mean."
    )
    return replace(plan, notes=(*plan.notes, note))


def looked_at(plan: Plan, methods: Mapping[str, Method]) -> tuple[str, ...]:
    """Return the columns that grouping and masking look at: of confidential ones, the numbers."""
    kinds = plan.watched_kinds if methods[plan.method].needs_confidential else {}
    others = (name for name, kind in kinds.items() if kind == "numeric")
    return (
        *plan.roles.quasi,
        *plan.roles.strata,
        *others,
        *plan.roles.weight,
        *plan.roles.unit,
    )


def _categorical(plan: Plan) -> list[str]:
    """Return the columns of which categories are counted."""
    kinds = plan.treatments.items()
    return [*plan.roles.strata, *(name for name, one in kinds if one.kind in CATEGORICAL)]
