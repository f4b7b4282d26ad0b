"""Taking groups apart that touch, and rebuilding them around seeds."""

from __future__ import annotations

import numpy as np

from covey.kernels.compiling import inner
from covey.kernels.groups import append, explained, note
from covey.kernels.moves import FREE, MOST_RUINED
from covey.kernels.randomness import draw_below
from covey.kernels.units import is_of_new_unit

FAR, NEAR = 0, 1
"""Rows of the points of an iteration: seeds are far from the one, records join near the other."""


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
    X, members, sizes, sums, noted, noted_sums, stamps, counters, chosen, n_chosen, pool, touched
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
    X, labels, places, members, sizes, sums, chance, chosen, n_built, pool, n_pool, points, units, k
):
    """Rebuild groups of k from the pool, each around a seed; the rest joins where it costs least.

    Seeds are chosen by chance, or far from the middle of the pool, or far from the last group. With
    units, the k are of different ones, as far as there are such records.
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
                position = outermost(
                    X, pool, n_pool, points, size == 0, units, members[group], size
                )
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
def outermost(X, pool, n_pool, points, is_seed, units, members, size):
    """Return where in the pool the record farthest from one point is, or that nearest to the other.

    The first is for a seed, the second for a record that joins it: with units, one of a unit that
    none of the first ``size`` members is of, if there is such a record.
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
        if sign * distance > best and is_of_new_unit(units, members, size, pool[position]):
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
