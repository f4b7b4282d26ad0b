"""Which totals of a release are those of the original."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from covey.core.encoding import Treatment
from covey.core.plan import Plan


@dataclass(frozen=True, slots=True)
class KeptTotals:
    """The totals, and with them the means, that are the same before and after masking."""

    variables: tuple[str, ...]  # quasi-identifiers, each up to the rounding of floats
    is_weighted: bool  # totals with the sampling weights, as released; otherwise plain sums

    def __bool__(self) -> bool:
        return bool(self.variables)


def totals_kept(plan: Plan, altered: Collection[str] = ()) -> KeptTotals:
    """Return which totals a plan keeps.

    A mean keeps the sum of its group; a weighted mean keeps the weighted sum, with the weights
    themselves as with their mean, and not the plain one. Medians, modes and rounded values keep
    neither, nor do values that were set to a limit. Altered are variables of which cells were
    blanked or filled, or all of them where records were left out.
    """
    has_weights = bool(plan.roles.weight)
    if has_weights and not plan.roles.is_weight_released:
        return KeptTotals((), is_weighted=True)
    names = [
        name
        for name, treatment in plan.treatments.items()
        if name not in altered and _keeps_sums(treatment)
    ]
    return KeptTotals(tuple(names), is_weighted=has_weights)


def _keeps_sums(treatment: Treatment) -> bool:
    return (
        treatment.kind == "numeric"
        and treatment.aggregate in (None, "mean")
        and treatment.rounding == "none"
        and treatment.top is None
        and treatment.bottom is None
    )
