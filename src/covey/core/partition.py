"""The partition: the value that carries the guarantee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels
from covey.core.errors import GuaranteeError


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Partition:
    """Records split into groups of at least *k*. It cannot exist otherwise.

    Parameters
    ----------
    labels : array of int, shape (n_records,)
        Group of each record, numbered from 0 without gaps. Copied, then read-only.
    k : int
        The promised smallest group size.
    facts : mapping, optional
        What was told about the partition, for the manifest and the report, by the name of the
        method or refinement that told it.
    n_records : int, optional
        Number of records that the labels must cover.

    Examples
    --------
    >>> part = Partition([0, 0, 1, 1, 1], k=2)
    >>> part.n_groups, part.sizes.tolist()
    (2, [2, 3])
    >>> Partition([0, 0, 1], k=2)
    Traceback (most recent call last):
        ...
    covey.core.errors.GuaranteeError: Smallest group has 1 record; k=2 was promised.
    """

    labels: Labels
    k: int
    facts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    n_records: InitVar[int | None] = None
    sizes: NDArray[np.intp] = field(init=False)

    def __post_init__(self, n_records: int | None) -> None:
        labels = _as_labels(self.labels)
        if n_records is not None and len(labels) != n_records:
            raise GuaranteeError(f"{len(labels)} labels cannot cover {n_records} records.")
        sizes = np.bincount(labels).astype(np.intp)
        if (sizes == 0).any():
            raise GuaranteeError(
                f"Group labels must run from 0 without gaps; {int((sizes == 0).sum())} are unused."
            )
        smallest = int(sizes.min())
        if smallest < self.k:
            records = "record" if smallest == 1 else "records"
            raise GuaranteeError(
                f"Smallest group has {smallest} {records}; k={self.k} was promised."
            )
        labels.setflags(write=False)
        sizes.setflags(write=False)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "sizes", sizes)

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return len(self.sizes)

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        return (
            f"Partition({len(self)} records in {self.n_groups} groups of "
            f"{self.sizes.min()} to {self.sizes.max()}, k={self.k})"
        )


def _as_labels(labels: Any) -> Labels:
    given = np.asarray(labels)
    if given.ndim != 1 or given.size == 0:
        raise GuaranteeError(f"Labels must be one for each record. Got shape {given.shape}.")
    if not np.issubdtype(given.dtype, np.integer):
        raise GuaranteeError(f"Labels must be whole numbers. Got {given.dtype}.")
    if int(given.min()) < 0:
        raise GuaranteeError("Labels must not be negative: some records have no group.")
    return np.array(given, dtype=np.intp)
