"""Searching for a partition with a lower loss: moves that pay, and ruin and recreate.

The loss of a partition is SST − Σ‖S_g‖² / n_g, with S_g the sum of a group's records and n_g their
number, so that a move between two groups costs as much as there are variables. Records must be
centred, or these sums lose their digits.

A move is one of two: a record leaves a group larger than k for one below the limit, or two records
of different groups change places. Candidates come from each record's nearest neighbours. Ruin and
recreate takes some groups that touch, rebuilds them around seeds, applies the moves that pay to what
was touched, and keeps the outcome or takes it back from a journal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import njit
from covey.kernels.diversity import Demand, meets_demand
from covey.kernels.met import keep_group
from covey.kernels.randomness import draw_below, draw_unit

MOST_RUINED = 4
"""Groups that one iteration takes apart, at most."""

FEW_MEMBERS = 16
"""In a larger group, only neighbours are tried for a change of places, not every member."""

JOURNAL = 64
"""Groups that one iteration may touch beyond those it takes apart and builds."""

COPY_SHARE = 64
"""Labels that may be copied for each iteration."""

FOR_GOOD, ON_TRIAL = False, True
"""Whether a move can be taken back."""

FREE, NOTED, CLOCK, MARK = 0, 1, 2, 3
"""What the counters count: free group numbers, noted groups, iterations, and looks at a record."""


class State(NamedTuple):
    """A partition in motion, with all that its kernels write to.

    Parameters
    ----------
    X : array, shape (n, p)
        The records, centred.
    neighbours : array of int, shape (n, m)
        For each record, others that are near.
    labels, places : array of int, shape (n,)
        The group of each record and its place in it.
    members : array of int, shape (n_groups, limit)
        The records of each group.
    sizes : array of int, shape (n_groups,)
        How many of them count; 0 for a number that is free.
    sums : array, shape (n_groups, p)
        The sum of each group's records.
    free : array of int, shape (n_groups,)
        Numbers without a group; the counter ``FREE`` tells how many.
    noted, noted_sizes, noted_members, noted_sums : arrays
        The journal: groups as they were before this iteration touched them.
    stamps, seen : array of int, shape (n_groups,)
        In which iteration a group was noted, and at which look a record saw it.
    counters : array of int, shape (4,)
        See ``FREE``, ``NOTED``, ``CLOCK``, ``MARK``.
    chance : array of int, shape (4,)
        The state of the source of random numbers.
    demand : Demand
        What groups must keep of confidential values.
    """

    X: NDArray[np.float64]
    neighbours: NDArray[np.int32]
    labels: NDArray[np.intp]
    places: NDArray[np.intp]
    members: NDArray[np.int32]
    sizes: NDArray[np.intp]
    sums: NDArray[np.float64]
    free: NDArray[np.intp]
    noted: NDArray[np.intp]
    noted_sizes: NDArray[np.intp]
    noted_members: NDArray[np.int32]
    noted_sums: NDArray[np.float64]
    stamps: NDArray[np.intp]
    seen: NDArray[np.intp]
    counters: NDArray[np.intp]
    chance: NDArray[np.int64]
    demand: Demand


def make_state(
    X: NDArray[np.float64],
    labels: NDArray[np.intp],
    neighbours: NDArray[np.int32],
    *,
    k: int,
    limit: int,
    chance: NDArray[np.int64],
    demand: Demand,
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
    demand : Demand
        What groups must keep of confidential values.
    """
    n, p = X.shape
    n_noted = JOURNAL + MOST_RUINED * (limit // k + 1)
    n_groups = max(n // k, int(labels.max()) + 1)
    n_used = int(labels.max()) + 1
    state = State(
        X=X,
        neighbours=neighbours,
        labels=labels.astype(np.intp),
        places=np.zeros(n, dtype=np.intp),
        members=np.zeros((n_groups, limit), dtype=np.int32),
        sizes=np.zeros(n_groups, dtype=np.intp),
        sums=np.zeros((n_groups, p)),
        free=np.append(np.arange(n_used, n_groups), np.zeros(n_used, dtype=np.intp)),
        noted=np.zeros(n_noted, dtype=np.intp),
        noted_sizes=np.zeros(n_noted, dtype=np.intp),
        noted_members=np.zeros((n_noted, limit), dtype=np.int32),
        noted_sums=np.zeros((n_noted, p)),
        stamps=np.full(n_groups, -1, dtype=np.intp),
        seen=np.zeros(n_groups, dtype=np.intp),
        counters=np.zeros(4, dtype=np.intp),
        chance=chance,
        demand=demand,
    )
    state.counters[FREE] = n_groups - n_used
    fill_groups(state)
    return state


@njit
def fill_groups(state):
    """Write members, places, sizes and sums from the labels."""
    state.sizes[:] = 0
    state.sums[:] = 0.0
    for i in range(len(state.labels)):
        append(state, state.labels[i], i)


@njit
def append(state, group, i):
    """Put a record at the end of a group."""
    place = state.sizes[group]
    state.members[group, place] = i
    state.places[i] = place
    state.labels[i] = group
    state.sizes[group] = place + 1
    for j in range(state.X.shape[1]):
        state.sums[group, j] += state.X[i, j]


@njit
def remove(state, i):
    """Take a record out of its group; the last one takes its place."""
    group = state.labels[i]
    last = state.sizes[group] - 1
    moved = state.members[group, last]
    state.members[group, state.places[i]] = moved
    state.places[moved] = state.places[i]
    state.sizes[group] = last
    for j in range(state.X.shape[1]):
        state.sums[group, j] -= state.X[i, j]


@njit
def exchange(state, i, other):
    """Let two records of different groups change places."""
    a, b = state.labels[i], state.labels[other]
    state.members[a, state.places[i]] = other
    state.members[b, state.places[other]] = i
    state.labels[i], state.labels[other] = b, a
    state.places[i], state.places[other] = state.places[other], state.places[i]
    for j in range(state.X.shape[1]):
        difference = state.X[other, j] - state.X[i, j]
        state.sums[a, j] += difference
        state.sums[b, j] -= difference


@njit
def offset(state, i, group):
    """Return the squared distance of a record to the mean of a group."""
    total = 0.0
    size = state.sizes[group]
    for j in range(state.X.shape[1]):
        difference = state.X[i, j] - state.sums[group, j] / size
        total += difference * difference
    return total


@njit
def explained(state, group):
    """Return ‖S‖² / n of a group: what it takes off the loss."""
    total = 0.0
    for j in range(state.X.shape[1]):
        total += state.sums[group, j] * state.sums[group, j]
    return total / state.sizes[group]


@njit
def note(state, group):
    """Write a group into the journal, once an iteration; say whether there was room."""
    if state.stamps[group] == state.counters[CLOCK]:
        return True
    entry = state.counters[NOTED]
    if entry == len(state.noted):
        return False
    state.stamps[group] = state.counters[CLOCK]
    state.noted[entry] = group
    state.noted_sizes[entry] = state.sizes[group]
    for place in range(state.sizes[group]):
        state.noted_members[entry, place] = state.members[group, place]
    for j in range(state.X.shape[1]):
        state.noted_sums[entry, j] = state.sums[group, j]
    state.counters[NOTED] = entry + 1
    return True


@njit
def take_back(state):
    """Restore every noted group."""
    for entry in range(state.counters[NOTED]):
        group = state.noted[entry]
        state.sizes[group] = state.noted_sizes[entry]
        for j in range(state.X.shape[1]):
            state.sums[group, j] = state.noted_sums[entry, j]
        for place in range(state.sizes[group]):
            i = state.noted_members[entry, place]
            state.members[group, place] = i
            state.places[i] = place
            state.labels[i] = group


@njit
def begin(state):
    """Begin an iteration with an empty journal."""
    state.counters[CLOCK] += 1
    state.counters[NOTED] = 0


@njit
def gain_of_exchange(state, i, other):
    """Return by how much the loss falls if two records change places."""
    a, b = state.labels[i], state.labels[other]
    share_a, share_b = 1.0 / state.sizes[a], 1.0 / state.sizes[b]
    weight = share_a + share_b
    gain = 0.0
    for j in range(state.X.shape[1]):
        difference = state.X[other, j] - state.X[i, j]
        apart = state.sums[a, j] * share_a - state.sums[b, j] * share_b
        gain += difference * (2.0 * apart + difference * weight)
    return gain


@njit
def is_allowed(state, i, target, other):
    """Say whether both groups keep what confidential values demand if a move is made."""
    if state.demand.codes.shape[0] == 0:
        return True
    source = state.labels[i]
    return meets_demand(
        state.demand, state.members[source], state.sizes[source], i, other
    ) and meets_demand(state.demand, state.members[target], state.sizes[target], other, i)


@njit
def best_partner(state, i, target, least, first):
    """Return the record of a group with which a change of places pays most, and how much.

    In a large group only neighbours are tried, from the first one that lies in it.
    """
    best, partner = least, -1
    if state.sizes[target] <= FEW_MEMBERS:
        for place in range(state.sizes[target]):
            other = state.members[target, place]
            gain = gain_of_exchange(state, i, other)
            if gain > best and is_allowed(state, i, target, other):
                best, partner = gain, other
        return best, partner
    for number in range(first, state.neighbours.shape[1]):
        other = state.neighbours[i, number]
        if state.labels[other] == target:
            gain = gain_of_exchange(state, i, other)
            if gain > best and is_allowed(state, i, target, other):
                best, partner = gain, other
    return best, partner


@njit
def improve(state, i, k, least, is_on_trial):
    """Make the move of a record that pays most, if one pays more than the least; return its gain.

    On trial, both groups are noted first, and the move is left where the journal is full.
    """
    source = state.labels[i]
    size = state.sizes[source]
    state.counters[MARK] += 1
    state.seen[source] = state.counters[MARK]
    may_leave = size > k
    relief = offset(state, i, source) * size / (size - 1) if may_leave else 0.0
    best, partner, target = least, -1, -1
    for number in range(state.neighbours.shape[1]):
        group = state.labels[state.neighbours[i, number]]
        if state.seen[group] == state.counters[MARK]:
            continue
        state.seen[group] = state.counters[MARK]
        if may_leave and state.sizes[group] < state.members.shape[1]:
            gain = relief - offset(state, i, group) * state.sizes[group] / (state.sizes[group] + 1)
            if gain > best and is_allowed(state, i, group, -1):
                best, partner, target = gain, -1, group
        gain, other = best_partner(state, i, group, best, number)
        if other >= 0:
            best, partner, target = gain, other, group
    if target < 0 or (is_on_trial and not (note(state, source) and note(state, target))):
        return 0.0
    if partner >= 0:
        exchange(state, i, partner)
    else:
        remove(state, i)
        append(state, target, i)
    return best


@njit
def descend(state, start, stop, k, least):
    """Improve the records from start to stop, in order; return how much the loss fell."""
    gain = 0.0
    for i in range(start, stop):
        gain += improve(state, i, k, least, FOR_GOOD)
    return gain


@njit
def choose_groups(state, first, count, groups):
    """Write a group and some that touch it, by way of neighbours of members; return how many."""
    groups[0] = state.labels[first]
    n_chosen = 1
    for _ in range(4 * count):
        if n_chosen == count:
            break
        group = groups[draw_below(state.chance, n_chosen)]
        i = state.members[group, draw_below(state.chance, state.sizes[group])]
        near = state.neighbours[i, draw_below(state.chance, state.neighbours.shape[1])]
        found = state.labels[near]
        is_new = True
        for number in range(n_chosen):
            is_new = is_new and groups[number] != found
        if is_new:
            groups[n_chosen] = found
            n_chosen += 1
    return n_chosen


@njit
def ruin(state, groups, n_chosen, pool):
    """Empty groups into a pool; return the number of records, what was explained, their squares."""
    n_pool, before, squares = 0, 0.0, 0.0
    for number in range(n_chosen):
        group = groups[number]
        note(state, group)
        before += explained(state, group)
        for place in range(state.sizes[group]):
            i = state.members[group, place]
            pool[n_pool] = i
            n_pool += 1
            for j in range(state.X.shape[1]):
                squares += state.X[i, j] * state.X[i, j]
        state.sizes[group] = 0
        state.sums[group] = 0.0
    return n_pool, before, squares


@njit
def farthest_in(X, pool, n_pool, point):
    """Return the position in a pool of the record farthest from a point."""
    best, chosen = -1.0, 0
    for position in range(n_pool):
        distance = 0.0
        for j in range(X.shape[1]):
            difference = X[pool[position], j] - point[j]
            distance += difference * difference
        if distance > best:
            best, chosen = distance, position
    return chosen


@njit
def nearest_in(state, pool, n_pool, group):
    """Return the position in a pool of the record nearest to the mean of a group."""
    best, chosen = np.inf, 0
    for position in range(n_pool):
        distance = offset(state, pool[position], group)
        if distance < best:
            best, chosen = distance, position
    return chosen


@njit
def recreate(state, groups, n_groups, pool, n_pool, k):
    """Rebuild groups of k from a pool, each around a seed; what is left joins where it costs least.

    Seeds are chosen by chance, or far from the middle of the pool, or far from the last group.
    """
    p = state.X.shape[1]
    point = np.zeros(p)
    for position in range(n_pool):
        for j in range(p):
            point[j] += state.X[pool[position], j] / n_pool
    manner = draw_below(state.chance, 3)
    for number in range(n_groups):
        group = groups[number]
        if manner == 0 or (manner == 1 and number == 0):
            chosen = draw_below(state.chance, n_pool)
        else:
            chosen = farthest_in(state.X, pool, n_pool, point)
        for _ in range(k):
            if state.sizes[group] > 0:
                chosen = nearest_in(state, pool, n_pool, group)
            append(state, group, pool[chosen])
            n_pool -= 1
            pool[chosen] = pool[n_pool]
        if manner == 1:
            point = state.sums[group] / state.sizes[group]
    for position in range(n_pool):
        best, chosen = np.inf, -1
        for number in range(n_groups):
            size = state.sizes[groups[number]]
            if size < state.members.shape[1]:
                cost = offset(state, pool[position], groups[number]) * size / (size + 1)
                if cost < best:
                    best, chosen = cost, groups[number]
        append(state, chosen, pool[position])


@njit
def choose_count(state, n_pool, k):
    """Return how many groups to rebuild: as many as there can be, or any possible number."""
    most = n_pool // k
    limit = state.members.shape[1]
    fewest = (n_pool + limit - 1) // limit
    if draw_below(state.chance, 2) == 0:
        return most
    return fewest + draw_below(state.chance, most - fewest + 1)


@njit
def claim_numbers(state, groups, n_chosen, n_wanted):
    """Take free numbers for groups beyond those that were ruined; return how many there are now."""
    while n_chosen < n_wanted and state.counters[FREE] > 0:
        state.counters[FREE] -= 1
        groups[n_chosen] = state.free[state.counters[FREE]]
        note(state, groups[n_chosen])
        n_chosen += 1
    return n_chosen


@njit
def are_diverse(state):
    """Say whether every group that was touched keeps what confidential values demand."""
    if state.demand.codes.shape[0] == 0:
        return True
    for entry in range(state.counters[NOTED]):
        group = state.noted[entry]
        if state.sizes[group] > 0 and not meets_demand(
            state.demand, state.members[group], state.sizes[group], -1, -1
        ):
            return False
    return True


@njit
def settle(state, records, k, least):
    """Make moves of these records until none pays; return how much the loss fell."""
    total = 0.0
    while True:
        gain = 0.0
        for i in records:
            gain += improve(state, i, k, least, ON_TRIAL)
        total += gain
        if gain <= least:
            return total


@njit
def ruin_and_recreate(state, first, k, temperature, least):
    """Run one iteration from a record; return how much the loss fell, 0 if all was taken back.

    A loss that rises is accepted with a chance that falls with the rise, measured in the mean loss
    of the ruined groups: tables hold groups whose losses differ by orders of magnitude, and no
    single temperature suits them all.
    """
    begin(state)
    n_free = state.counters[FREE]
    limit = state.members.shape[1]
    groups = np.empty(MOST_RUINED * (limit // k + 1), dtype=np.intp)
    n_ruined = choose_groups(state, first, 2 + draw_below(state.chance, MOST_RUINED - 1), groups)
    pool = np.empty(n_ruined * limit, dtype=np.intp)
    n_pool, before, squares = ruin(state, groups, n_ruined, pool)
    records = pool[:n_pool].copy()
    n_wanted = choose_count(state, n_pool, k)
    n_built = min(n_wanted, claim_numbers(state, groups, n_ruined, n_wanted))
    for number in range(n_built, n_ruined):
        state.free[state.counters[FREE]] = groups[number]
        state.counters[FREE] += 1
    recreate(state, groups, n_built, pool, n_pool, k)
    gain = -before
    for number in range(n_built):
        gain += explained(state, groups[number])
    gain += settle(state, records, k, least)
    scale = temperature * (squares - before) / n_ruined
    is_kept = gain >= 0.0 or (scale > 0.0 and draw_unit(state.chance) < np.exp(gain / scale))
    if is_kept and are_diverse(state):
        return gain
    take_back(state)
    state.counters[FREE] = n_free
    return 0.0


@njit
def anneal(state, met, active, best, best_labels, schedule, start, stop, k, least):
    """Run the iterations from start to stop of a schedule; return by how much the loss fell.

    Parameters
    ----------
    state : State
        Where the search stands.
    met : Met
        Collects the groups that it comes across.
    active : array of int
        The records from which iterations begin.
    best : array, shape (2,)
        How much the loss has fallen so far, and how much at the best partition.
    best_labels : array of int, shape (n,)
        The labels of the best partition.
    schedule : array, shape (3,)
        The number of iterations in all, and the temperatures at the first and the last of them.
    start, stop : int
        Which iterations to run.
    k : int
        Smallest group size.
    least : float
        A gain that is no more than rounding.
    """
    n = len(state.labels)
    total, hot, cold = schedule
    last_copy = start
    for iteration in range(start, stop):
        temperature = hot * (cold / hot) ** (iteration / total)
        first = active[draw_below(state.chance, len(active))]
        best[0] += ruin_and_recreate(state, first, k, temperature, least)
        if 2 * iteration >= total:
            collect(met, state)
        # A copy of all labels must not cost more than the iterations since the last one.
        if best[0] > best[1] + least and (iteration - last_copy) * COPY_SHARE >= n:
            best[1] = best[0]
            best_labels[:] = state.labels
            last_copy = iteration
    if best[0] > best[1] + least:
        best[1] = best[0]
        best_labels[:] = state.labels


@njit
def collect(met, state):
    """Keep the groups that the last iteration left."""
    if met.members.shape[0] == 0:
        return
    for entry in range(state.counters[NOTED]):
        group = state.noted[entry]
        if state.sizes[group] > 0:
            keep_group(met, state.members[group], state.sizes[group])
