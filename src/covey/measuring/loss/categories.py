"""CHANGED and TV: how many categories were replaced, and how far their distributions moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from covey.core.arrays import Vector
from covey.core.measure import Findings, Result, Statistic, loss_measure
from covey.measuring.adding import Counts
from covey.measuring.evidence import NO_CATEGORY, Coordinates, Evidence
from covey.measuring.gaps import LEFT_OUT


@dataclass(frozen=True, slots=True)
class Replaced:
    """The categories of a variable before and after, of the records that have both."""

    changed: int  # records
    before: Counts  # records of each category
    after: Counts

    @property
    def count(self) -> int:
        """Number of records."""
        return int(self.before.sum())


def _gather(evidence: Evidence) -> list[dict[str, Any]]:
    return [_replaced(category) for category in evidence.categories]


def _replaced(category: Coordinates) -> dict[str, Any]:
    both = (category.before != NO_CATEGORY) & (category.after != NO_CATEGORY)
    before, after = category.before[both], category.after[both]
    return {
        "changed": int((before != after).sum()),
        "before": np.bincount(before),
        "after": np.bincount(after),
    }


def _join(parts: Sequence[Sequence[dict[str, Any]]]) -> list[Replaced]:
    return [
        Replaced(
            sum(block["changed"] for block in blocks),
            *_added([block[side] for side in ("before", "after") for block in blocks]),
        )
        for blocks in zip(*parts, strict=True)
    ]


def _added(counts: Sequence[Any]) -> tuple[Counts, Counts]:
    """Return the sums of both halves of some counts; blocks may lack the last categories."""
    added = np.zeros((2, max(map(len, counts))), dtype=np.int64)
    half = len(counts) // 2
    for i, one in enumerate(counts):
        added[i // half, : len(one)] += np.asarray(one, dtype=np.int64)
    return added[0], added[1]


REPLACED = Statistic("replaced categories", _gather, _join)


def _changed(found: Findings) -> Result:
    """Return the mean over variables of the share of records with another category than before."""
    shares = [one.changed / max(1, one.count) for one in found[REPLACED]]
    by_variable = _by_variable(found, np.array(shares))
    return Result(sum(by_variable.values()) / len(by_variable), details=by_variable)


def _total_variation(found: Findings) -> Result:
    """Return the largest distance of any variable: half the sum of the shares' changes."""
    distances = [
        np.abs(one.before - one.after).sum() / (2 * max(1, one.count)) for one in found[REPLACED]
    ]
    by_variable = _by_variable(found, np.array(distances))
    return Result(max(by_variable.values()), details=by_variable)


def _by_variable(found: Findings, shares: Vector) -> dict[str, float]:
    return dict(zip(found.whole.categories, (100.0 * shares).tolist(), strict=True))


CHANGED = loss_measure(
    symbol="CHANGED",
    name="Changed categories",
    high=100.0,
    formula="mean over categorical key variables of 100/n · Σ [x ≠ x']",
    reference=(
        "J. Domingo-Ferrer and V. Torra (2001), Disclosure control methods and information loss "
        "for microdata, in Confidentiality, Disclosure and Data Access, 91-110"
    ),
    plain="The share of categories that are not what they were.",
    conclude=_changed,
    statistics=(REPLACED,),
    on="categories",
    gaps=LEFT_OUT,
    is_default=True,
)
TV = loss_measure(
    symbol="TV",
    name="Total variation distance",
    high=100.0,
    formula="max over categorical key variables of 50 · Σ|p − p'| over the shares p of categories",
    reference="A. L. Gibbs and F. E. Su (2002), International Statistical Review 70(3), 419-435",
    plain=(
        "For the categorical variable that suffered most: the share of records that would have to "
        "change their category to give it its distribution back."
    ),
    conclude=_total_variation,
    statistics=(REPLACED,),
    on="categories",
    gaps=LEFT_OUT,
    is_default=True,
)
