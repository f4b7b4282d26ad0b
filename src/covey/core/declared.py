"""What a request says of columns that must be known when they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from covey.core.roles import ROLE_NAMES
from covey.core.settings import ColumnRequest, RolesRequest


@dataclass(frozen=True, slots=True)
class DeclaredColumns:
    """Which columns a request names, and as what."""

    names: frozenset[str] = frozenset()  # by role or in settings: an index of that name is a column
    dates: frozenset[str] = frozenset()  # texts in these are read as dates

    @classmethod
    def of(cls, roles: RolesRequest, columns: Mapping[str, ColumnRequest]) -> Self:
        """Return what the roles and the settings of columns say."""
        by_role = {role: _listed(getattr(roles, role)) for role in ROLE_NAMES}
        as_they_are = set().union(*(names for role, names in by_role.items() if role != "quasi"))
        dates = {name for name, asked in columns.items() if asked.kind == "date"}
        return cls(frozenset().union(*by_role.values(), columns), frozenset(dates - as_they_are))


def _listed(names: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names or ()


NOTHING_DECLARED = DeclaredColumns()
