"""The partition: the value that carries the guarantee, and the questions every grouping answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels
from covey.core.errors import GuaranteeError

Facts: TypeAlias = Mapping[str, Mapping[str, Any]]
"""What methods and refinements told about their groups, by their names."""


class Grouping(Protocol):
    """Groups of at least k records, of the whole table or of each variable by itself."""

    @property
    def k(self) -> int:
        """The promised smallest group size."""

    @property
    def facts(self) -> Facts:
        """What was told about the groups, for the manifest and the report."""

    @property
    def labels(self) -> Labels:
        """The group of each record, (n_records,); (n_records, n_variables) if by variable."""

    @property
    def sizes(self) -> NDArray[np.intp]:
        """The number of records in each group."""

    @property
    def n_groups(self) -> int:
        """Number of groups."""

    @property
    def joint(self) -> Partition | None:
        """The one partition of all variables jointly; None if each has its own."""

    def for_variable(self, j: int, /) -> Partition:
        """Return the groups in which the values of a variable are replaced."""

    def __len__(self) -> int:
        """Return the number of records."""


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
    divisions : array of int, shape (n_records,), optional
        The division of each record: no group may have members in two.

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
    facts: Facts = field(default_factory=dict)
    n_records: InitVar[int | None] = None
    divisions: InitVar[Labels | None] = None
    sizes: NDArray[np.intp] = field(init=False)

    def __post_init__(self, n_records: int | None, divisions: Labels | None) -> None:
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
        if divisions is not None:
            _check_divisions(labels, np.asarray(divisions))
        labels.setflags(write=False)
        sizes.setflags(write=False)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "sizes", sizes)

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return len(self.sizes)

    @property
    def joint(self) -> Partition:
        """The partition itself, which holds for all variables."""
        return self

    def for_variable(self, _j: int, /) -> Partition:
        """Return this partition, whichever the variable."""
        return self

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


def _check_divisions(labels: Labels, divisions: NDArray[Any]) -> None:
    if divisions.shape != labels.shape:
        raise GuaranteeError(
            f"Divisions must be one for each of the {len(labels)} records. "
            f"Got shape {divisions.shape}."
        )
    order = np.argsort(labels, kind="stable")
    inside = labels[order][1:] == labels[order][:-1]
    changes = divisions[order][1:] != divisions[order][:-1]
    crossing = np.unique(labels[order][1:][inside & changes])
    if len(crossing):
        raise GuaranteeError(
            f"{len(crossing):,} of {int(labels.max()) + 1:,} groups cross a division: their "
            "members must all be of one."
        )
