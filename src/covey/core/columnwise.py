"""Methods that treat each variable by itself: a partition for each, and none of the whole.

They have no place among the algorithms: what they give is no `Partition`, so nothing that promises
k-anonymity can be handed their result by mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.core.errors import GuaranteeError
from covey.core.options import options_of
from covey.core.partition import Partition
from covey.core.registry import Method, card_beside, prepare


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ColumnPartitions:
    """A partition for each variable, all with the same *k*. It cannot exist otherwise.

    Every value of a variable is shared by k records; a *record* need have no twin at all.

    Parameters
    ----------
    partitions : tuple of Partition
        One for each variable, in their order.

    Examples
    --------
    >>> parts = ColumnPartitions((Partition([0, 0, 1, 1], k=2), Partition([0, 1, 0, 1], k=2)))
    >>> parts
    ColumnPartitions(4 records by 2 variables, k=2)
    >>> parts.labels.tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """

    partitions: tuple[Partition, ...]

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
        cls, labels: Any, *, k: int, shape: tuple[int, int] | None = None
    ) -> ColumnPartitions:
        """Wrap an array with the group of each record (row) in each variable (column).

        Parameters
        ----------
        labels : array of int, shape (n_records, n_variables)
            In each column, groups numbered from 0 without gaps. Copied.
        k : int
            The promised smallest group size.
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
        return cls(tuple(_of_variable(j, given[:, j], k) for j in range(given.shape[1])))

    @property
    def k(self) -> int:
        """The promised smallest group size, variable by variable."""
        return self.partitions[0].k

    @property
    def n_records(self) -> int:
        """Number of records."""
        return len(self.partitions[0])

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

    def __getitem__(self, variable: int) -> Partition:
        return self.partitions[variable]

    def __iter__(self) -> Iterator[Partition]:
        return iter(self.partitions)

    def __len__(self) -> int:
        return self.n_variables

    def __repr__(self) -> str:
        return (
            f"ColumnPartitions({self.n_records} records by {self.n_variables} variables, "
            f"k={self.k})"
        )


@dataclass(frozen=True, slots=True)
class ColumnwiseAlgorithm(Method):
    """A method that can run on each variable by itself; it promises k twins to no record.

    It checks, calls, and wraps the labels in `ColumnPartitions`, here and nowhere else.
    """

    run: Callable[..., NDArray[np.intp]] = field(kw_only=True, repr=False)

    @property
    def card(self) -> str:
        """The text of the Markdown file beside the method's module."""
        return card_beside(self.run)

    def __call__(self, X: Any, *, k: Any, **settings: Any) -> ColumnPartitions:
        """Partition the values of each variable into groups of at least k.

        Parameters
        ----------
        X : array-like, shape (n_records, n_variables)
            Finite numbers, used as given: no scaling. Never changed.
        k : int
            Smallest group size.
        **settings
            The method's options, and ``seed``, ``progress`` or ``confidential`` where the plan has
            them; those that this method does not want are left out.
        """
        X, k, keywords = prepare(self, self.run, X, k, settings)
        labels = self.run(X, k=k, **keywords)
        return ColumnPartitions.from_labels(labels, k=k, shape=(X.shape[0], X.shape[1]))


def columnwise(
    name: str, *, family: str, summary: str, reference: str
) -> Callable[[Callable[..., NDArray[np.intp]]], ColumnwiseAlgorithm]:
    """Declare the decorated function as a method that treats each variable by itself.

    Its keyword-only parameters are its options. It is declared as not k-anonymous.
    """

    def declare(run: Callable[..., NDArray[np.intp]]) -> ColumnwiseAlgorithm:
        return ColumnwiseAlgorithm(
            name, family, summary, reference, options_of(run), is_k_anonymous=False, run=run
        )

    return declare


def _of_variable(j: int, labels: NDArray[Any], k: int) -> Partition:
    try:
        return Partition(labels, k=k)
    except GuaranteeError as error:
        raise GuaranteeError(f"Variable {j}: {error}") from None
