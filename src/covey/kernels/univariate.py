"""Optimal cuts of sorted values into runs of k to 2k − 1: the least sum of squared errors (SSE).

Let C(j) be the least SSE of the first j values and c(i, j) the SSE of the values i to j − 1. Then
C(j) is the minimum of C(i) + c(i, j) over the starts i of a last run, k ≤ j − i ≤ 2k − 1.

**Fast.** The ends j are worked off in blocks of k. A run that ends in the block from b to b + k − 1
starts before b, so every C(i) that a block needs is known when it begins. On sorted values the best
start never moves left as j moves right (the card of ``optimal-1d`` proves it), so the middle end
of a block halves the starts that the others have to look at: O(n log k) instead of O(n k).

**Exact to rounding.** Every such run also holds the value before b, so its SSE is the SSE of the m
values to the left of the cut at b, plus that of the r values to its right, plus m r / (m + r) times
the squared distance of the two means. Measured from the value before b, the left mean is not
positive and the right one not negative. Nothing cancels, wherever the data lie: prefix sums of
squares would lose all digits on values like 1e9 + 0.001. C is the sum of two floats, because one
costly run at the start must not hide the differences between the cheap ones after it.

**Ties** go to the shortest last run, then the shortest before it, and so on.
"""

from __future__ import annotations

import numpy as np

from covey.kernels.compiling import njit
from covey.kernels.sums import add


@njit
def running_moments(values, start, step, anchor, mean, sse):
    """Fill mean[m] and sse[m] with those of the m values from ``start`` in steps of ±1.

    Means are measured from ``anchor``. Every term of the SSE is positive.
    """
    mean[0] = 0.0
    sse[0] = 0.0
    for m in range(1, mean.shape[0]):
        difference = (values[start + step * (m - 1)] - anchor) - mean[m - 1]
        mean[m] = mean[m - 1] + difference / m
        sse[m] = sse[m - 1] + difference * difference * ((m - 1) / m)


@njit
def cut_first_runs(values, k, high, low, starts):
    """Fill C(j) = high[j] + low[j] and the start of the last run for j < 2k: there is one run."""
    size = min(2 * k - 1, values.shape[0])
    mean = np.empty(size + 1)
    sse = np.empty(size + 1)
    running_moments(values, 0, 1, values[0], mean, sse)
    for j in range(k, size + 1):
        high[j] = sse[j]
        low[j] = 0.0
        starts[j] = 0


@njit
def cheapest(r, fewest, most, high, low, left_mean, right_mean):
    """Return how many values left of the cut the best run takes, and C without the right SSE.

    The run has r values to the right of the cut. Of equal costs, the shortest run.
    """
    best = fewest
    best_high = np.inf
    best_low = 0.0
    for m in range(fewest, most + 1):
        distance = right_mean[r] - left_mean[m]
        sum_high, sum_low = add(high[m], low[m], distance * distance * (m * r / (m + r)))
        if sum_high < best_high or (sum_high == best_high and sum_low < best_low):
            best = m
            best_high = sum_high
            best_low = sum_low
    return best, best_high, best_low


@njit
def cut_further_runs(values, k, high, low, starts, block, budget):
    """Fill C(j) and the start of the last run for the blocks of k ends from ``block`` (≥ 2k) on.

    Stops when the budget of comparisons is spent; returns where the next block begins.
    """
    n = values.shape[0]
    left_mean, left_sse = np.empty(2 * k), np.empty(2 * k)
    left_high, left_low = np.empty(2 * k), np.empty(2 * k)
    right_mean, right_sse = np.empty(k), np.empty(k)
    best = np.empty(k, dtype=np.int64)
    spent = 0
    while block <= n and spent < budget:
        n_ends = min(k, n - block + 1)
        anchor = values[block - 1]
        running_moments(values, block - 1, -1, anchor, left_mean, left_sse)
        running_moments(values, block, 1, anchor, right_mean[:n_ends], right_sse)
        furthest = min(2 * k - 1, block - k)  # no run may leave fewer than k values before it
        for m in range(1, furthest + 1):
            left_high[m], left_low[m] = add(high[block - m], low[block - m], left_sse[m])
        step = halving_step(n_ends)
        while step > 0:
            # The ends r − step and r + step are done: their best starts bound that of r.
            for r in range(step - 1, n_ends, 2 * step):
                fewest = max(k - r, best[r + step] if r + step < n_ends else 1)
                most = min(2 * k - 1 - r, best[r - step] if r >= step else furthest)
                spent += most - fewest + 1
                best[r], sum_high, sum_low = cheapest(
                    r, fewest, most, left_high, left_low, left_mean, right_mean
                )
                high[block + r], low[block + r] = add(sum_high, sum_low, right_sse[r])
                starts[block + r] = block - best[r]
            step //= 2
        block += k
    return block


@njit
def halving_step(count):
    """Return the largest power of two that is at most ``count``."""
    step = 1
    while 2 * step <= count:
        step *= 2
    return step


@njit
def run_bounds(starts, n):
    """Follow the starts back from n; return where each run starts, and n, in ascending order."""
    n_runs = 0
    j = n
    while j > 0:
        j = starts[j]
        n_runs += 1
    bounds = np.empty(n_runs + 1, dtype=np.int64)
    bounds[n_runs] = n
    for run in range(n_runs, 0, -1):
        bounds[run - 1] = starts[bounds[run]]
    return bounds
