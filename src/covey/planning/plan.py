"""From the request to the plan."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from covey.core.arrays import is_constant
from covey.core.bound import MOST_UNASKED, Bounding
from covey.core.checks import check_k
from covey.core.errors import InputError, RequestError
from covey.core.formulas import Formulas
from covey.core.method import Method
from covey.core.options import parse_options
from covey.core.plan import Plan
from covey.core.refiner import Refiner
from covey.core.registry import unknown
from covey.core.request import Request
from covey.core.roles import Roles
from covey.core.spelling import Setting
from covey.core.table import Table
from covey.core.wording import counted, named
from covey.planning.choice import AUTO, choose
from covey.planning.roles import resolve_roles

NO_REFINEMENT = "none"


def make_plan(
    table: Table,
    request: Request,
    methods: Mapping[str, Method],
    refiners: Mapping[str, Refiner] = MappingProxyType({}),
) -> Plan:
    """Decide everything that a request leaves open, and refuse what cannot be done.

    Parameters
    ----------
    table : Table
        What is to be protected.
    request : Request
        What the user asked for.
    methods : mapping of str to Method
        The methods there are; passed in because stages do not import each other.
    refiners : mapping of str to Refiner
        The refinements there are.
    """
    if table.n_records < 2:
        raise InputError(
            f"The table has {counted(table.n_records, 'record')}; "
            "at least two are needed to form a group."
        )
    k = check_k(request.k, n=table.n_records)
    roles = resolve_roles(table, request.roles)
    name, refine, effort, reason = _settle(request, table.n_records, len(roles.quasi), k, refiners)
    if name not in methods:
        raise unknown("method", name, [AUTO.name, *methods])
    method = methods[name]
    _check_method(method, request, roles, table)
    _check_refinement(method, refine, refiners)
    return Plan(
        k=k,
        method=method.name,
        requested_method=request.method,
        options=parse_options(method.options, request.options, owner=method.name),
        roles=roles,
        scaling=request.scaling,
        refine=refine,
        refine_options=_refine_options(refine, request, refiners),
        effort=effort,
        seed=request.seed,
        round=request.round,
        formulas=Formulas(request.formulas),
        bound=_bound(request, method, refine, table.n_records),
        is_k_anonymous=method.is_k_anonymous,
        notes=tuple(filter(None, (reason, _note_on_constants(table, roles.quasi)))),
    ).ordered(request.order)


def _settle(
    request: Request, n: int, p: int, k: int, refiners: Mapping[str, Refiner]
) -> tuple[str, str, float, str]:
    """Return method, refinement and effort, and what auto chose of them, in words."""
    if request.method != AUTO.name:
        return request.method, request.refine or NO_REFINEMENT, request.effort, ""
    choice = choose(n, p, k, request.effort)
    if request.refine is None and request.select is not None:
        reason = (
            f"auto chose {choice.method} and no refinement, which would look at the chosen "
            "variables alone: the loss of the others could rise."
        )
        return choice.method, NO_REFINEMENT, request.effort, reason
    if request.refine is not None and request.refine != choice.refine:
        reason = f"auto chose {choice.method}: {choice.why_method}."
        return choice.method, request.refine, request.effort, reason
    amount = refiners[choice.refine].amount
    how_much = f", {amount(choice.effort, n, k)}" if amount is not None else ""
    reason = (
        f"auto chose {choice.method}: {choice.why_method}. "
        f"Then {choice.refine}{how_much}: {choice.why_effort}."
    )
    return choice.method, choice.refine, choice.effort, reason


def _check_method(method: Method, request: Request, roles: Roles, table: Table) -> None:
    if not method.is_k_anonymous and not request.allow_not_k_anonymous:
        raise RequestError(
            f"'{method.name}' does not give k-anonymity: it treats each variable by itself, and a "
            "record need have no twin. Choose another method, or say that you accept it with ",
            Setting("allow_not_k_anonymous", value=True),
            ".",
        )
    if method.needs_confidential and not numeric_confidential(table, roles):
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


def numeric_confidential(table: Table, roles: Roles) -> tuple[str, ...]:
    """Name the confidential columns that hold numbers: those that a method can look at."""
    return tuple(name for name in roles.confidential if table.is_numeric(name))


def _note_on_constants(table: Table, names: tuple[str, ...]) -> str:
    constant = [name for name in names if is_constant(table.numbers(name))]
    if not constant:
        return ""
    verb = "is" if len(constant) == 1 else "are"
    return f"{named(constant)} {verb} constant: released unchanged, without part in distances."
