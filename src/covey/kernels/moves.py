"""Moves that pay: the local search.

A move is one of two: a record leaves a group larger than k for one below the limit, or two records
of different groups change places. Candidates come from each record's nearest neighbours.

Kernels that are called in each iteration take the arrays of a `State` that they need, one by one
and by its names: to hand on the whole of it would cost time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit
from covey.kernels.diversity import DiversityDemand, meets_demand
from covey.kernels.groups import (
    Groups,
    Journal,
    append,
    exchange,
    make_groups,
    make_journal,
    note,
    remove,
)
from covey.kernels.units import is_of_new_unit, may_leave, needs

MOST_RUINED = 4
"""Groups that one iteration takes apart, at most."""

FEW_MEMBERS = 16
"""In a larger group, only neighbours are tried for a change of places, not every member."""

JOURNAL = 64
"""Groups that one iteration may touch beyond those it takes apart and builds."""

FOR_GOOD = False
"""Said of moves that are not on trial."""

NEVER = -1
"""The look of a record that has not looked yet."""

FREE, MARK = 2, 3
"""Places in the counters of a search, after those of its journal: free group numbers and looks at
a record."""


class State(NamedTuple):
    """A search: the partition, and all that its kernels write to."""

    groups: Groups
    journal: Journal
    neighbours: NDArray[np.int32]  # for each record, a row of others that are near
    free: NDArray[np.intp]  # numbers without a group; the counter ``FREE`` tells how many
    seen: NDArray[np.intp]  # at which look a record saw a group; ``MARK`` is the present one
    looked: NDArray[np.intp]  # at which look a record found no move, or ``NEVER``
    changed: NDArray[np.intp]  # at which look a group changed
    counters: NDArray[np.intp]  # ``NOTED``, ``CLOCK``, ``FREE`` and ``MARK``
    chance: NDArray[np.int64]  # the state of the source of random numbers
    chosen: NDArray[np.intp]  # room for one iteration: the groups that it takes apart or builds,
    pool: NDArray[np.intp]  # the records that are in none of them for the time being,
    touched: NDArray[np.intp]  # all of their records,
    points: NDArray[np.float64]  # and two points
    demand: DiversityDemand | None  # what groups must keep of confidential values
    units: NDArray[np.int64] | None  # of the records, where every group must keep k of them


def make_state(
    X: NDArray[np.float64],
    labels: NDArray[np.intp],
    neighbours: NDArray[np.int32],
    *,
    k: int,
    limit: int,
    chance: NDArray[np.int64],
    demand: DiversityDemand | None = None,
    units: NDArray[np.int64] | None = None,
) -> State:
    """Return the state of a search that starts at a partition of centred records.

    Labels count from 0 without gaps, and groups have k to ``limit`` records. They are copied;
    ``chance`` is overwritten.
    """
    n_used = int(labels.max()) + 1
    n_groups = max(len(X) // k, n_used)
    groups = make_groups(X, labels, n_groups=n_groups, limit=limit)
    n_built = MOST_RUINED * (limit // k + 1)
    return State(
        groups=groups,
        journal=make_journal(groups, JOURNAL + n_built),
        neighbours=neighbours,
        free=np.append(np.arange(n_used, n_groups), np.zeros(n_used, dtype=np.intp)),
        seen=np.zeros(n_groups, dtype=np.intp),
        looked=np.full(len(X), NEVER),
        changed=np.zeros(n_groups, dtype=np.intp),
        counters=np.array([0, 0, n_groups - n_used, 0], dtype=np.intp),
        chance=chance,
        chosen=np.empty(n_built, dtype=np.intp),
        pool=np.empty(MOST_RUINED * limit, dtype=np.intp),
        touched=np.empty(MOST_RUINED * limit, dtype=np.intp),
        points=np.empty((2, X.shape[1])),
        demand=demand,
        units=units,
    )


@inner
def is_allowed(demand, units, members, sizes, source, target, i, other, is_needed, k):
    """Say whether both groups keep k units, and what is demanded, if a move is made.

    ``is_needed`` says whether the source needs record i for its units.
    """
    if not may_leave(units, members[source], sizes[source], i, other, is_needed):
        return False
    if other >= 0 and not is_of_new_unit(units, members[target], sizes[target], i):
        is_tied = needs(units, members[target], sizes[target], other, k)
        if not may_leave(units, members[target], sizes[target], other, i, is_tied):
            return False
    if demand is None:  # decided when the kernel is compiled, which takes less time then
        return True
    for side in range(2):
        group = target if side else source
        leaving, joining = (other, i) if side else (i, other)
        if not meets_demand(demand, members[group], sizes[group], leaving, joining):
            return False
    return True


@inner
def best_move(X, neighbours, labels, members, sizes, sums, seen, mark, demand, units, i, k, least):
    """Return the gain, the target group and the partner of the move of a record that pays most.

    The partner is −1 for a move without one, and so is the target where no move pays more than the
    least. In a large group only neighbours are tried as partners.
    """
    a = labels[i]
    size = sizes[a]
    share_a = 1.0 / size
    is_needed = needs(units, members[a], size, i, k)
    best = least
    partner = -1
    target = -1
    seen[a] = mark
    for number in range(neighbours.shape[1]):
        b = labels[neighbours[i, number]]
        if seen[b] == mark:
            continue
        seen[b] = mark
        share_b = 1.0 / sizes[b]
        if size > k and sizes[b] < members.shape[1]:
            from_a = 0.0
            from_b = 0.0
            for j in range(X.shape[1]):
                to_a = X[i, j] - sums[a, j] * share_a
                to_b = X[i, j] - sums[b, j] * share_b
                from_a += to_a * to_a
                from_b += to_b * to_b
            gain = from_a / (1.0 - share_a) - from_b / (1.0 + share_b)
            if gain > best and is_allowed(demand, units, members, sizes, a, b, i, -1, is_needed, k):
                best = gain
                partner = -1
                target = b
        is_large = sizes[b] > FEW_MEMBERS
        both = share_a + share_b
        for place in range(neighbours.shape[1] - number if is_large else sizes[b]):
            other = neighbours[i, number + place] if is_large else members[b, place]
            if is_large and labels[other] != b:
                continue
            gain = 0.0
            for j in range(X.shape[1]):
                difference = X[other, j] - X[i, j]
                apart = sums[a, j] * share_a - sums[b, j] * share_b
                gain += difference * (2.0 * apart + difference * both)
            if gain > best and is_allowed(
                demand, units, members, sizes, a, b, i, other, is_needed, k
            ):
                best = gain
                partner = other
                target = b
    return best, target, partner


@inner
def is_worth_a_look(neighbours, labels, looked, changed, i):
    """Whether the group of a record, or of a neighbour, has changed since its last look."""
    if looked[i] == NEVER or looked[i] < changed[labels[i]]:
        return True
    for number in range(neighbours.shape[1]):
        if looked[i] < changed[labels[neighbours[i, number]]]:
            return True
    return False


@njit
def look_around(
    X, labels, places, members, sizes, sums, noted, noted_sums, stamps, neighbours, seen, looked,
    changed, counters, demand, units, records, n_records, is_on_trial, k, least,
):  # fmt: skip
    """Make the move that pays most of each of some records, in order; return how much was gained.

    A record is passed over as long as no group that it could see has changed since it last found
    nothing: later passes cost little then, and find the same. On trial, both groups are noted
    before a move, and it is left where the journal is full.
    """
    total = 0.0
    for position in range(n_records):
        i = records[position]
        if not is_worth_a_look(neighbours, labels, looked, changed, i):
            continue
        counters[MARK] += 1
        mark = counters[MARK]
        gain, target, partner = best_move(
            X, neighbours, labels, members, sizes, sums, seen, mark, demand, units, i, k, least
        )
        source = labels[i]
        is_made = target >= 0
        if is_made and is_on_trial:
            is_made = note(
                members, sizes, sums, noted, noted_sums, stamps, counters, source
            ) and note(members, sizes, sums, noted, noted_sums, stamps, counters, target)
        if not is_made:
            looked[i] = mark
            continue
        if partner >= 0:
            exchange(X, labels, places, members, sums, i, partner)
        else:
            remove(X, labels, places, members, sizes, sums, i)
            append(X, labels, places, members, sizes, sums, target, i)
        changed[source] = mark
        changed[target] = mark
        total += gain
    return total


def descend(state: State, start: int, stop: int, k: int, least: float) -> float:
    """Improve the records from start to stop, in order; return how much the loss fell."""
    gain: float = look_around(
        *state.groups, *state.journal, state.neighbours, state.seen, state.looked, state.changed,
        state.counters, state.demand, state.units, np.arange(start, stop), stop - start, FOR_GOOD,
        k, least,
    )  # fmt: skip
    return gain


def find_settled(state: State) -> NDArray[np.bool_]:
    """Say of each record whether it would find nothing if it looked once more."""
    changed = state.changed[state.groups.labels]
    latest = np.maximum(changed, changed[state.neighbours].max(axis=1, initial=0))
    settled: NDArray[np.bool_] = (state.looked != NEVER) & (state.looked >= latest)
    return settled
