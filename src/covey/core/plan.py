"""The plan: everything that was decided before the first record moved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from covey.core.request import Rounding, Scaling
from covey.core.roles import Roles


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be done to a table, in full: the request with every default decided.

    Parameters
    ----------
    k : int
        Smallest group size.
    method : str
        The method that runs, never ``auto``.
    requested_method : str
        What the user asked for.
    options : dict
        A value for each option of the method.
    roles : Roles
        One role for each column.
    scaling : str
        How quasi-identifiers are made comparable before distances are taken.
    refine : str
        What lowers the loss after the partition; ``none`` for nothing.
    effort : float
        How much work a refinement may do.
    seed : int
        The one source of randomness.
    round : str
        Whether masked columns are brought back to their own precision.
    is_k_anonymous : bool
        Whether the release promises every record k − 1 twins. False only where the user allowed it.
    notes : tuple of str
        Decisions that a reader should know, in sentences.
    """

    k: int
    method: str
    requested_method: str
    options: dict[str, Any]
    roles: Roles
    scaling: Scaling
    refine: str = "none"
    effort: float = 1.0
    seed: int = 0
    round: Rounding = "none"
    is_k_anonymous: bool = True
    notes: tuple[str, ...] = field(default=())

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as it stands in the manifest."""
        return {
            "k": self.k,
            "method": self.method,
            "requested_method": self.requested_method,
            "options": dict(self.options),
            "roles": self.roles.to_dict(),
            "scaling": self.scaling,
            "refine": self.refine,
            "effort": self.effort,
            "seed": self.seed,
            "round": self.round,
            "is_k_anonymous": self.is_k_anonymous,
            "notes": list(self.notes),
        }
