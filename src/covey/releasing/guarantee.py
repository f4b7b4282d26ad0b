"""The last check before anything becomes visible: count equal rows of the masked table itself.

Nothing here knows groups, labels or methods, so that no mistake there can hide from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
from numpy.typing import NDArray

from covey.core.comparable import comparable
from covey.core.errors import GuaranteeError
from covey.core.roles import Roles

_REMEDY = "Nothing was released; please report it as a defect."


def class_sizes(frame: Any, names: Iterable[str]) -> pl.Series:
    """Return how many records share each combination of values in the named columns that occurs.

    A missing value equals another missing value, as NaN equals NaN: to an intruder who sees the
    table they look the same. The frame is one of pandas, polars, pyarrow or narwhals.
    """
    counted = _neutral(frame, names)
    return counted.group_by(counted.columns).agg(pl.len().alias("n")).get_column("n")


def class_numbers(frame: Any, names: Iterable[str]) -> NDArray[np.intp]:
    """Return a number for each record, the same for records that `class_sizes` counts together."""
    rows = _neutral(frame, names).with_row_index()
    keys = [name for name in rows.columns if name != "index"]
    first = rows.select(pl.col("index").min().over(keys)).to_series()
    return first.to_numpy().astype(np.intp)


def _neutral(frame: Any, names: Iterable[str]) -> pl.DataFrame:
    wrapped = nw.from_native(frame, eager_only=True)
    # Neutral names: a column may be called "n", or like a pattern that polars would expand.
    columns = [
        comparable(wrapped.get_column(name), name).alias(f"q{i}") for i, name in enumerate(names)
    ]
    if not columns:
        raise GuaranteeError(f"There is no quasi-identifier to count equal records by. {_REMEDY}")
    return pl.DataFrame(columns)


def smallest_class(frame: Any, names: Iterable[str]) -> int:
    """Return the size of the smallest set of records that agree in the named columns.

    The table is k-anonymous for every k up to it; it is 0 for a table without records.
    """
    return min(class_sizes(frame, names).to_list(), default=0)


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
    released = set(roles.released)
    for name in names:
        if name in roles.dropped:
            raise GuaranteeError(
                f"Column '{name}' is to be dropped and still in the masked table. {_REMEDY}"
            )
        if name not in released:
            raise GuaranteeError(
                f"Column '{name}' of the masked table has no role in the plan. {_REMEDY}"
            )
