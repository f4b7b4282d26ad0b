"""A partition for each variable, and none of the whole: what columnwise methods give."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import GuaranteeError
from covey.core.partition import Facts, Partition


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ColumnPartitions:
    """A partition for each variable, all with the same *k*. It cannot exist otherwise.

    Every value of a variable is shared by k records; a *record* need have no twin at all.

    Parameters
    ----------
    partitions : tuple of Partition
        One for each variable, in their order.
    facts : mapping, optional
        What the method told about them, by its name.

    Examples
    --------
    >>> parts = ColumnPartitions((Partition([0, 0, 1, 1], k=2), Partition([0, 1, 0, 1], k=2)))
    >>> parts
    ColumnPartitions(4 records by 2 variables, k=2)
    >>> parts.labels.tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """

    partitions: tuple[Partition, ...]
    facts: Facts = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "partitions", tuple(self.partitions))
        if not self.partitions:
            raise GuaranteeError("Partitions must be one for each variable. Got none.")
        if len({len(partition) for partition in self.partitions}) > 1:
            raise GuaranteeError("Partitions of the variables must cover the same records.")
        if len({partition.k for partition in self.partitions}) > 1:
            raise GuaranteeError("Partitions of the variables must promise the same k.")

    @classmethod
    def from_labels(
        cls,
        labels: Any,
        *,
        k: int,
        facts: Facts = MappingProxyType({}),
        shape: tuple[int, ...] | None = None,
    ) -> ColumnPartitions:
        """Wrap an array with the group of each record (row) in each variable (column).

        Parameters
        ----------
        labels : array of int, shape (n_records, n_variables)
            In each column, groups numbered from 0 without gaps. Copied.
        k : int
            The promised smallest group size.
        facts : mapping
            What the method told about them.
        shape : tuple of int, optional
            Records and variables that the labels must cover.
        """
        given = np.asarray(labels)
        if given.ndim != 2:
            raise GuaranteeError(
                f"Labels must be one for each record and variable. Got shape {given.shape}."
            )
        if shape is not None and given.shape != shape:
            raise GuaranteeError(
                f"Labels for {given.shape[0]} records by {given.shape[1]} variables cannot cover "
                f"{shape[0]} by {shape[1]}."
            )
        partitions = tuple(_of_variable(j, given[:, j], k) for j in range(given.shape[1]))
        return cls(partitions, facts)

    @property
    def k(self) -> int:
        """The promised smallest group size, variable by variable."""
        return self.partitions[0].k

    @property
    def n_variables(self) -> int:
        """Number of variables."""
        return len(self.partitions)

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
        return sum(partition.n_groups for partition in self.partitions)

    @property
    def joint(self) -> None:
        """None: a record need not share its values with any other in all variables."""
        return

    def for_variable(self, j: int, /) -> Partition:
        """Return the partition of a variable."""
        return self.partitions[j]

    def __len__(self) -> int:
        return len(self.partitions[0])

    def __repr__(self) -> str:
        return f"ColumnPartitions({len(self)} records by {self.n_variables} variables, k={self.k})"


def _of_variable(j: int, labels: NDArray[Any], k: int) -> Partition:
    try:
        return Partition(labels, k=k)
    except GuaranteeError as error:
        raise GuaranteeError(f"Variable {j}: {error}") from None
