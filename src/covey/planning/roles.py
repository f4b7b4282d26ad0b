"""Which column plays which part. Nothing is published by default."""

from __future__ import annotations

from covey.core.errors import RequestError
from covey.core.registry import nearest
from covey.core.roles import ROLE_NAMES, Roles
from covey.core.settings import RolesRequest
from covey.core.source import Source
from covey.core.spelling import Setting, cut_at_comma
from covey.core.wording import few

_SHOWN = 20
"""Column names in one message; wide tables have thousands."""


def resolve_roles(source: Source, request: RolesRequest) -> Roles:
    """Give every column of a source exactly one role, or say which ones lack it."""
    asked = {role: tuple(getattr(request, role) or ()) for role in ROLE_NAMES}
    role_of: dict[str, str] = {}
    for role, names in asked.items():
        for name in names:
            _check_exists(source, role, name)
            if role_of.setdefault(name, role) != role:
                raise RequestError(
                    f"Column '{name}' has two roles, {role_of[name]} and {role}. Keep one of them."
                )
    if request.quasi is None:
        for name in source.names:
            if source.is_numeric(name):
                role_of.setdefault(name, "quasi")
    _check_complete(source, role_of)
    roles = Roles(
        **{
            role: tuple(name for name in source.names if role_of[name] == role)
            for role in ROLE_NAMES
        }
    )
    if not roles.quasi:
        raise RequestError(
            "No column is a quasi-identifier, so there is nothing to microaggregate. "
            "Name the columns that could be linked with outside knowledge: ",
            Setting("roles", {"quasi": ["A", "B"]}),
            ".",
        )
    return roles


def _check_exists(source: Source, role: str, name: str) -> None:
    if name in source.names:
        return
    if (cut := cut_at_comma(name, source.names)) is not None:
        raise RequestError(
            f"Role '{role}' names '{name}', which is no column of the table. Did you mean ",
            Setting("roles", {role: [cut]}),
            "?",
        )
    raise RequestError(
        f"Role '{role}' names '{name}', which is no column of the table."
        f"{nearest(name, source.names)} "
        f"Columns: {few(source.names, _SHOWN)}."
    )


def _in_words(kind: str) -> str:
    """Return the kind of a column; one is called like a role."""
    return "values of another type" if kind == "other" else kind


def _check_complete(source: Source, role_of: dict[str, str]) -> None:
    without = [name for name in source.names if name not in role_of]
    if not without:
        return
    described = [f"'{name}' ({_in_words(source.kind(name))})" for name in without]
    subject = "Column" if len(without) == 1 else "Columns"
    verb = "has" if len(without) == 1 else "have"
    hints = "".join(f" Column '{n}': {source.hints[n]}." for n in without if n in source.hints)
    raise RequestError(
        f"{subject} {few(described, _SHOWN)} {verb} no role, and nothing is published by default."
        f"{hints} Choose for each: ",
        Setting("identifier"),
        " (dropped), ",
        Setting("quasi"),
        " (microaggregated, numbers only), ",
        Setting("confidential"),
        " or ",
        Setting("other"),
        " (both released as they are).",
    )
