"""The last check before anything becomes visible: count equal rows of the masked table itself.

Nothing here knows groups, labels or methods, so that no mistake there can hide from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import narwhals as nw
import polars as pl

from covey.core.errors import GuaranteeError
from covey.core.roles import Roles
from covey.core.table import Table

_REMEDY = "Nothing was released; please report it as a defect."


def class_sizes(columns: Sequence[pl.Series]) -> pl.Series:
    """Return how many records share each combination of values that occurs.

    A missing value equals another missing value, as NaN equals NaN: to an intruder who sees the
    table they look the same.
    """
    # Neutral names: a column may be called "n", or like a pattern that polars would expand.
    frame = pl.DataFrame([column.alias(f"q{i}") for i, column in enumerate(columns)])
    return frame.group_by(frame.columns).agg(pl.len().alias("n")).get_column("n")


def smallest_class(frame: Any, names: Iterable[str]) -> int:
    """Return the size of the smallest set of records that agree in the named columns.

    Parameters
    ----------
    frame : data frame
        A pandas, polars, pyarrow or narwhals frame.
    names : iterable of str
        The quasi-identifiers; at least one.

    Returns
    -------
    int
        The table is k-anonymous for every k up to it; 0 for a table without records.

    Examples
    --------
    >>> smallest_class(pl.DataFrame({"age": [30, 30, 41, 41, 41]}), ["age"])
    2
    """
    wrapped = nw.from_native(frame, eager_only=True)
    columns = [wrapped.get_column(name).to_polars() for name in names]
    if not columns:
        raise GuaranteeError(f"There is no quasi-identifier to count equal records by. {_REMEDY}")
    sizes = class_sizes(columns).to_list()
    return min(sizes, default=0)


def check_k_anonymous(table: Table, names: Iterable[str], k: int) -> int:
    """Raise unless every record equals at least k − 1 others in the named columns.

    Parameters
    ----------
    table : Table
        The masked table.
    names : iterable of str
        The quasi-identifiers.
    k : int
        What was promised.

    Returns
    -------
    int
        Size of the smallest class.
    """
    names = tuple(names)
    absent = [name for name in names if name not in table.names]
    if absent:
        raise GuaranteeError(
            f"Column '{absent[0]}' is a quasi-identifier but not in the masked table. {_REMEDY}"
        )
    smallest = smallest_class(table.frame, names)
    check_size(smallest, k)
    return smallest


def check_size(smallest: int, k: int) -> None:
    """Raise if the smallest class is smaller than k, or k promises nothing."""
    if k < 2:
        raise GuaranteeError(f"k={k} promises nothing: it must be at least 2. {_REMEDY}")
    if smallest < k:
        alone = "One record" if smallest == 1 else f"A class of {smallest} records"
        raise GuaranteeError(
            f"{alone} would stand out: k={k} equal records on the quasi-identifiers were promised. "
            f"{_REMEDY}"
        )


def check_columns(names: Iterable[str], roles: Roles) -> None:
    """Raise if an identifier, or a column that nobody gave a role, is about to be released."""
    released = {*roles.quasi, *roles.confidential, *roles.other}
    for name in names:
        if name in roles.identifier:
            raise GuaranteeError(
                f"Column '{name}' is an identifier and still in the masked table. {_REMEDY}"
            )
        if name not in released:
            raise GuaranteeError(
                f"Column '{name}' of the masked table has no role in the plan. {_REMEDY}"
            )
