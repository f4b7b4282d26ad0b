"""The part that each column plays in the release."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Roles:
    """Which columns identify, link, must stay confidential, or are neither."""

    identifier: tuple[str, ...] = ()  # names a person: dropped from the release
    quasi: tuple[str, ...] = ()  # can be linked with outside knowledge: microaggregated
    confidential: tuple[str, ...] = ()  # must not be learned about a person: released as it is
    other: tuple[str, ...] = ()  # neither: released as it is

    def to_dict(self) -> dict[str, list[str]]:
        """Return the four lists of column names."""
        return {role: list(getattr(self, role)) for role in ROLE_NAMES}


ROLE_NAMES: tuple[str, ...] = tuple(field.name for field in fields(Roles))
