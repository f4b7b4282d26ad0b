"""The part that each column plays in the release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Self


@dataclass(frozen=True, slots=True)
class Roles:
    """Which columns identify, link, must stay confidential, or are neither."""

    identifier: tuple[str, ...] = ()  # names a person: dropped from the release
    quasi: tuple[str, ...] = ()  # can be linked with outside knowledge: microaggregated
    confidential: tuple[str, ...] = ()  # must not be learned about a person: released as it is
    other: tuple[str, ...] = ()  # neither: released as it is
    unit: tuple[str, ...] = ()  # names the respondent: dropped; at most one
    strata: tuple[str, ...] = ()  # released as it is; no group has members in two
    weight: tuple[str, ...] = ()  # sampling weight; at most one
    is_weight_released: bool = True

    @classmethod
    def of(cls, names: Mapping[str, tuple[str, ...]], *, is_weight_released: bool = True) -> Self:
        """Return the roles of columns that are listed by role."""
        return cls(is_weight_released=is_weight_released, **names)

    @property
    def dropped(self) -> tuple[str, ...]:
        """Columns that are not in the release."""
        return self.identifier + self.unit + (() if self.is_weight_released else self.weight)

    @property
    def released(self) -> tuple[str, ...]:
        """Columns that are."""
        return self.quasi + self.confidential + self.beside

    @property
    def beside(self) -> tuple[str, ...]:
        """Columns that are released and tell records apart beside the quasi-identifiers."""
        return self.strata + (self.weight if self.is_weight_released else ()) + self.other

    def to_dict(self) -> dict[str, list[str]]:
        """Return the columns of the first four roles, and of the others where they have any."""
        names = {role: list(getattr(self, role)) for role in ROLE_NAMES}
        return {role: found for i, (role, found) in enumerate(names.items()) if found or i < 4}


ROLE_NAMES: tuple[str, ...] = tuple(
    field.name for field in fields(Roles) if field.name != "is_weight_released"
)
