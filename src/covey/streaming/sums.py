"""What the measures need of a table, added up block by block.

Sums over records are exact whatever the blocks. Attacks are tried within each block.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Self

import numpy as np

from covey.core.arrays import Matrix, Vector
from covey.core.measure import Measure
from covey.core.profile import Moments
from covey.measuring.evidence import Evidence
from covey.measuring.loss.columns import in_units
from covey.measuring.loss.relative import relative_change
from covey.measuring.magnitudes import settled

WITHIN = ("DLD", "DBRL1", "DBRL2", "RLD")
"""Attacks, tried among the records of a block: their mean over records is a mean of blocks."""

LEAST = ("L_distinct", "L_entropy")
"""The worst group counts, and every group lies in one block."""

SHARES = ("CERTAIN",)
"""Shares of groups, or of records where the details say so."""


@dataclass(slots=True)
class Sums:
    """Sums over the records of some blocks; all but the first three have a value a variable.

    Parameters
    ----------
    count : int
        Records.
    attacks : list of dict
        For each block: its number of records, and the results of the measures within it.
    lost, total : Vector
        Squared changes, and squared distances from the mean, in sample standard deviations.
    moved, relative : Vector
        Absolute changes in these units, and relative to the original values.
    shift : Vector
        Distances of masked values from the original mean.
    size, masked_size : Vector
        Magnitudes, in the columns' own units.
    products, masked_products : Matrix
        Products of distances from the original mean, variable by variable.
    """

    count: int
    attacks: list[dict[str, Any]] = field(repr=False)
    lost: Vector
    total: Vector
    moved: Vector
    relative: Vector
    shift: Vector
    size: Vector
    masked_size: Vector
    products: Matrix = field(repr=False)
    masked_products: Matrix = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return them in values that JSON holds without loss."""
        return {
            item.name: value.tolist() if isinstance(value, np.ndarray) else value
            for item in fields(self)
            for value in [getattr(self, item.name)]
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return what `to_dict` described."""
        arrays: dict[str, Any] = {
            name: np.array(value, dtype=np.float64)
            for name, value in values.items()
            if name not in ("count", "attacks")
        }
        return cls(count=values["count"], attacks=values["attacks"], **arrays)

    @classmethod
    def of_all(cls, parts: Sequence[Sums]) -> Sums:
        """Return the sums over all records of several parts, added in their order."""
        joined = [attack for part in parts for attack in part.attacks]
        added = {
            item.name: sum(getattr(part, item.name) for part in parts)
            for item in fields(cls)
            if item.name != "attacks"
        }
        return cls(attacks=joined, **added)


def sum_block(evidence: Evidence, moments: Moments, measures: Iterable[Measure]) -> Sums:
    """Return the sums of one block, and what the measures that look within blocks find in it.

    Parameters
    ----------
    evidence : Evidence
        The block's records before and after.
    moments : Moments
        Of the whole table.
    measures : iterable of Measure
        Those that were asked for; the ones that sums suffice for are passed over.
    """
    width = np.where(moments.is_constant, 0.0, moments.deviations(ddof=1))
    size, masked_size, moved, relative, lost = np.zeros((5, evidence.n_variables))
    before, after = np.empty_like(evidence.original), np.empty_like(evidence.masked)
    for j in range(evidence.n_variables):
        original = np.ascontiguousarray(evidence.original[:, j])
        masked = settled(original, np.ascontiguousarray(evidence.masked[:, j]))
        relative[j] = relative_change(original, masked).sum()
        x, y = (np.ldexp(side, -int(moments.exponents[j])) for side in (original, masked))
        size[j], masked_size[j] = np.abs(x).sum(), np.abs(y).sum()
        moved[j] = in_units(np.abs(x - y), float(np.sqrt(2.0) * width[j])).sum()
        unit = width[j] or 1.0
        before[:, j], after[:, j] = (x - moments.means[j]) / unit, (y - moments.means[j]) / unit
        if moments.is_constant[j]:
            before[:, j], after[:, j] = 0.0, 0.0
        change = before[:, j] - after[:, j]
        lost[j] = change @ change
    # In the units of the whole table: the block's own would change who is near to whom.
    vars(evidence)["standardized"] = (before, after)
    products = before.T @ before
    return Sums(
        count=evidence.n_records,
        attacks=[_within(evidence, measures)],
        lost=lost,
        total=np.diag(products).copy(),
        moved=moved,
        relative=relative,
        shift=after.sum(axis=0),
        size=size,
        masked_size=masked_size,
        products=products,
        masked_products=after.T @ after,
    )


def _within(evidence: Evidence, measures: Iterable[Measure]) -> dict[str, Any]:
    looked_at = [measure for measure in measures if measure.symbol in (*WITHIN, *LEAST, *SHARES)]
    found: dict[str, Any] = {"n_records": evidence.n_records}
    if any(measure.symbol in SHARES for measure in looked_at):
        found["n_groups"] = len(evidence.twins[0])
    for measure in looked_at:
        result = evidence.result(measure)
        found[measure.symbol] = {
            "value": result.value,
            "note": result.note,
            "details": dict(result.details),
        }
    return found
