"""The first pass: count, check and describe every record, keep a sample, and cut it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.aggregating.rounding import decimals_of
from covey.core.arrays import Matrix
from covey.core.errors import InputError
from covey.core.plan import Plan
from covey.core.progress import Progress
from covey.core.table import Table, as_floats
from covey.core.wording import counted
from covey.streaming.moments import Moments, scaled
from covey.streaming.sources import Source
from covey.streaming.tree import CutTree, grow

_SAMPLE = 200_000
_SAMPLE_BYTES = 32 << 20


@dataclass(frozen=True, slots=True)
class Survey:
    """What the first pass found.

    Parameters
    ----------
    moments : Moments
        Of the quasi-identifiers.
    decimals : dict of str to int or None
        The most decimals of each quasi-identifier; None if its values were not rounded.
    tree : CutTree
        Which block a record goes to.
    """

    moments: Moments
    decimals: dict[str, int | None]
    tree: CutTree

    def to_dict(self) -> dict[str, Any]:
        """Return it in values that JSON holds without loss."""
        return {
            "moments": self.moments.to_dict(),
            "decimals": self.decimals,
            "tree": self.tree.to_dict(),
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return what `to_dict` described."""
        return cls(
            moments=Moments.from_dict(values["moments"]),
            decimals=values["decimals"],
            tree=CutTree.from_dict(values["tree"]),
        )


def survey(source: Source, plan: Plan, n_blocks: int, progress: Progress) -> Survey:
    """Go through the quasi-identifiers once.

    Parameters
    ----------
    source : Source
        The table.
    plan : Plan
        Names the quasi-identifiers, the scaling and the seed.
    n_blocks : int
        How many blocks to cut.
    progress : callable
        Told the share that is done.

    Raises
    ------
    InputError
        If values are missing or infinite; in the words of `Table.numbers`.
    """
    quasi = plan.roles.quasi
    moments = Moments.empty(len(quasi))
    gaps = [_Gaps(name) for name in quasi]
    wanted = _sample_rows(source.n_records, len(quasi), plan.seed)
    sample: list[Matrix] = []
    decimals: dict[str, int | None] = dict.fromkeys(quasi, 0)
    start = 0
    for table in source.batches(quasi):
        X = _numbers(table, gaps, start)
        moments.add(X)
        first, last = np.searchsorted(wanted, [start, start + len(X)])
        sample.append(X[wanted[first:last] - start])
        if plan.round == "auto":
            _widen(decimals, table, X)
        start += len(X)
        progress(start / source.n_records)
    _check_count(start, source)
    for gap in gaps:
        gap.complain()
    decimals |= {name: known for name, known in source.decimals.items() if name in decimals}
    kept = scaled(np.concatenate(sample), moments, plan.scaling)
    return Survey(moments, decimals, grow(kept, wanted, n_blocks))


@dataclass(slots=True)
class _Gaps:
    """Missing and infinite values of a column: how many, and where the first one is."""

    name: str
    counts: dict[str, int] = field(default_factory=dict)
    firsts: dict[str, int] = field(default_factory=dict)

    def add(self, kind: str, mask: NDArray[np.bool_], start: int) -> None:
        if mask.any():
            self.counts[kind] = self.counts.get(kind, 0) + int(mask.sum())
            self.firsts.setdefault(kind, start + int(np.argmax(mask)) + 1)

    def complain(self) -> None:
        remedies = {"missing": "Fill them in or remove", "infinite": "Correct or remove"}
        for kind, remedy in remedies.items():
            if kind in self.counts:
                count = self.counts[kind]
                raise InputError(
                    f"Column '{self.name}' has {counted(count, 'value')} {kind}, the "
                    f"first in record {self.firsts[kind]:,}. {remedy} these records first, or "
                    "give the column another role."
                )


def _numbers(table: Table, gaps: Iterable[_Gaps], start: int) -> Matrix:
    """Return a batch as numbers; what is none is counted and passes as 0 until the end."""
    columns = []
    for gap in gaps:
        # Under a neutral name: polars takes one such as ^a.*$ for a pattern of names.
        column = table.frame.get_column(gap.name).alias("column")
        known = column.fill_null(0) if column.null_count() else column
        values = as_floats(known)
        if column.null_count() or not np.isfinite(values).all():
            missing = column.is_null().to_numpy().astype(bool) | np.isnan(values)
            infinite = np.isinf(values)
            gap.add("missing", missing, start)
            gap.add("infinite", infinite, start)
            values[missing | infinite] = 0.0
        columns.append(values)
    return np.column_stack(columns)


def _sample_rows(n: int, p: int, seed: int) -> NDArray[np.int64]:
    """Return the numbers of the records in the sample, ascending; all if they are few."""
    size = min(n, _SAMPLE, max(1_000, _SAMPLE_BYTES // (8 * p)))
    if size == n:
        return np.arange(n, dtype=np.int64)
    rng = np.random.default_rng(seed)
    return np.sort(rng.choice(n, size, replace=False, shuffle=False)).astype(np.int64)


def _widen(decimals: dict[str, int | None], table: Table, X: Matrix) -> None:
    for j, name in enumerate(decimals):
        known = decimals[name]
        if known is not None and table.kind(name) != "integer":
            is_short = table.is_single_precision(name)
            found = decimals_of(X[:, j], is_single_precision=is_short)
            decimals[name] = None if found is None else max(known, found)


def _check_count(n_records: int, source: Source) -> None:
    if n_records != source.n_records:
        raise InputError(
            f"'{source.origin.name}' has {n_records:,} records where its header says "
            f"{source.n_records:,}. It changed while it was read, or is damaged; export it again."
        )
