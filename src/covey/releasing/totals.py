"""Which means and totals of a release are those of the original, from what was done to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from covey.core.encoding import Treatment
from covey.core.plan import Plan
from covey.releasing.changes import Change

MEDIAN = "a group’s value is its median"
CODED = "values beyond a limit were set to it"
GAPS = "cells were blanked or filled"
DROPPED = "records with gaps were left out"
NO_WEIGHT = "the weights that they need are not released"


@dataclass(frozen=True, slots=True)
class Totals:
    """What is left of the totals of the masked variables.

    A group's mean, times its number of records, is the total of its members; a weighted mean keeps
    the weighted total, times the sum of the weights, whether each record has its own weight or
    their mean. Dates have no total. Medians, modes, limits, and cells that were blanked or filled
    keep none.
    """

    kept: tuple[str, ...]  # variables whose means and totals are kept, apart from rounding
    lost: tuple[tuple[str, tuple[str, ...]], ...]  # why those of others are not
    is_weighted: bool  # whether these are the totals weighted by the sampling weights
    is_rounded: bool
    categories: tuple[str, ...]  # variables whose counts by category are not kept

    @classmethod
    def of(cls, plan: Plan, manifest: Mapping[str, Any]) -> Self:
        """Return what a plan, and what its manifest tells of gaps and limits, leave of totals."""
        treated = {name: plan.treatments.get(name, Treatment()) for name in plan.roles.quasi}
        numeric = {name: one for name, one in treated.items() if one.kind == "numeric"}
        reasons = {name: _reason(plan, name, one, manifest) for name, one in numeric.items()}
        lost = {reason: None for reason in reasons.values() if reason}
        return cls(
            kept=tuple(name for name in numeric if not reasons[name]),
            lost=tuple(
                (reason, tuple(name for name in numeric if reasons[name] == reason))
                for reason in lost
            ),
            is_weighted=bool(plan.roles.weight),
            is_rounded=plan.round != "none",
            categories=tuple(
                name for name, one in treated.items() if one.kind not in ("numeric", "date")
            ),
        )

    @property
    def is_plain(self) -> bool:
        """Whether all variables have group means of all their values, each of the same weight."""
        return not (self.is_weighted or self.lost or self.categories)


def spoiled_of(changes: Iterable[Change], totals: Totals) -> list[str]:
    """Return the variables that rounding left with another mean or variance than group means have.

    Where other things than rounding change them as well, none is blamed on it.
    """
    if totals.is_weighted or not totals.is_rounded:
        return []
    return [change.name for change in changes if change.is_spoiled and change.name in totals.kept]


def _reason(plan: Plan, name: str, treatment: Treatment, manifest: Mapping[str, Any]) -> str:
    """Return why the total of a variable is not kept; nothing where it is."""
    gaps: Mapping[str, Any] = manifest.get("missing") or {}
    if plan.roles.weight and plan.weight_release == "drop":
        return NO_WEIGHT
    if treatment.aggregate == "median":
        return MEDIAN
    if name in (manifest.get("coded") or {}):
        return CODED
    if gaps.get("dropped"):
        return DROPPED
    if any(_concerns(gaps.get(what), name) for what in ("blanked", "filled")):
        return GAPS
    return ""


def _concerns(counts: Any, name: str) -> bool:
    """Whether a count, of all columns or by column, concerns one of them."""
    return bool(counts.get(name) if isinstance(counts, Mapping) else counts)
