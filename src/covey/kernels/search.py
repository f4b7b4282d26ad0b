"""Ruin and recreate, with annealing.

An iteration takes some groups that touch, rebuilds them around seeds, makes the moves that pay for
what was touched, and keeps the outcome or takes it back from a journal.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.collected import keep_group
from covey.kernels.compiling import inner, njit
from covey.kernels.diversity import meets_demand
from covey.kernels.groups import CLOCK, GROUP, NOTED, explained, take_back
from covey.kernels.moves import FREE, NEVER, look_around
from covey.kernels.randomness import draw_below, draw_unit
from covey.kernels.ruin_and_recreate import choose_groups, choose_numbers, recreate, ruin
from covey.kernels.units import holds

COPY_SHARE = 64
"""Labels that may be copied for each iteration."""


@njit
def anneal(state, collected, active, best, best_labels, schedule, start, stop, k, least):
    """Run the iterations from start to stop of a schedule, each from one of the active records.

    A schedule is the number of iterations in all and the temperatures at the first and the last.
    ``best`` holds how much the loss has fallen so far, and how much at ``best_labels``; a gain of
    the least is no more than rounding. Groups that it comes across are collected, unless that is
    None.

    A loss that rises is accepted with a chance that falls with the rise, measured in the mean loss
    of the ruined groups: tables hold groups whose losses differ by orders of magnitude, and no
    single temperature suits them all.
    """
    X, labels, places, members, sizes, sums = state.groups
    noted, noted_sums, stamps = state.journal
    neighbours, free, seen = state.neighbours, state.free, state.seen
    looked, changed, counters = state.looked, state.changed, state.counters
    chance, chosen, pool = state.chance, state.chosen, state.pool
    touched, points, demand, units = state.touched, state.points, state.demand, state.units
    total, hot, cold = schedule
    last_copy = start
    is_on_trial = np.bool_(1)  # a plain constant would have the moves compiled once more
    for iteration in range(start, stop):
        temperature = hot * (cold / hot) ** (iteration / total)
        first = active[draw_below(chance, active.shape[0])]
        n_free = counters[FREE]
        counters[CLOCK] += 1
        counters[NOTED] = 0
        n_ruined = choose_groups(labels, members, sizes, neighbours, chance, chosen, first)
        n_built = choose_numbers(members, sizes, counters, free, chance, chosen, n_ruined, k)
        n_chosen = n_built if n_built > n_ruined else n_ruined
        n_pool, before, squares = ruin(
            X, members, sizes, sums, noted, noted_sums, stamps, counters, chosen, n_chosen, pool,
            touched,
        )  # fmt: skip
        recreate(
            X, labels, places, members, sizes, sums, chance, chosen, n_built, pool, n_pool, points,
            units, k,
        )  # fmt: skip
        gain = -before
        for number in range(n_built):
            gain += explained(sizes, sums, chosen[number])
        for position in range(n_pool):
            looked[touched[position]] = NEVER
        by_moves = 0.0
        by_last = np.inf
        while by_last > least:
            by_last = look_around(
                X, labels, places, members, sizes, sums, noted, noted_sums, stamps, neighbours,
                seen, looked, changed, counters, demand, units, touched, n_pool, is_on_trial, k,
                least,
            )  # fmt: skip
            by_moves += by_last
        gain += by_moves
        scale = temperature * (squares - before) / n_ruined
        is_kept = gain >= 0.0 or (scale > 0.0 and draw_unit(chance) < np.exp(gain / scale))
        if is_kept and keep_all(demand, units, members, sizes, noted, counters, k):
            best[0] += gain
        else:
            take_back(labels, places, members, sizes, sums, noted, noted_sums, counters)
            counters[FREE] = n_free
        if 2 * iteration >= total:
            collect(collected, members, sizes, noted, counters)
        # A copy of all labels must not cost more than the iterations since the last one.
        is_due = (iteration - last_copy) * COPY_SHARE >= labels.shape[0] or iteration == stop - 1
        if best[0] > best[1] + least and is_due:
            last_copy = iteration
            best[1] = best[0]
            for i in range(labels.shape[0]):
                best_labels[i] = labels[i]


@inner
def keep_all(demand, units, members, sizes, noted, counters, k):
    """Say whether every group that was touched has k units, and what is demanded."""
    if demand is None and units is None:  # decided when the kernel is compiled, as what follows
        return True
    for entry in range(counters[NOTED]):
        group = noted[entry, GROUP]
        size = sizes[group]
        if size > 0 and not holds(units, members[group], size, k):
            return False
        if size > 0 and not is_diverse(demand, members[group], size):
            return False
    return True


@inner
def is_diverse(demand, members, size):
    """Say whether a group keeps what confidential values demand."""
    if demand is None:
        return True
    return meets_demand(demand, members, size, -1, -1)


@inner
def collect(collected, members, sizes, noted, counters):
    """Keep the groups that the last iteration left."""
    if collected is None:
        return
    for entry in range(counters[NOTED]):
        group = noted[entry, GROUP]
        if sizes[group] > 0:
            keep_group(collected, members[group], sizes[group])
