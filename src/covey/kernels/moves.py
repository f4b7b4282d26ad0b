"""Moves that pay: the local search.

A move is one of two: a record leaves a group larger than k for one below the limit, or two records
of different groups change places. Candidates come from each record's nearest neighbours.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit
from covey.kernels.diversity import Demand, meets_demand
from covey.kernels.groups import Groups, append, exchange, make_groups, remove
from covey.kernels.journal import Journal, make_journal, note

MOST_RUINED = 4
"""Groups that one iteration takes apart, at most."""

FEW_MEMBERS = 16
"""In a larger group, only neighbours are tried for a change of places, not every member."""

JOURNAL = 64
"""Groups that one iteration may touch beyond those it takes apart and builds."""

FOR_GOOD, ON_TRIAL = False, True
"""Whether a move can be taken back."""

NEVER = -1
"""The look of a record that has not looked yet."""

FREE, MARK = 0, 1
"""What the search counts: free group numbers and looks at a record."""


class State(NamedTuple):
    """A search: the partition, and all that its kernels write to.

    Parameters
    ----------
    groups : Groups
        The partition.
    journal : Journal
        What can be taken back.
    neighbours : array of int, shape (n, m)
        For each record, others that are near.
    free : array of int, shape (n_groups,)
        Numbers without a group; the counter ``FREE`` tells how many.
    seen : array of int, shape (n_groups,)
        At which look a record saw a group; the counter ``MARK`` tells the present one.
    looked : array of int, shape (n,)
        At which look a record found no move; ``NEVER`` to have it look again.
    changed : array of int, shape (n_groups,)
        At which look a group changed.
    counters : array of int, shape (2,)
        See ``FREE`` and ``MARK``.
    chance : array of int, shape (4,)
        The state of the source of random numbers.
    demand : Demand or None
        What groups must keep of confidential values.
    """

    groups: Groups
    journal: Journal
    neighbours: NDArray[np.int32]
    free: NDArray[np.intp]
    seen: NDArray[np.intp]
    looked: NDArray[np.intp]
    changed: NDArray[np.intp]
    counters: NDArray[np.intp]
    chance: NDArray[np.int64]
    demand: Demand | None


def make_state(
    X: NDArray[np.float64],
    labels: NDArray[np.intp],
    neighbours: NDArray[np.int32],
    *,
    k: int,
    limit: int,
    chance: NDArray[np.int64],
    demand: Demand | None,
) -> State:
    """Return the state of a search that starts at a partition.

    Parameters
    ----------
    X : array, shape (n, p)
        The records, centred.
    labels : array of int, shape (n,)
        Groups from 0 without gaps, none smaller than k or larger than the limit. Copied.
    neighbours : array of int, shape (n, m)
        For each record, others that are near.
    k, limit : int
        Smallest and largest group size.
    chance : array of int, shape (4,)
        Where the random numbers start; overwritten.
    demand : Demand or None
        What groups must keep of confidential values.
    """
    n_used = int(labels.max()) + 1
    n_groups = max(len(X) // k, n_used)
    groups = make_groups(X, labels, n_groups=n_groups, limit=limit)
    return State(
        groups=groups,
        journal=make_journal(groups, JOURNAL + MOST_RUINED * (limit // k + 1)),
        neighbours=neighbours,
        free=np.append(np.arange(n_used, n_groups), np.zeros(n_used, dtype=np.intp)),
        seen=np.zeros(n_groups, dtype=np.intp),
        looked=np.full(len(X), NEVER),
        changed=np.zeros(n_groups, dtype=np.intp),
        counters=np.array([n_groups - n_used, 0], dtype=np.intp),
        chance=chance,
        demand=demand,
    )


@inner
def is_allowed(demand, members, sizes, source, target, i, other):
    """Say whether both groups keep what confidential values demand if a move is made."""
    if demand is None:  # decided when the kernel is compiled, which takes less time then
        return True
    for side in range(2):
        group = target if side else source
        leaving, joining = (other, i) if side else (i, other)
        if not meets_demand(demand, members[group], sizes[group], leaving, joining):
            return False
    return True


@inner
def best_move(X, neighbours, labels, members, sizes, sums, seen, mark, demand, i, k, least):
    """Return the gain, the target group and the partner of the move of a record that pays most.

    The partner is −1 for a move without one, and so is the target where no move pays more than the
    least. In a large group only neighbours are tried as partners.
    """
    a = labels[i]
    size = sizes[a]
    best, partner, target = least, -1, -1
    seen[a] = mark
    for number in range(neighbours.shape[1]):
        b = labels[neighbours[i, number]]
        if seen[b] == mark:
            continue
        seen[b] = mark
        share_a, share_b = 1.0 / size, 1.0 / sizes[b]
        if size > k and sizes[b] < members.shape[1]:
            gain = gain_of_leaving(X, sums, i, a, b, share_a, share_b)
            if gain > best and is_allowed(demand, members, sizes, a, b, i, -1):
                best, partner, target = gain, -1, b
        is_large = sizes[b] > FEW_MEMBERS
        for place in range(neighbours.shape[1] - number if is_large else sizes[b]):
            other = neighbours[i, number + place] if is_large else members[b, place]
            if is_large and labels[other] != b:
                continue
            gain = gain_of_exchange(X, sums, i, other, a, b, share_a, share_b)
            if gain > best and is_allowed(demand, members, sizes, a, b, i, other):
                best, partner, target = gain, other, b
    return best, target, partner


@inner
def gain_of_leaving(X, sums, i, a, b, share_a, share_b):
    """Return by how much the loss falls if a record leaves group a for group b."""
    from_a, from_b = 0.0, 0.0
    for j in range(X.shape[1]):
        to_a = X[i, j] - sums[a, j] * share_a
        to_b = X[i, j] - sums[b, j] * share_b
        from_a += to_a * to_a
        from_b += to_b * to_b
    return from_a / (1.0 - share_a) - from_b / (1.0 + share_b)


@inner
def gain_of_exchange(X, sums, i, other, a, b, share_a, share_b):
    """Return by how much the loss falls if a record of group a and one of b change places."""
    gain = 0.0
    both = share_a + share_b
    for j in range(X.shape[1]):
        difference = X[other, j] - X[i, j]
        apart = sums[a, j] * share_a - sums[b, j] * share_b
        gain += difference * (2.0 * apart + difference * both)
    return gain


@inner
def improve(state, i, k, least, is_on_trial):
    """Make the move of a record that pays most, if one pays more than the least; return its gain.

    On trial, both groups are noted first, and the move is left where the journal is full.
    """
    state.counters[MARK] += 1
    gain, target, partner = best_move(
        state.groups.X,
        state.neighbours,
        state.groups.labels,
        state.groups.members,
        state.groups.sizes,
        state.groups.sums,
        state.seen,
        state.counters[MARK],
        state.demand,
        i,
        k,
        least,
    )
    if target < 0:
        return 0.0
    if is_on_trial and not (
        note(state.groups, state.journal, state.groups.labels[i])
        and note(state.groups, state.journal, target)
    ):
        return 0.0
    if partner >= 0:
        exchange(state.groups, i, partner)
    else:
        remove(state.groups, i)
        append(state.groups, target, i)
    return gain


@njit
def descend(state, start, stop, k, least):
    """Improve the records from start to stop, in order; return how much the loss fell."""
    total = 0.0
    for i in range(start, stop):
        total += look(state, i, k, least, FOR_GOOD)
    return total


@inner
def look(state, i, k, least, is_on_trial):
    """Improve a record, unless that would find nothing; return how much the loss fell.

    A record is passed over as long as no group that it could see has changed since it last found
    nothing: later passes cost little then, and find the same.
    """
    if not is_worth_a_look(state.neighbours, state.groups.labels, state.looked, state.changed, i):
        return 0.0
    source = state.groups.labels[i]
    gain = improve(state, i, k, least, is_on_trial)
    if gain > 0.0:
        state.changed[source] = state.counters[MARK]
        state.changed[state.groups.labels[i]] = state.counters[MARK]
    else:
        state.looked[i] = state.counters[MARK]
    return gain


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
def find_settled(state):
    """Say of each record whether it would find nothing if it looked once more."""
    settled = np.empty(len(state.looked), dtype=np.bool_)
    for i in range(len(settled)):
        settled[i] = not is_worth_a_look(
            state.neighbours, state.groups.labels, state.looked, state.changed, i
        )
    return settled


@inner
def settle(state, records, k, least):
    """Make moves of these records until none pays; return how much the loss fell."""
    total = 0.0
    for i in records:
        state.looked[i] = NEVER
    while True:
        gain = 0.0
        for i in records:
            gain += look(state, i, k, least, ON_TRIAL)
        total += gain
        if gain <= least:
            return total
