"""What an inspection of a table found, and what it proposes: no record, and no rare value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from covey.core.settings import ReadingRequest, VariableKind
from covey.core.table import Kind, Origin

MOST_COUNTED = 1_000
"""Different values that are counted; of more it is only said that they are more."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of a column, and the role and the kind that are proposed for it."""

    name: str
    content: Kind
    n_values: int | None  # different ones; None for more than are counted
    n_gaps: int
    role: str
    kind: VariableKind | None  # of a quasi-identifier
    reason: str
    to_decide: str = ""  # what a person must say before anything is published
    missing_codes: tuple[str, ...] = ()  # that many records have
    levels: tuple[str, ...] = ()  # of categories, if many records have each
    may_be_confidential: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return it in values that JSON holds."""
        return {
            "name": self.name,
            "content": self.content,
            "values": self.n_values,
            "missing": self.n_gaps,
            "missing_codes": list(self.missing_codes),
            "role": self.role,
            "kind": self.kind,
            "reason": self.reason,
            "to_decide": self.to_decide or None,
        }


@dataclass(frozen=True, slots=True)
class Alone:
    """How many records share the proposed keys with no other; estimated for very many records."""

    n_records: int
    share: float
    is_estimate: bool = False


@dataclass(frozen=True, slots=True)
class Inspected:
    """The columns of a table with a proposal for each, and how unique its records are."""

    origin: Origin
    n_records: int
    columns: tuple[Finding, ...]
    alone: Alone | None  # None without keys
    whole: tuple[str, ...] = ()  # keys that are the same in all records of each proposed unit
    reading: ReadingRequest | None = None  # what was said of a CSV file

    def named(self, role: str) -> tuple[str, ...]:
        """Return the columns for which a role is proposed."""
        return tuple(column.name for column in self.columns if column.role == role)

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns by which records could be recognized."""
        return tuple(one.name for one in self.columns if one.role in ("quasi", "strata"))

    def to_dict(self) -> dict[str, Any]:
        """Return it in values that JSON holds."""
        alone = self.alone
        return {
            "table": self.origin.name,
            "n_records": self.n_records,
            "columns": [column.to_dict() for column in self.columns],
            "keys": list(self.keys),
            "alone": None
            if alone is None
            else {
                "records": alone.n_records,
                "share": alone.share,
                "estimated": alone.is_estimate,
            },
            "same_within_unit": list(self.whole),
        }
