"""The part that each column plays in the release."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Roles:
    """Which columns identify, link, must stay confidential, or are neither.

    Parameters
    ----------
    identifier : tuple of str
        Names a person: dropped from the release.
    quasi : tuple of str
        Can be linked with outside knowledge: microaggregated.
    confidential : tuple of str
        Must not be learned about a person: released as it is.
    other : tuple of str
        Neither: released as it is.
    """

    identifier: tuple[str, ...] = ()
    quasi: tuple[str, ...] = ()
    confidential: tuple[str, ...] = ()
    other: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, list[str]]:
        """Return the four lists of column names."""
        return {role: list(getattr(self, role)) for role in ROLE_NAMES}


ROLE_NAMES: tuple[str, ...] = tuple(field.name for field in fields(Roles))
