"""What a group must keep of confidential values: distinct ones, close to the whole table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit


class DiversityDemand(NamedTuple):
    """Demands on the confidential values of every group."""

    codes: NDArray[np.int64]  # for each column, which of its distinct values each record holds
    starts: NDArray[np.int64]  # where each column's values begin in ``totals`` and ``up_to``
    totals: NDArray[np.int64]  # how many records of the whole table hold a value
    up_to: NDArray[np.int64]  # how many hold that or a lower one
    is_ordered: NDArray[np.bool_]  # whether distances between values mean something
    least_distinct: int  # values that a group must hold in each column
    most_distance: float  # earth mover's, of a group from the whole table in each column
    scratch: NDArray[np.int64]  # room to sort one group


def make_demand(
    columns: list[NDArray[np.float64]],
    is_ordered: list[bool],
    *,
    least_distinct: int,
    most_distance: float,
    limit: int,
) -> DiversityDemand:
    """Return the demand on some columns; NaN is a value like any other.

    Columns hold confidential values, or the numbers of categories. Groups have up to ``limit``
    records.
    """
    coded = [np.unique(column, return_inverse=True, return_counts=True) for column in columns]
    totals = [counts.astype(np.int64) for _, _, counts in coded]
    return DiversityDemand(
        codes=np.array([inverse for _, inverse, _ in coded], dtype=np.int64),
        starts=np.cumsum([0, *(len(counts) for counts in totals)]).astype(np.int64),
        totals=np.concatenate(totals),
        up_to=np.concatenate([np.cumsum(counts) for counts in totals]),
        is_ordered=np.array(is_ordered),
        least_distinct=least_distinct,
        most_distance=most_distance,
        scratch=np.zeros(limit + 1, dtype=np.int64),
    )


@njit
def meets_demand(demand, members, size, leaving, joining):
    """Say whether a group meets the demands in every column after one left and one joined.

    The first ``size`` of ``members`` count; −1 stands for nobody.
    """
    for column in range(demand.codes.shape[0]):
        count = gather(demand, column, members, size, leaving, joining)
        if count_distinct(demand.scratch, count) < demand.least_distinct:
            return False
        if np.isinf(demand.most_distance):
            continue
        if demand.is_ordered[column]:
            distance = ordered_distance(demand, column, count)
        else:
            distance = equal_distance(demand, column, count)
        if distance > demand.most_distance:
            return False
    return True


@inner
def gather(demand, column, members, size, leaving, joining):
    """Write the codes of a group in ascending order to the scratch room; return how many."""
    count = 0
    for place in range(size + 1):
        record = joining if place == size else members[place]
        if record < 0 or record == leaving:
            continue
        code = demand.codes[column, record]
        position = count
        while position > 0 and demand.scratch[position - 1] > code:
            demand.scratch[position] = demand.scratch[position - 1]
            position -= 1
        demand.scratch[position] = code
        count += 1
    return count


@inner
def count_distinct(ordered, count):
    """Return how many different values there are among the first, which are in order."""
    distinct = 0
    for position in range(count):
        if position == 0 or ordered[position] != ordered[position - 1]:
            distinct += 1
    return distinct


@inner
def ordered_distance(demand, column, count):
    """Return Σ |F_group − F_table| / (n_values − 1) over the distinct values of a column."""
    start, stop = demand.starts[column], demand.starts[column + 1]
    if stop - start < 2:
        return 0.0
    n = demand.codes.shape[1]
    total, position = 0.0, 0
    for value in range(stop - start):
        while position < count and demand.scratch[position] <= value:
            position += 1
        total += abs(position / count - demand.up_to[start + value] / n)
    return total / (stop - start - 1)


@inner
def equal_distance(demand, column, count):
    """Return Σ max(0, p_group − p_table) over the values of a column."""
    start = demand.starts[column]
    n = demand.codes.shape[1]
    total, position = 0.0, 0
    while position < count:
        value = demand.scratch[position]
        run = 0
        while position < count and demand.scratch[position] == value:
            run += 1
            position += 1
        surplus = run / count - demand.totals[start + value] / n
        total += max(0.0, surplus)
    return total
