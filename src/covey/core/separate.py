"""Sets of quasi-identifiers that are grouped by themselves, each with a promise of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SeparateSet:
    """A set of quasi-identifiers, and how many records at least share their values in it."""

    names: tuple[str, ...]
    smallest_class: int

    def to_dict(self, k: int) -> dict[str, Any]:
        """Return what the manifest says of the set."""
        return {
            "quasi_identifiers": list(self.names),
            "smallest_class": self.smallest_class,
            "holds": self.smallest_class >= k,
        }
