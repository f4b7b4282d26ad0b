"""From a partition to the masked table."""

from __future__ import annotations

from covey.aggregating.mean import group_means
from covey.aggregating.rounding import rounded
from covey.core.partition import Grouping
from covey.core.plan import Plan
from covey.core.table import Table


def aggregate(table: Table, groups: Grouping, plan: Plan) -> Table:
    """Return the table to release: identifiers dropped, quasi-identifiers replaced by group means.

    Column and row order are kept, and every other column is released as it is.
    """
    masked = {}
    for j, name in enumerate(plan.roles.quasi):
        partition = groups.for_variable(j)
        means = group_means(table.numbers(name), partition)
        masked[name] = rounded(means, table, name, plan.round)[partition.labels]
    return table.without(plan.roles.identifier).with_numbers(masked)
