"""How low the loss can be at best, to be read beside what it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Bounding = Literal["none", "simple", "relaxed"]


@dataclass(frozen=True, slots=True)
class LossBound:
    """What IL is at least, for every partition of the records into groups of at least k."""

    kind: Bounding
    percent: float
    k: int
    is_solved: bool  # False where the figure is only a bound of the relaxation's value

    def to_dict(self) -> dict[str, Any]:
        """Return the bound as it stands in the manifest."""
        return {
            "kind": self.kind,
            "IL": self.percent,
            "k": self.k,
            "is_solved": self.is_solved,
            "holds_for": "every partition into groups of at least k, on z-scores",
        }
