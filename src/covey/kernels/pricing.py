"""Groups whose loss is below the sum of what their records are worth, all of them or a proof.

A record is worth a dual value u, and the reduced cost of a group g of m records is its loss minus
what they are worth: Σ d²(i, j) / m over the pairs of g, minus Σ u_i. The search is exhaustive: each
group is built in the order of a ranking, from its first record on, and a beginning is given up
where a lower bound of all that can follow is no better than what is looked for.

The bound, for a beginning S and t records that are still to come: each of them costs at least
(its squared distances to S + half of those to the t − 1 records nearest to it) / m − u, for half of
the distances within a set of t records belong to each of its ends. The t cheapest are taken.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.compiling import inner, njit

LOWEST, WORK, N_FOUND = 0, 1, 2
"""What a search for groups counts: the lowest reduced cost that may exist, looks, groups found."""


@njit
def price(squares, nearest, worth, order, first, k, threshold, most_work, found, found_costs):
    """Look for groups of k to 2k − 1 whose first record in the ranking is ``order[first]``.

    ``squares`` are the squared distances of all pairs, and ``nearest`` holds for each record the
    sum of its 0, 1, 2, … smallest. Groups with a reduced cost below the threshold are looked for
    until ``most_work`` records were looked at. Those of lowest reduced cost are written to
    ``found``, −1 behind the last record of each, and their reduced costs to ``found_costs``, in
    ascending order; the threshold where there is none.

    Returns a reduced cost that no group from this record is below, at most the threshold; how many
    groups were written, and how many records were looked at.
    """
    n, largest = len(order), 2 * k - 1
    # The last of them is what a group must undercut to be written.
    found_costs[:] = threshold
    counts = np.array([threshold, 0.0, 0.0])
    members = np.empty(largest, dtype=np.intp)
    members[0] = order[first]
    # For each depth: candidates, what each costs at least, the sum of its distances to the members.
    candidates = np.empty((largest, n), dtype=np.intp)
    costs = np.empty((largest, n))
    distances = np.empty((largest, n))
    sizes = np.empty(largest, dtype=np.intp)
    cursors = np.empty(largest, dtype=np.intp)
    within = np.empty(largest)
    for m in range(k, min(largest, n - first) + 1):
        look_from(
            squares, nearest, worth, order, first, m, most_work, members, candidates, costs,
            distances, sizes, cursors, within, counts, found, found_costs,
        )  # fmt: skip
    return counts[LOWEST], int(counts[N_FOUND]), int(counts[WORK])


@inner
def look_from(
    squares, nearest, worth, order, first, m, most_work, members, candidates, costs, distances,
    sizes, cursors, within, counts, found, found_costs,
):  # fmt: skip
    """Look for groups of m records, depth first."""
    root = order[first]
    n_rest = len(order) - first - 1
    for position in range(n_rest):
        other = order[first + 1 + position]
        candidates[0, position] = other
        distances[0, position] = squares[root, other]
    sizes[0] = n_rest
    # What the members cost so far: distances within, over m, minus what they are worth.
    within[0] = -worth[root]
    narrow(0, m, nearest, worth, candidates, costs, distances, sizes, within, counts, found_costs)
    cursors[0] = 0
    depth = 0
    while depth >= 0:
        rest = m - 1 - depth
        place = cursors[depth]
        # Candidates stand in ascending order of cost: the first that is hopeless ends them all.
        if place + rest > sizes[depth]:
            depth -= 1
            continue
        least = within[depth]
        for step in range(rest):
            least += costs[depth, place + step]
        if least >= found_costs[-1]:
            depth -= 1
            continue
        if counts[WORK] >= most_work:
            counts[LOWEST] = min(counts[LOWEST], least)
            depth -= 1
            continue
        cursors[depth] += 1
        chosen = candidates[depth, place]
        members[depth + 1] = chosen
        if rest == 1:
            # Nothing is to come: the bound is the reduced cost itself.
            keep(members, m, least, counts, found, found_costs)
            continue
        child = depth + 1
        within[child] = within[depth] + distances[depth, place] / m - worth[chosen]
        sizes[child] = 0
        for later in range(place + 1, sizes[depth]):
            other = candidates[depth, later]
            candidates[child, sizes[child]] = other
            distances[child, sizes[child]] = distances[depth, later] + squares[chosen, other]
            sizes[child] += 1
        cursors[child] = 0
        depth = child
        narrow(
            depth, m, nearest, worth, candidates, costs, distances, sizes, within, counts,
            found_costs,
        )  # fmt: skip


@inner
def narrow(
    depth, m, nearest, worth, candidates, costs, distances, sizes, within, counts, found_costs
):
    """Keep the candidates that can be part of a group that is looked for, the cheapest first."""
    rest = m - 1 - depth
    n_candidates = sizes[depth]
    counts[WORK] += n_candidates
    if n_candidates < rest:
        sizes[depth] = 0
        return
    cheapest = np.full(rest, np.inf)
    for place in range(n_candidates):
        other = candidates[depth, place]
        cost = (distances[depth, place] + 0.5 * nearest[other, rest - 1]) / m - worth[other]
        costs[depth, place] = cost
        slot = rest - 1
        if cost < cheapest[slot]:
            while slot > 0 and cheapest[slot - 1] > cost:
                cheapest[slot] = cheapest[slot - 1]
                slot -= 1
            cheapest[slot] = cost
    # What a candidate may cost if the others are the cheapest ones.
    most = found_costs[-1] - within[depth]
    for slot in range(rest - 1):
        most -= cheapest[slot]
    n_kept = 0
    for place in range(n_candidates):
        if costs[depth, place] < most:
            candidates[depth, n_kept] = candidates[depth, place]
            costs[depth, n_kept] = costs[depth, place]
            distances[depth, n_kept] = distances[depth, place]
            n_kept += 1
    sizes[depth] = n_kept
    ranking = np.argsort(costs[depth, :n_kept], kind="mergesort")
    candidates[depth, :n_kept] = candidates[depth, :n_kept][ranking]
    costs[depth, :n_kept] = costs[depth, :n_kept][ranking]
    distances[depth, :n_kept] = distances[depth, :n_kept][ranking]


@inner
def keep(members, m, cost, counts, found, found_costs):
    """Write a group where it belongs among those found; the most expensive one makes room."""
    counts[LOWEST] = min(counts[LOWEST], cost)
    place = min(int(counts[N_FOUND]), len(found_costs) - 1)
    counts[N_FOUND] = place + 1
    while place > 0 and found_costs[place - 1] > cost:
        found_costs[place] = found_costs[place - 1]
        found[place] = found[place - 1]
        place -= 1
    found_costs[place] = cost
    found[place] = -1
    for position in range(m):
        found[place, position] = members[position]
