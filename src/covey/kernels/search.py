"""Searching for a partition with a lower loss: moves that pay, and ruin and recreate.

The loss of a partition is SST − Σ‖S_g‖² / n_g, with S_g the sum of a group's records and n_g their
number, so that a move between two groups costs as much as there are variables. Records must be
centred, or these sums lose their digits.

A move is one of two: a record leaves a group larger than k for one below the limit, or two records
of different groups change places. Candidates come from each record's nearest neighbours. Ruin and
recreate takes some groups that touch, rebuilds them around seeds, makes the moves that pay for what
was touched, and keeps the outcome or takes it back from a journal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit
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

NOTED, CLOCK = 0, 1
"""What the journal counts: noted groups and iterations."""

FREE, MARK = 0, 1
"""What the search counts: free group numbers and looks at a record."""


class Groups(NamedTuple):
    """A partition in motion.

    Parameters
    ----------
    X : array, shape (n, p)
        The records, centred.
    labels, places : array of int, shape (n,)
        The group of each record and its place in it.
    members : array of int, shape (n_groups, limit)
        The records of each group.
    sizes : array of int, shape (n_groups,)
        How many of them count; 0 for a number that is free.
    sums : array, shape (n_groups, p)
        The sum of each group's records.
    """

    X: NDArray[np.float64]
    labels: NDArray[np.intp]
    places: NDArray[np.intp]
    members: NDArray[np.int32]
    sizes: NDArray[np.intp]
    sums: NDArray[np.float64]


class Journal(NamedTuple):
    """Groups as they were before an iteration touched them.

    Parameters
    ----------
    noted : array of int, shape (capacity,)
        Which groups; the counter ``NOTED`` tells how many.
    noted_sizes, noted_members, noted_sums : arrays
        What they were.
    stamps : array of int, shape (n_groups,)
        In which iteration a group was noted; the counter ``CLOCK`` tells the present one.
    counters : array of int, shape (2,)
        See ``NOTED`` and ``CLOCK``.
    """

    noted: NDArray[np.intp]
    noted_sizes: NDArray[np.intp]
    noted_members: NDArray[np.int32]
    noted_sums: NDArray[np.float64]
    stamps: NDArray[np.intp]
    counters: NDArray[np.intp]


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
    counters : array of int, shape (2,)
        See ``FREE`` and ``MARK``.
    chance : array of int, shape (4,)
        The state of the source of random numbers.
    demand : Demand
        What groups must keep of confidential values.
    """

    groups: Groups
    journal: Journal
    neighbours: NDArray[np.int32]
    free: NDArray[np.intp]
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
    n_used = int(labels.max()) + 1
    n_groups = max(n // k, n_used)
    capacity = JOURNAL + MOST_RUINED * (limit // k + 1)
    groups = Groups(
        X=X,
        labels=labels.astype(np.intp),
        places=np.zeros(n, dtype=np.intp),
        members=np.zeros((n_groups, limit), dtype=np.int32),
        sizes=np.zeros(n_groups, dtype=np.intp),
        sums=np.zeros((n_groups, p)),
    )
    fill_groups(groups)
    journal = Journal(
        noted=np.zeros(capacity, dtype=np.intp),
        noted_sizes=np.zeros(capacity, dtype=np.intp),
        noted_members=np.zeros((capacity, limit), dtype=np.int32),
        noted_sums=np.zeros((capacity, p)),
        stamps=np.full(n_groups, -1, dtype=np.intp),
        counters=np.zeros(2, dtype=np.intp),
    )
    return State(
        groups=groups,
        journal=journal,
        neighbours=neighbours,
        free=np.append(np.arange(n_used, n_groups), np.zeros(n_used, dtype=np.intp)),
        seen=np.zeros(n_groups, dtype=np.intp),
        counters=np.array([n_groups - n_used, 0], dtype=np.intp),
        chance=chance,
        demand=demand,
    )


@njit
def fill_groups(groups):
    """Write members, places, sizes and sums from the labels."""
    for group in range(len(groups.sizes)):
        clear(groups, group)
    for i in range(len(groups.labels)):
        append(groups, groups.labels[i], i)


@inner
def clear(groups, group):
    """Empty a group."""
    groups.sizes[group] = 0
    for j in range(groups.X.shape[1]):
        groups.sums[group, j] = 0.0


@inner
def append(groups, group, i):
    """Put a record at the end of a group."""
    place = groups.sizes[group]
    groups.members[group, place] = i
    groups.places[i] = place
    groups.labels[i] = group
    groups.sizes[group] = place + 1
    for j in range(groups.X.shape[1]):
        groups.sums[group, j] += groups.X[i, j]


@inner
def remove(groups, i):
    """Take a record out of its group; the last one takes its place."""
    group = groups.labels[i]
    last = groups.sizes[group] - 1
    moved = groups.members[group, last]
    groups.members[group, groups.places[i]] = moved
    groups.places[moved] = groups.places[i]
    groups.sizes[group] = last
    for j in range(groups.X.shape[1]):
        groups.sums[group, j] -= groups.X[i, j]


@inner
def exchange(groups, i, other):
    """Let two records of different groups change places."""
    a, b = groups.labels[i], groups.labels[other]
    groups.members[a, groups.places[i]] = other
    groups.members[b, groups.places[other]] = i
    groups.labels[i], groups.labels[other] = b, a
    groups.places[i], groups.places[other] = groups.places[other], groups.places[i]
    for j in range(groups.X.shape[1]):
        difference = groups.X[other, j] - groups.X[i, j]
        groups.sums[a, j] += difference
        groups.sums[b, j] -= difference


@inner
def offset(groups, i, group):
    """Return the squared distance of a record to the mean of a group."""
    total = 0.0
    size = groups.sizes[group]
    for j in range(groups.X.shape[1]):
        difference = groups.X[i, j] - groups.sums[group, j] / size
        total += difference * difference
    return total


@inner
def explained(groups, group):
    """Return ‖S‖² / n of a group: what it takes off the loss."""
    total = 0.0
    for j in range(groups.X.shape[1]):
        total += groups.sums[group, j] * groups.sums[group, j]
    return total / groups.sizes[group]


@inner
def note(groups, journal, group):
    """Write a group into the journal, once an iteration; say whether there was room."""
    if journal.stamps[group] == journal.counters[CLOCK]:
        return True
    entry = journal.counters[NOTED]
    if entry == len(journal.noted):
        return False
    journal.stamps[group] = journal.counters[CLOCK]
    journal.noted[entry] = group
    journal.noted_sizes[entry] = groups.sizes[group]
    for place in range(groups.sizes[group]):
        journal.noted_members[entry, place] = groups.members[group, place]
    for j in range(groups.X.shape[1]):
        journal.noted_sums[entry, j] = groups.sums[group, j]
    journal.counters[NOTED] = entry + 1
    return True


@inner
def take_back(groups, journal):
    """Restore every noted group."""
    for entry in range(journal.counters[NOTED]):
        group = journal.noted[entry]
        groups.sizes[group] = journal.noted_sizes[entry]
        for j in range(groups.X.shape[1]):
            groups.sums[group, j] = journal.noted_sums[entry, j]
        for place in range(groups.sizes[group]):
            i = journal.noted_members[entry, place]
            groups.members[group, place] = i
            groups.places[i] = place
            groups.labels[i] = group


@inner
def begin(journal):
    """Begin an iteration with an empty journal."""
    journal.counters[CLOCK] += 1
    journal.counters[NOTED] = 0


@inner
def is_allowed(demand, members, sizes, source, target, i, other):
    """Say whether both groups keep what confidential values demand if a move is made."""
    if demand.codes.shape[0] == 0:
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
    a, p = labels[i], X.shape[1]
    size = sizes[a]
    best, partner, target = least, -1, -1
    seen[a] = mark
    for number in range(neighbours.shape[1]):
        b = labels[neighbours[i, number]]
        if seen[b] == mark:
            continue
        seen[b] = mark
        share_a, share_b = 1.0 / size, 1.0 / sizes[b]
        is_large = sizes[b] > FEW_MEMBERS
        n_tried = neighbours.shape[1] - number if is_large else sizes[b]
        may_leave = size > k and sizes[b] < members.shape[1]
        for place in range(-1 if may_leave else 0, n_tried):
            gain, other = 0.0, -1
            if place < 0:
                for j in range(p):
                    from_a = X[i, j] - sums[a, j] * share_a
                    from_b = X[i, j] - sums[b, j] * share_b
                    gain += from_a * from_a / (1.0 - share_a) - from_b * from_b / (1.0 + share_b)
            else:
                other = neighbours[i, number + place] if is_large else members[b, place]
                if labels[other] != b:
                    continue
                for j in range(p):
                    difference = X[other, j] - X[i, j]
                    apart = sums[a, j] * share_a - sums[b, j] * share_b
                    gain += difference * (2.0 * apart + difference * (share_a + share_b))
            if gain > best and is_allowed(demand, members, sizes, a, b, i, other):
                best, partner, target = gain, other, b
    return best, target, partner


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
    gain = 0.0
    for i in range(start, stop):
        gain += improve(state, i, k, least, FOR_GOOD)
    return gain


@inner
def choose_groups(state, first, count, groups):
    """Write a group and some that touch it, by way of neighbours of members; return how many."""
    groups[0] = state.groups.labels[first]
    n_chosen = 1
    for _ in range(4 * count):
        if n_chosen == count:
            break
        group = groups[draw_below(state.chance, n_chosen)]
        i = state.groups.members[group, draw_below(state.chance, state.groups.sizes[group])]
        near = state.neighbours[i, draw_below(state.chance, state.neighbours.shape[1])]
        found = state.groups.labels[near]
        is_new = True
        for number in range(n_chosen):
            is_new = is_new and groups[number] != found
        if is_new:
            groups[n_chosen] = found
            n_chosen += 1
    return n_chosen


@inner
def ruin(state, groups, n_chosen, pool):
    """Empty groups into a pool; return the number of records, what was explained, their squares."""
    n_pool, before, squares = 0, 0.0, 0.0
    for number in range(n_chosen):
        group = groups[number]
        note(state.groups, state.journal, group)
        before += explained(state.groups, group)
        for place in range(state.groups.sizes[group]):
            i = state.groups.members[group, place]
            pool[n_pool] = i
            n_pool += 1
            for j in range(state.groups.X.shape[1]):
                squares += state.groups.X[i, j] * state.groups.X[i, j]
        clear(state.groups, group)
    return n_pool, before, squares


@inner
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


@inner
def nearest_in(state, pool, n_pool, group):
    """Return the position in a pool of the record nearest to the mean of a group."""
    best, chosen = np.inf, 0
    for position in range(n_pool):
        distance = offset(state.groups, pool[position], group)
        if distance < best:
            best, chosen = distance, position
    return chosen


@inner
def recreate(state, groups, n_groups, pool, n_pool, k):
    """Rebuild groups of k from a pool, each around a seed; what is left joins where it costs least.

    Seeds are chosen by chance, or far from the middle of the pool, or far from the last group.
    """
    p = state.groups.X.shape[1]
    point = np.zeros(p)
    for position in range(n_pool):
        for j in range(p):
            point[j] += state.groups.X[pool[position], j] / n_pool
    manner = draw_below(state.chance, 3)
    for number in range(n_groups):
        group = groups[number]
        if manner == 0 or (manner == 1 and number == 0):
            chosen = draw_below(state.chance, n_pool)
        else:
            chosen = farthest_in(state.groups.X, pool, n_pool, point)
        for _ in range(k):
            if state.groups.sizes[group] > 0:
                chosen = nearest_in(state, pool, n_pool, group)
            append(state.groups, group, pool[chosen])
            n_pool -= 1
            pool[chosen] = pool[n_pool]
        if manner == 1:
            for j in range(p):
                point[j] = state.groups.sums[group, j] / state.groups.sizes[group]
    for position in range(n_pool):
        best, chosen = np.inf, -1
        for number in range(n_groups):
            size = state.groups.sizes[groups[number]]
            if size < state.groups.members.shape[1]:
                cost = offset(state.groups, pool[position], groups[number]) * size / (size + 1)
                if cost < best:
                    best, chosen = cost, groups[number]
        append(state.groups, chosen, pool[position])


@inner
def choose_count(state, n_pool, k):
    """Return how many groups to rebuild: as many as there can be, or any possible number."""
    most = n_pool // k
    limit = state.groups.members.shape[1]
    fewest = (n_pool + limit - 1) // limit
    if draw_below(state.chance, 2) == 0:
        return most
    return fewest + draw_below(state.chance, most - fewest + 1)


@inner
def claim_numbers(state, groups, n_chosen, n_wanted):
    """Take free numbers for groups beyond those that were ruined; return how many there are now."""
    while n_chosen < n_wanted and state.counters[FREE] > 0:
        state.counters[FREE] -= 1
        groups[n_chosen] = state.free[state.counters[FREE]]
        note(state.groups, state.journal, groups[n_chosen])
        n_chosen += 1
    return n_chosen


@inner
def are_diverse(state):
    """Say whether every group that was touched keeps what confidential values demand."""
    if state.demand.codes.shape[0] == 0:
        return True
    for entry in range(state.journal.counters[NOTED]):
        group = state.journal.noted[entry]
        if state.groups.sizes[group] > 0 and not meets_demand(
            state.demand, state.groups.members[group], state.groups.sizes[group], -1, -1
        ):
            return False
    return True


@inner
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


@inner
def ruin_and_recreate(state, first, k, temperature, least):
    """Run one iteration from a record; return how much the loss fell, 0 if all was taken back.

    A loss that rises is accepted with a chance that falls with the rise, measured in the mean loss
    of the ruined groups: tables hold groups whose losses differ by orders of magnitude, and no
    single temperature suits them all.
    """
    begin(state.journal)
    n_free = state.counters[FREE]
    limit = state.groups.members.shape[1]
    groups = np.empty(MOST_RUINED * (limit // k + 1), dtype=np.intp)
    n_ruined = choose_groups(state, first, 2 + draw_below(state.chance, MOST_RUINED - 1), groups)
    pool = np.empty(n_ruined * limit, dtype=np.intp)
    n_pool, before, squares = ruin(state, groups, n_ruined, pool)
    records = np.empty(n_pool, dtype=np.intp)
    for position in range(n_pool):
        records[position] = pool[position]
    n_wanted = choose_count(state, n_pool, k)
    n_built = min(n_wanted, claim_numbers(state, groups, n_ruined, n_wanted))
    for number in range(n_built, n_ruined):
        state.free[state.counters[FREE]] = groups[number]
        state.counters[FREE] += 1
    recreate(state, groups, n_built, pool, n_pool, k)
    gain = -before
    for number in range(n_built):
        gain += explained(state.groups, groups[number])
    gain += settle(state, records, k, least)
    scale = temperature * (squares - before) / n_ruined
    is_kept = gain >= 0.0 or (scale > 0.0 and draw_unit(state.chance) < np.exp(gain / scale))
    if is_kept and are_diverse(state):
        return gain
    take_back(state.groups, state.journal)
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
    n = len(state.groups.labels)
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
            keep_best(state, best, best_labels)
            last_copy = iteration
    if best[0] > best[1] + least:
        keep_best(state, best, best_labels)


@inner
def keep_best(state, best, best_labels):
    """Copy the labels of what is now the best partition."""
    best[1] = best[0]
    for i in range(len(best_labels)):
        best_labels[i] = state.groups.labels[i]


@inner
def collect(met, state):
    """Keep the groups that the last iteration left."""
    if met.members.shape[0] == 0:
        return
    for entry in range(state.journal.counters[NOTED]):
        group = state.journal.noted[entry]
        if state.groups.sizes[group] > 0:
            keep_group(met, state.groups.members[group], state.groups.sizes[group])
