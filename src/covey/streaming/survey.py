"""The first pass: look at every record, keep a sample, and cut it into blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from covey.core.plan import Plan
from covey.core.profile import Profile
from covey.core.progress import Progress
from covey.core.table import Table
from covey.pipeline import RUNNABLE, encoded
from covey.planning import look_at, looked_at
from covey.streaming.sources import Source
from covey.streaming.tree import CutTree, grow

_SAMPLE = 200_000
_SAMPLE_BYTES = 32 << 20


@dataclass(frozen=True, slots=True)
class Survey:
    """What the first pass found.

    Parameters
    ----------
    profile : Profile
        Of the columns that grouping looks at.
    tree : CutTree
        Which block a record goes to.
    """

    profile: Profile
    tree: CutTree

    def to_dict(self) -> dict[str, Any]:
        """Return it in values that JSON holds without loss."""
        return {"profile": self.profile.to_dict(), "tree": self.tree.to_dict()}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return what `to_dict` described."""
        return cls(Profile.from_dict(values["profile"]), CutTree.from_dict(values["tree"]))


def survey(source: Source, plan: Plan, n_blocks: int, progress: Progress) -> tuple[Survey, Plan]:
    """Go through the columns that grouping looks at once; return what was found, and the plan.

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
        If values are missing or infinite.
    """
    names = looked_at(source, plan, RUNNABLE)
    sample = _Sample(_sample_rows(source.n_records, len(plan.roles.quasi), plan.seed))
    batches = sample.passing(source.batches(names))
    profile = look_at(source, plan, RUNNABLE, batches=batches, progress=progress)
    plan = encoded(plan, profile)
    X = np.concatenate([plan.coordinates.encode(table) for table in sample.tables])
    return Survey(profile, grow(X, sample.rows, n_blocks)), plan


class _Sample:
    """Some records of batches that pass by."""

    def __init__(self, rows: NDArray[np.int64]) -> None:
        self.rows = rows
        self.tables: list[Table] = []

    def passing(self, batches: Iterable[Table]) -> Iterator[Table]:
        """Yield the batches, and keep the records of the sample."""
        start = 0
        for batch in batches:
            first, last = np.searchsorted(self.rows, [start, start + batch.n_records])
            if last > first:
                self.tables.append(batch.take((self.rows[first:last] - start).tolist()))
            start += batch.n_records
            yield batch


def _sample_rows(n: int, p: int, seed: int) -> NDArray[np.int64]:
    """Return the numbers of the records in the sample, ascending; all if they are few."""
    size = min(n, _SAMPLE, max(1_000, _SAMPLE_BYTES // (8 * p)))
    if size == n:
        return np.arange(n, dtype=np.int64)
    rng = np.random.default_rng(seed)
    return np.sort(rng.choice(n, size, replace=False, shuffle=False)).astype(np.int64)
