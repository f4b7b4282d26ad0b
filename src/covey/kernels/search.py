"""Ruin and recreate, with annealing.

An iteration takes some groups that touch, rebuilds them around seeds, makes the moves that pay for
what was touched, and keeps the outcome or takes it back from a journal.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.compiling import inner, njit
from covey.kernels.diversity import meets_demand
from covey.kernels.groups import append, clear, explained, offset
from covey.kernels.journal import NOTED, begin, note, take_back
from covey.kernels.met import keep_group
from covey.kernels.moves import FREE, MOST_RUINED, settle
from covey.kernels.randomness import draw_below, draw_unit

COPY_SHARE = 64
"""Labels that may be copied for each iteration."""


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
def are_diverse(demand, groups, journal):
    """Say whether every group that was touched keeps what confidential values demand."""
    if demand is None:
        return True
    for entry in range(journal.counters[NOTED]):
        group = journal.noted[entry]
        size = groups.sizes[group]
        if size > 0 and not meets_demand(demand, groups.members[group], size, -1, -1):
            return False
    return True


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
    if is_kept and are_diverse(state.demand, state.groups, state.journal):
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
    met : Met or None
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
    if met is None:
        return
    for entry in range(state.journal.counters[NOTED]):
        group = state.journal.noted[entry]
        if state.groups.sizes[group] > 0:
            keep_group(met, state.groups.members[group], state.groups.sizes[group])
