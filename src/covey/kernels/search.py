"""Ruin and recreate, with annealing.

An iteration takes some groups that touch, rebuilds them around seeds, makes the moves that pay for
what was touched, and keeps the outcome or takes it back from a journal. Kernels take the arrays of
a `State` that they need, by its names.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from covey.kernels.compiling import inner, njit
from covey.kernels.diversity import meets_demand
from covey.kernels.groups import append, explained
from covey.kernels.journal import GROUP, NOTED, begin, note, take_back
from covey.kernels.met import Met, keep_group
from covey.kernels.moves import FREE, MOST_RUINED, NEVER, State, look_around
from covey.kernels.randomness import draw_below, draw_unit

FAR, NEAR = 0, 1
"""Rows of the points of an iteration: seeds are far from the one, records join near the other."""

COPY_SHARE = 64
"""Labels that may be copied for each iteration."""


def anneal(
    state: State,
    met: Met | None,
    active: NDArray[np.intp],
    best: NDArray[np.float64],
    best_labels: NDArray[np.intp],
    schedule: tuple[float, float, float],
    start: int,
    stop: int,
    k: int,
    least: float,
) -> None:
    """Run the iterations from start to stop of a schedule.

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
    schedule : tuple of float
        The number of iterations in all, and the temperatures at the first and the last of them.
    start, stop : int
        Which iterations to run.
    k : int
        Smallest group size.
    least : float
        A gain that is no more than rounding.
    """
    iterate(
        *state.groups,
        *state.journal,
        state.neighbours,
        state.seen,
        state.looked,
        state.changed,
        state.counters,
        state.demand,
        state.free,
        state.chance,
        state.chosen,
        state.pool,
        state.touched,
        state.points,
        met,
        active,
        best,
        best_labels,
        *schedule,
        start,
        stop,
        k,
        least,
    )


@njit
def iterate(
    X,
    labels,
    places,
    members,
    sizes,
    sums,
    noted,
    noted_sums,
    stamps,
    neighbours,
    seen,
    looked,
    changed,
    counters,
    demand,
    free,
    chance,
    chosen,
    pool,
    touched,
    points,
    met,
    active,
    best,
    best_labels,
    total,
    hot,
    cold,
    start,
    stop,
    k,
    least,
):
    """Run the iterations from start to stop of a schedule; see `anneal`.

    A loss that rises is accepted with a chance that falls with the rise, measured in the mean loss
    of the ruined groups: tables hold groups whose losses differ by orders of magnitude, and no
    single temperature suits them all.
    """
    last_copy = start
    is_on_trial = np.bool_(1)  # a plain constant would have the moves compiled once more
    for iteration in range(start, stop):
        temperature = hot * (cold / hot) ** (iteration / total)
        first = active[draw_below(chance, active.shape[0])]
        n_free = counters[FREE]
        begin(counters)
        n_ruined = choose_groups(labels, members, sizes, neighbours, chance, chosen, first)
        n_built = choose_numbers(members, sizes, counters, free, chance, chosen, n_ruined, k)
        n_pool, before, squares = ruin(
            X,
            members,
            sizes,
            sums,
            noted,
            noted_sums,
            stamps,
            counters,
            chosen,
            n_built if n_built > n_ruined else n_ruined,
            pool,
            touched,
        )
        recreate(
            X,
            labels,
            places,
            members,
            sizes,
            sums,
            chance,
            chosen,
            n_built,
            pool,
            n_pool,
            points,
            k,
        )
        gain = -before
        for number in range(n_built):
            gain += explained(sizes, sums, chosen[number])
        for position in range(n_pool):
            looked[touched[position]] = NEVER
        by_moves = 0.0
        by_last = np.inf
        while by_last > least:
            by_last = look_around(
                X,
                labels,
                places,
                members,
                sizes,
                sums,
                noted,
                noted_sums,
                stamps,
                neighbours,
                seen,
                looked,
                changed,
                counters,
                demand,
                touched,
                n_pool,
                is_on_trial,
                k,
                least,
            )
            by_moves += by_last
        gain += by_moves
        scale = temperature * (squares - before) / n_ruined
        is_kept = gain >= 0.0 or (scale > 0.0 and draw_unit(chance) < np.exp(gain / scale))
        if is_kept and are_diverse(demand, members, sizes, noted, counters):
            best[0] += gain
        else:
            take_back(labels, places, members, sizes, sums, noted, noted_sums, counters)
            counters[FREE] = n_free
        if 2 * iteration >= total:
            collect(met, members, sizes, noted, counters)
        # A copy of all labels must not cost more than the iterations since the last one.
        is_due = (iteration - last_copy) * COPY_SHARE >= labels.shape[0] or iteration == stop - 1
        if best[0] > best[1] + least and is_due:
            last_copy = iteration
            best[1] = best[0]
            for i in range(labels.shape[0]):
                best_labels[i] = labels[i]


@inner
def choose_groups(labels, members, sizes, neighbours, chance, chosen, first):
    """Choose the group of a record and some that touch it, by way of neighbours of members.

    Returns how many there are.
    """
    count = 2 + draw_below(chance, np.int64(MOST_RUINED - 1))
    chosen[0] = labels[first]
    n_chosen = 1
    for _ in range(4 * count):
        if n_chosen == count:
            break
        group = chosen[draw_below(chance, n_chosen)]
        i = members[group, draw_below(chance, sizes[group])]
        found = labels[neighbours[i, draw_below(chance, neighbours.shape[1])]]
        is_new = True
        for number in range(n_chosen):
            is_new = is_new and chosen[number] != found
        if is_new:
            chosen[n_chosen] = found
            n_chosen += 1
    return n_chosen


@inner
def choose_numbers(members, sizes, counters, free, chance, chosen, n_ruined, k):
    """Choose how many groups to rebuild: as many as there can be, or any possible number.

    Beyond those that are ruined it takes free numbers, while there are some; numbers that will not
    be needed become free.
    """
    n_records = 0
    for number in range(n_ruined):
        n_records += sizes[chosen[number]]
    limit = members.shape[1]
    n_built = n_records // k
    if draw_below(chance, np.int64(2)) != 0:
        fewest = (n_records + limit - 1) // limit
        n_built = fewest + draw_below(chance, n_built - fewest + 1)
    for number in range(n_built, n_ruined):
        free[counters[FREE]] = chosen[number]
        counters[FREE] += 1
    for number in range(n_ruined, n_built):
        if counters[FREE] == 0:
            return number
        counters[FREE] -= 1
        chosen[number] = free[counters[FREE]]
    return n_built


@inner
def ruin(
    X,
    members,
    sizes,
    sums,
    noted,
    noted_sums,
    stamps,
    counters,
    chosen,
    n_chosen,
    pool,
    touched,
):
    """Empty groups into the pool, whose records are those that the iteration touches, too.

    Some may be empty already. Returns the number of records, what was explained, their squares.
    """
    n_pool = 0
    before = 0.0
    squares = 0.0
    for number in range(n_chosen):
        group = chosen[number]
        note(members, sizes, sums, noted, noted_sums, stamps, counters, group)
        if sizes[group] == 0:
            continue
        before += explained(sizes, sums, group)
        for place in range(sizes[group]):
            i = members[group, place]
            pool[n_pool] = i
            touched[n_pool] = i
            n_pool += 1
            for j in range(X.shape[1]):
                squares += X[i, j] * X[i, j]
        sizes[group] = 0
        for j in range(X.shape[1]):
            sums[group, j] = 0.0
    return n_pool, before, squares


@inner
def recreate(
    X, labels, places, members, sizes, sums, chance, chosen, n_built, pool, n_pool, points, k
):
    """Rebuild groups of k from the pool, each around a seed; the rest joins where it costs least.

    Seeds are chosen by chance, or far from the middle of the pool, or far from the last group.
    """
    p = X.shape[1]
    for j in range(p):
        points[FAR, j] = 0.0
        for position in range(n_pool):
            points[FAR, j] += X[pool[position], j] / n_pool
    manner = draw_below(chance, np.int64(3))
    for number in range(n_built):
        group = chosen[number]
        for size in range(k):
            if size == 0 and (manner == 0 or (manner == 1 and number == 0)):
                position = draw_below(chance, n_pool)
            else:
                position = outermost(X, pool, n_pool, points, size == 0)
            append(X, labels, places, members, sizes, sums, group, pool[position])
            n_pool -= 1
            pool[position] = pool[n_pool]
            for j in range(p):
                points[NEAR, j] = sums[group, j] / sizes[group]
        if manner == 1:
            for j in range(p):
                points[FAR, j] = points[NEAR, j]
    for position in range(n_pool):
        i = pool[position]
        group = cheapest(X, members, sizes, sums, chosen, n_built, i)
        append(X, labels, places, members, sizes, sums, group, i)


@inner
def outermost(X, pool, n_pool, points, is_seed):
    """Return where in the pool the record farthest from one point is, or that nearest to the other.

    The first is for a seed, the second for a record that joins it.
    """
    row = FAR if is_seed else NEAR
    sign = 1.0 if is_seed else -1.0
    best = -np.inf
    chosen = 0
    for position in range(n_pool):
        distance = 0.0
        for j in range(X.shape[1]):
            difference = X[pool[position], j] - points[row, j]
            distance += difference * difference
        if sign * distance > best:
            best = sign * distance
            chosen = position
    return chosen


@inner
def cheapest(X, members, sizes, sums, chosen, n_built, i):
    """Return the group that a record joins at the least cost, of those with room for it."""
    best = np.inf
    found = -1
    for number in range(n_built):
        group = chosen[number]
        size = sizes[group]
        if size == members.shape[1]:
            continue
        distance = 0.0
        for j in range(X.shape[1]):
            difference = X[i, j] - sums[group, j] / size
            distance += difference * difference
        cost = distance * size / (size + 1)
        if cost < best:
            best = cost
            found = group
    return found


@inner
def are_diverse(demand, members, sizes, noted, counters):
    """Say whether every group that was touched keeps what confidential values demand."""
    if demand is None:  # decided when the kernel is compiled, which takes less time then
        return True
    for entry in range(counters[NOTED]):
        group = noted[entry, GROUP]
        size = sizes[group]
        if size > 0 and not meets_demand(demand, members[group], size, -1, -1):
            return False
    return True


@inner
def collect(met, members, sizes, noted, counters):
    """Keep the groups that the last iteration left."""
    if met is None:
        return
    for entry in range(counters[NOTED]):
        group = noted[entry, GROUP]
        if sizes[group] > 0:
            keep_group(met, members[group], sizes[group])
