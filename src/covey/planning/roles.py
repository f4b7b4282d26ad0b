"""Which column plays which part. Nothing is published by default."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import TypeAlias

from covey.core.errors import RequestError
from covey.core.registry import nearest
from covey.core.roles import ROLE_NAMES, Roles
from covey.core.settings import ColumnRequest, RolesRequest
from covey.core.source import Source
from covey.core.spelling import Setting, cut_at_comma
from covey.core.wording import few, named
from covey.planning.codes import Suspicion
from covey.planning.unsettled import unsettled

_SHOWN = 20
"""Column names in one message; wide tables have thousands."""

NO_SETTINGS: Mapping[str, ColumnRequest] = MappingProxyType({})


REST = "rest"
"""Stands for all columns that no other name or pattern gives a role."""


FindCodes: TypeAlias = Callable[[Sequence[str], Sequence[str]], Mapping[str, Suspicion]]
"""Returns those of some columns that look like codes; beside them come the identifiers."""


def resolve_roles(
    source: Source,
    request: RolesRequest,
    columns: Mapping[str, ColumnRequest] = NO_SETTINGS,
    find_codes: FindCodes = lambda _names, _identifiers: {},
) -> Roles:
    """Give every column of a source exactly one role, or say which ones lack it.

    An exact name wins over a pattern such as ``q1_*``, and a pattern over ``rest``. Numbers that
    would become quasi-identifiers without anybody's word must not look like codes.
    """
    role_of = _named_roles(source, request)
    silent: list[str] = []
    if request.quasi is None:
        free = [name for name in source.names if name not in role_of]
        kinds = {name: columns[name].declared_kind for name in free if name in columns}
        declared = [name for name in free if kinds.get(name) is not None]
        silent = [name for name in free if name not in declared and source.is_numeric(name)]
        role_of |= dict.fromkeys((*silent, *declared), "quasi")
    without = [name for name in source.names if name not in role_of]
    identifiers = [name for name, role in role_of.items() if role == "identifier"]
    codes = find_codes(silent, identifiers) if silent else {}
    if without or codes:
        raise unsettled(source, without, codes)
    roles = Roles.of(
        {role: tuple(name for name in source.names if role_of[name] == role) for role in ROLE_NAMES}
    )
    for role, names in (("unit", roles.unit), ("weight", roles.weight)):
        if len(names) > 1:
            raise RequestError(
                f"Role '{role}' is for one column, and {named(names)} have it. "
                "Keep one of them, and give the others another role."
            )
    if not roles.quasi:
        raise RequestError(
            "No column is a quasi-identifier, so there is nothing to microaggregate. "
            "Name the columns that could be linked with outside knowledge: ",
            Setting("roles", {"quasi": ["A", "B"]}),
            ".",
        )
    return roles


def as_request(roles: Roles) -> RolesRequest:
    """Return the request that gives every column the role that it has."""
    one = {"unit": next(iter(roles.unit), None), "weight": next(iter(roles.weight), None)}
    return RolesRequest.of({**roles.to_dict(), **one})


def _named_roles(source: Source, request: RolesRequest) -> dict[str, str]:
    """Return the role of each column that a name, a pattern or ``rest`` gives one."""
    role_of: dict[str, str] = {}
    patterns: dict[str, list[str]] = {}
    for role, names in _asked(request).items():
        for name in names:
            if name in source.names:
                _give(role_of, name, role)
            elif name == REST or _is_pattern(source, name):
                patterns.setdefault(name, []).append(role)
            else:
                raise _absent(source, role, name)
    for is_rest in (False, True):
        known = frozenset(role_of)
        for pattern, roles in patterns.items():
            if (pattern == REST) != is_rest:
                continue
            free = [name for name in source.names if name not in known]
            met = free if is_rest else fnmatch.filter(free, pattern)
            for name, role in product(met, roles):
                _give(role_of, name, role)
    return role_of


def _asked(request: RolesRequest) -> dict[str, tuple[str, ...]]:
    """Return the names by role, one or several."""
    asked = {role: getattr(request, role) or () for role in ROLE_NAMES}
    return {role: (names,) if isinstance(names, str) else names for role, names in asked.items()}


def _give(role_of: dict[str, str], name: str, role: str) -> None:
    if role_of.setdefault(name, role) != role:
        raise RequestError(
            f"Column '{name}' has two roles, {role_of[name]} and {role}. Keep one of them."
        )


def _is_pattern(source: Source, name: str) -> bool:
    """Whether a name stands for columns by * or ?, and there are such."""
    return any(sign in name for sign in "*?") and bool(fnmatch.filter(source.names, name))


def _absent(source: Source, role: str, name: str) -> RequestError:
    if (cut := cut_at_comma(name, source.names)) is not None:
        return RequestError(
            f"Role '{role}' names '{name}', which is no column of the table. Did you mean ",
            Setting("roles", {role: [cut]}),
            "?",
        )
    return RequestError(
        f"Role '{role}' names '{name}', which is no column of the table."
        f"{nearest(name, source.names)} "
        f"Columns: {few(source.names, _SHOWN)}."
    )
