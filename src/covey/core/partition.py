"""Partitions: the values that carry the guarantee. All answer the same questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from covey.core.arrays import Labels
from covey.core.errors import GuaranteeError

Facts: TypeAlias = Mapping[str, Mapping[str, Any]]
"""What methods and refinements told about their groups, by their names."""


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
    shape : tuple of int, optional
        Of the table whose records the labels must cover.
    divisions : array of int, shape (n_records,), optional
        The division of each record: no group may have members in two.
    units : array of int, shape (n_records,), optional
        The respondent of each record: every group must have records of k of them.

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
    shape: InitVar[tuple[int, ...] | None] = None
    divisions: InitVar[Labels | None] = None
    units: InitVar[Labels | None] = None
    sizes: NDArray[np.intp] = field(init=False)

    def __post_init__(
        self,
        shape: tuple[int, ...] | None,
        divisions: Labels | None,
        units: Labels | None,
    ) -> None:
        labels = _as_labels(self.labels)
        if shape is not None and len(labels) != shape[0]:
            raise GuaranteeError(f"{len(labels)} labels cannot cover {shape[0]} records.")
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
        if units is not None and (fewest := int(units_by_group(labels, units).min())) < self.k:
            raise GuaranteeError(
                f"A group has records of {fewest} units only; {self.k} were promised."
            )
        labels.setflags(write=False)
        sizes.setflags(write=False)
        object.__setattr__(self, "labels", labels)
        object.__setattr__(self, "sizes", sizes)

    @property
    def n_groups(self) -> int:
        """Number of groups."""
        return len(self.sizes)

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """The partitions of variables: this one, of all."""
        return (self,)

    @property
    def joint(self) -> Partition:
        """The one partition of all variables jointly, which this is."""
        return self

    def for_variable(self, _j: int, /) -> Partition:
        """Return the groups in which a variable's values are replaced: these, whichever it is."""
        return self

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        return (
            f"Partition({len(self)} records in {self.n_groups} groups of "
            f"{self.sizes.min()} to {self.sizes.max()}, k={self.k})"
        )


class ColumnPartitions:
    """A partition for each variable, all with the same *k*. It cannot exist otherwise.

    Every value of a variable is shared by k records; a *record* need have no twin at all. It is no
    `Partition`, so that nothing which promises k-anonymity takes it by mistake. Labels, one column
    for each variable, and the other parameters are those of `Partition`.

    Examples
    --------
    >>> parts = ColumnPartitions([[0, 0], [0, 1], [1, 0], [1, 1]], k=2)
    >>> parts
    ColumnPartitions(4 records by 2 variables, k=2)
    >>> parts.for_variable(1).labels.tolist()
    [0, 1, 0, 1]
    """

    __slots__ = ("_partitions", "facts")

    def __init__(
        self,
        labels: Any,
        *,
        k: int,
        facts: Facts | None = None,
        shape: tuple[int, ...] | None = None,
    ) -> None:
        given = np.asarray(labels)
        if given.ndim != 2 or given.shape[1] == 0:
            raise GuaranteeError(
                f"Labels must be one for each record and variable. Got shape {given.shape}."
            )
        if shape is not None and given.shape != shape:
            raise GuaranteeError(
                f"Labels for {given.shape[0]} records by {given.shape[1]} variables cannot cover "
                f"{shape[0]} by {shape[1]}."
            )
        self._partitions = tuple(_of_variable(j, column, k) for j, column in enumerate(given.T))
        self.facts: Facts = facts or {}

    @classmethod
    def of(cls, partitions: Sequence[Partition], facts: Facts | None = None) -> Self:
        """Return partitions of the same records, one for each variable; some may share one."""
        if len({(len(partition), partition.k) for partition in partitions}) != 1:
            raise GuaranteeError("Partitions of variables must be of the same records and k.")
        made = cls.__new__(cls)
        made._partitions, made.facts = tuple(partitions), facts or {}  # noqa: SLF001
        return made

    @property
    def partitions(self) -> tuple[Partition, ...]:
        """One for each variable, in their order."""
        return self._partitions

    @property
    def k(self) -> int:
        """The promised smallest group size, variable by variable."""
        return self.partitions[0].k

    @property
    def labels(self) -> NDArray[np.intp]:
        """Group of each record in each variable, (n_records, n_variables), read-only.

        Put together from the partitions at each access.
        """
        stacked = np.column_stack([partition.labels for partition in self.partitions])
        stacked.setflags(write=False)
        return stacked

    @property
    def sizes(self) -> NDArray[np.intp]:
        """The sizes of the groups of the first variable, then of the next."""
        return np.concatenate([partition.sizes for partition in self.partitions])

    @property
    def n_groups(self) -> int:
        """Number of groups, those of all variables together."""
        return len(self.sizes)

    @property
    def joint(self) -> None:
        """None: a record need not share its values with any other in all variables."""
        return

    def for_variable(self, j: int, /) -> Partition:
        """Return the groups in which a variable's values are replaced."""
        return self.partitions[j]

    def __len__(self) -> int:
        return len(self.partitions[0])

    def __repr__(self) -> str:
        shape = f"{len(self)} records by {len(self.partitions)} variables"
        return f"ColumnPartitions({shape}, k={self.k})"


Grouping: TypeAlias = Partition | ColumnPartitions
"""Groups of at least k: of whole records, or of each variable by itself."""


def _of_variable(j: int, labels: NDArray[Any], k: int) -> Partition:
    try:
        return Partition(labels, k=k)
    except GuaranteeError as error:
        raise GuaranteeError(f"Variable {j}: {error}") from None


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


def units_by_group(labels: Labels, units: Labels) -> NDArray[np.intp]:
    """Return how many respondents have records in each group, by the groups' numbers.

    Examples
    --------
    >>> units_by_group(np.array([0, 0, 1, 1]), np.array([7, 7, 7, 8])).tolist()
    [1, 2]
    """
    _, codes = np.unique(units, return_inverse=True)
    n_units = int(codes.max()) + 1
    return np.bincount(np.unique(labels * n_units + codes) // n_units)
