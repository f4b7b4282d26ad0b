"""From the request to the plan."""

from __future__ import annotations

from collections.abc import Mapping

from covey.core.checks import check_k
from covey.core.errors import InputError
from covey.core.options import parse_options
from covey.core.plan import Plan
from covey.core.registry import Method, unknown
from covey.core.request import Request
from covey.core.table import Table
from covey.planning.choice import AUTO, choose
from covey.planning.roles import resolve_roles
from covey.planning.scaling import is_constant

NO_REFINEMENT = "none"


def make_plan(table: Table, request: Request, methods: Mapping[str, Method]) -> Plan:
    """Decide everything that a request leaves open, and refuse what cannot be done.

    Parameters
    ----------
    table : Table
        What is to be protected.
    request : Request
        What the user asked for.
    methods : mapping of str to Method
        The methods there are; passed in because stages do not import each other.
    """
    if table.n_records < 2:
        raise InputError(
            f"The table has {table.n_records} record{'s' * (table.n_records != 1)}; "
            "at least two are needed to form a group."
        )
    k = check_k(request.k, n=table.n_records)
    roles = resolve_roles(table, request.roles)
    choice = choose(request)
    if choice.method not in methods:
        raise unknown("method", choice.method, [AUTO.name, *methods])
    if request.refine != NO_REFINEMENT:
        raise unknown("refinement", request.refine, [NO_REFINEMENT])
    method = methods[choice.method]
    return Plan(
        k=k,
        method=method.name,
        requested_method=request.method,
        options=parse_options(method.options, request.options, owner=method.name),
        roles=roles,
        scaling=request.scaling,
        refine=request.refine,
        effort=request.effort,
        seed=request.seed,
        round=request.round,
        notes=tuple(filter(None, (choice.reason, _note_on_constants(table, roles.quasi)))),
    )


def _note_on_constants(table: Table, names: tuple[str, ...]) -> str:
    constant = [f"'{name}'" for name in names if is_constant(table.numbers(name))]
    if not constant:
        return ""
    verb = "is" if len(constant) == 1 else "are"
    return f"{', '.join(constant)} {verb} constant: released unchanged, without part in distances."
