"""From a partition to the masked table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from covey.aggregating.mean import group_means
from covey.aggregating.rounding import decimals_of, round_to
from covey.core.arrays import Vector
from covey.core.columnwise import ColumnPartitions
from covey.core.partition import Partition
from covey.core.plan import Plan
from covey.core.table import Table


def aggregate(table: Table, groups: Partition | ColumnPartitions, plan: Plan) -> Table:
    """Return the table to release: identifiers dropped, quasi-identifiers replaced by group means.

    Column and row order are kept, and every other column is released as it is.
    """
    masked = {}
    for j, name in enumerate(plan.roles.quasi):
        partition = groups if isinstance(groups, Partition) else groups[j]
        values = table.numbers(name)
        means = group_means(values, partition)
        if plan.round == "auto":
            means = _as_precise_as(values, means, is_integer=table.kind(name) == "integer")
        masked[name] = means[partition.labels]
    return table.without(plan.roles.identifier).with_numbers(masked)


def _as_precise_as(values: Vector, means: Vector, *, is_integer: bool) -> NDArray[Any]:
    if is_integer:
        return round_to(means, 0).astype(np.int64 if means.min() < 0.0 else np.uint64)
    decimals = decimals_of(values)
    return means if decimals is None else round_to(means, decimals)
